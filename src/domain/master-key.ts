import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Bytes of a master key. */
export const MASTER_KEY_BYTES = 32;

/** The keys that are derived from the operator's secret, one for each purpose. */
export interface MasterKey {
  /** Identifies the key, to recognise data that was sealed under an earlier one. */
  readonly id: string;
  readonly credentialsKey: KeyObject;
  /** A key object, because creating one for every keyed hash costs 14 µs, and the hash itself 3. */
  readonly apiKeyPepper: KeyObject;
  /** Signs the cursors of listings. */
  readonly cursorKey: KeyObject;
}

/** The master key has the wrong form. */
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
    cursorKey: createSecretKey(derive('listing-cursors', 32)),
  };
}

function decodeMasterKey(text: string): Uint8Array {
  const encoding = /^[0-9a-fA-F]{64}$/.test(text) ? 'hex' : 'base64';
  const secret = Buffer.from(text, encoding);
  if (secret.length !== MASTER_KEY_BYTES || !/^[\w+/=-]+$/.test(text)) throw new MasterKeyError();
  return secret;
}
