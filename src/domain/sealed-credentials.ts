import { createCipheriv, createDecipheriv } from 'node:crypto';

import type { RandomBytes } from './id.ts';
import type { MasterKey } from './master-key.ts';

/** Exchange credentials as JSON, encrypted with AES-256-GCM for one wallet. */
export interface SealedCredentials {
  /** The id of the master key that sealed it. */
  readonly keyId: string;
  /** 12 bytes of nonce, the ciphertext, 16 bytes of tag. */
  readonly sealed: Uint8Array;
}

/** The credentials of an exchange account, by the names that ccxt uses (`apiKey`, `secret`, …). */
export type ExchangeCredentials = Readonly<Record<string, string>>;

/** Thrown if credentials cannot be decrypted: another master key, another wallet, or corrupted bytes. */
export class SealedCredentialsError extends Error {
  readonly code = 'credentials_unreadable';

  constructor(detail: string) {
    super(`the wallet's credentials cannot be read: ${detail}`);
    this.name = 'SealedCredentialsError';
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts credentials; the wallet id is associated data, so they can only be decrypted for that wallet. */
export function sealCredentials(
  credentials: ExchangeCredentials,
  walletId: string,
  masterKey: MasterKey,
  randomBytes: RandomBytes,
): SealedCredentials {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', masterKey.credentialsKey, nonce);
  cipher.setAAD(Buffer.from(walletId));
  const body = Buffer.concat([cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()]);
  return { keyId: masterKey.id, sealed: Buffer.concat([nonce, body, cipher.getAuthTag()]) };
}

/**
 * Decrypts the result of {@link sealCredentials}.
 *
 * @throws {SealedCredentialsError} if it cannot be decrypted.
 */
export function openCredentials(
  { keyId, sealed }: SealedCredentials,
  walletId: string,
  masterKey: MasterKey,
): ExchangeCredentials {
  if (keyId !== masterKey.id) {
    throw new SealedCredentialsError(
      `they were sealed under master key ${keyId}, the current one is ${masterKey.id}`,
    );
  }
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', masterKey.credentialsKey, nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(walletId));
  try {
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const body = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    const text = Buffer.concat([body, decipher.final()]).toString('utf8');
    return JSON.parse(text) as ExchangeCredentials;
  } catch {
    throw new SealedCredentialsError('they are corrupted or belong to another wallet');
  }
}
