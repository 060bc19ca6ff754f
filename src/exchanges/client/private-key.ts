/**
 * Private keys as PEM. A made-up key can occupy a processor core for minutes: OpenSSL calculates the public part of a DSA key
 * while it reads the key, and a signature takes a time that grows with the third power of an RSA key's length. So both
 * are refused before the first signature.
 */
import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** One block without encryption: PKCS#8, or the older forms of RSA and of elliptic curves. */
const BLOCK =
  /^-----BEGIN ((?:RSA |EC )?)PRIVATE KEY-----\s([A-Za-z0-9+/=\s]+)-----END \1PRIVATE KEY-----\s*$/;
/** The identifiers of DSA (RFC 3279), and of Diffie-Hellman (PKCS #3 and RFC 3279), as they are encoded in keys. */
const SLOW_ALGORITHMS = ['2a8648ce380401', '2a864886f70d010301', '2a8648ce3e0201'].map((hex) =>
  Buffer.from(hex, 'hex'),
);
/** Exchanges issue keys of 2,048 and accept keys of 4,096 bits. */
const RSA_BITS_MAX = 4096;
/** 65537 has 17 bits; a public exponent is also used for signing. */
const EXPONENT_BYTES_MAX = 4;
const ALGORITHMS: ReadonlySet<string | undefined> = new Set(['ec', 'ed25519', 'rsa']);

/** Returns whether a PEM is a key with which exchanges let requests be signed; `undefined` if it cannot be read. */
export function isSigningKey(pem: string): boolean | undefined {
  const [, , body] = BLOCK.exec(pem) ?? [];
  if (body === undefined) return undefined;
  const encoded = body.replaceAll(/\s/g, '');
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  if (SLOW_ALGORITHMS.some((algorithm) => bytes.includes(algorithm))) return false;
  const key = readKey(pem);
  if (key === undefined) return undefined;
  if (!ALGORITHMS.has(key.asymmetricKeyType)) return false;
  return key.asymmetricKeyType !== 'rsa' || isUsualRsaKey(key.export({ format: 'jwk' }));
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** Compares every number of the key, because a signature needs all of them. */
function isUsualRsaKey({ n, e, d, p, q, dp, dq, qi }: JsonWebKey): boolean {
  const lengthOf = (number = ''): number => Buffer.from(number, 'base64url').length;
  const modulusBytes = lengthOf(n);
  return (
    modulusBytes * 8 <= RSA_BITS_MAX &&
    lengthOf(e) <= EXPONENT_BYTES_MAX &&
    [d, p, q, dp, dq, qi].every((number) => lengthOf(number) <= modulusBytes)
  );
}
