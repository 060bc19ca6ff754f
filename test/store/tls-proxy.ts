/** A TLS proxy with its own certificate. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** The length of a request for TLS (PostgreSQL's manual, SSLRequest). */
const TLS_REQUEST_BYTES = 8;

/** Starts a proxy that decrypts data and passes it to a server. */
export async function startTlsProxy(
  target: string,
): Promise<{ readonly url: string; readonly server: Server; encrypted(): number }> {
  const { hostname, port } = new URL(target);
  const secureContext = createSecureContext(makeCertifiedKey());
  let encrypted = 0;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    near.once('readable', () => {
      if (near.read(TLS_REQUEST_BYTES) === null) return;
      near.write('S');
      const secure = new TLSSocket(near, { isServer: true, secureContext });
      const far = connect(Number(port), hostname);
      for (const socket of [secure, far]) socket.on('error', () => undefined);
      secure.once('secure', () => (encrypted += 1));
      secure.pipe(far);
      far.pipe(secure);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(target);
  address.port = String((server.address() as AddressInfo).port);
  address.searchParams.set('sslmode', 'no-verify');
  return { url: address.href, server, encrypted: () => encrypted };
}

/** Returns a new key and its self-signed certificate for the host `test`. */
export function makeCertifiedKey(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, cert: makeCertificate(privateKey, publicKey) };
}

const [INTEGER, BIT_STRING, OID, UTF8, UTC_TIME, SEQUENCE, SET] = [
  2, 3, 6, 12, 23, 48, 49,
] as const;
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';

/** Returns a self-signed certificate of version 1 (RFC 5280, section 4.1). */
function makeCertificate(privateKey: KeyObject, publicKey: KeyObject): string {
  const algorithm = encode(SEQUENCE, encode(OID, Buffer.from(ECDSA_WITH_SHA256, 'hex')));
  const commonName = [
    encode(OID, Buffer.from(COMMON_NAME, 'hex')),
    encode(UTF8, Buffer.from('test')),
  ];
  const name = encode(SEQUENCE, encode(SET, encode(SEQUENCE, ...commonName)));
  const times = ['000101000000Z', '491231235959Z'].map((time) =>
    encode(UTC_TIME, Buffer.from(time)),
  );
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const serial = encode(INTEGER, Buffer.from([1]));
  const content = encode(SEQUENCE, serial, algorithm, name, encode(SEQUENCE, ...times), name, key);
  const signature = encode(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey));
  const certificate = encode(SEQUENCE, content, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
}

/** Returns a value in DER: type, length and content. */
function encode(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([type, ...size]), content]);
}
