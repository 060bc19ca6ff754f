import { createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';

/** Bytes of a master key. */
export const MASTER_KEY_BYTES = 32;

/** The keys that are derived from the operator's secret, one for each purpose. */
export interface MasterKey {
  /** Identifies the key, so that data sealed under an earlier key is recognised. */
  readonly id: string;
  readonly credentialsKey: KeyObject;
  /** A key object, because creating one for every keyed hash costs 14 µs, and the hash itself 3. */
  readonly apiKeyPepper: KeyObject;
  /** Returns the signature of a listing's cursor: a keyed hash of the text, 256 bits as base64url. */
  readonly signCursor: (text: string) => string;
}

/** Thrown if the master key has the wrong form. */
export class MasterKeyError extends Error {
  readonly code = 'invalid_master_key';

  constructor() {
    super(
      `the master key must be ${MASTER_KEY_BYTES} bytes as base64 or hexadecimal text ` +
        '(create one with: openssl rand -base64 32)',
    );
    this.name = 'MasterKeyError';
  }
}

/**
 * Derives the keys in use (HKDF-SHA-256) from the text of a master key.
 *
 * @throws {MasterKeyError} if the text is not 32 bytes of base64, base64url or hexadecimal.
 */
export function deriveMasterKey(text: string): MasterKey {
  const secret = decodeMasterKey(text.trim());
  const derive = (purpose: string, size: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, 'wallet-teller', purpose, size));
  return {
    id: Buffer.from(derive('key-id', 4)).toString('hex'),
    credentialsKey: createSecretKey(derive('exchange-credentials', 32)),
    apiKeyPepper: createSecretKey(derive('api-keys', 32)),
    signCursor: makeKeyedHash(derive('listing-cursors', 32)),
  };
}

/**
 * Returns a function that hashes a text together with a key. SHA-3 needs no HMAC, because the hash of a
 * longer text cannot be computed from the hash of its beginning (docs/performance.md has the time that HMAC
 * takes).
 */
function makeKeyedHash(key: Uint8Array): (text: string) => string {
  // All keys have the same length, so two different pairs of key and text never concatenate to the same
  // bytes.
  const prefix = Buffer.from(key).toString('base64url');
  return (text) => hash('sha3-256', prefix + text, 'base64url');
}

function decodeMasterKey(text: string): Uint8Array {
  const encoding = /^[0-9a-fA-F]{64}$/.test(text) ? 'hex' : 'base64';
  const secret = Buffer.from(text, encoding);
  if (secret.length !== MASTER_KEY_BYTES || !/^[\w+/=-]+$/.test(text)) throw new MasterKeyError();
  return secret;
}
