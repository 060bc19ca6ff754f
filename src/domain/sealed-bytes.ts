/** Authenticated encryption of short secrets: AES-256-GCM. */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';

import type { RandomBytes } from './id.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts bytes.
 *
 * @param purpose associated data: the result can be decrypted for the same purpose only.
 * @returns 12 bytes of nonce, the ciphertext, 16 bytes of tag.
 */
export function sealBytes(
  plain: Uint8Array,
  purpose: string,
  key: KeyObject,
  randomBytes: RandomBytes,
): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of {@link sealBytes}; `undefined` if it is corrupted or was sealed for another purpose or key. */
export function openBytes(sealed: Uint8Array, purpose: string, key: KeyObject): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose));
  try {
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    return undefined;
  }
}
