import { createHmac } from 'node:crypto';

import { createId, type RandomBytes } from './id.ts';
import type { MasterKey } from './master-key.ts';

/** A new API key: `id` and `hash` are stored, `apiKey` is shown once. */
export interface MintedApiKey {
  readonly id: string;
  /** `<id>.<secret>`, the value of the `x-svc-api-key` header. */
  readonly apiKey: string;
  /** Keyed hash (HMAC-SHA-256) of `apiKey`. */
  readonly hash: Uint8Array;
}

/** Maximum wrong API keys of one address within a second: of the caller, behind a trusted proxy. */
export const WRONG_KEYS_OF_ADDRESS_MAX = 50;

const SECRET_BYTES = 32;
const API_KEY_FORM = /^(key_[0-9a-f]{24})\.[\w-]{43}$/;

/** Creates an API key with 256 random bits. */
export function mintApiKey(masterKey: MasterKey, randomBytes: RandomBytes): MintedApiKey {
  const id = createId('key', randomBytes);
  const apiKey = `${id}.${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`;
  return { id, apiKey, hash: hashApiKey(apiKey, masterKey) };
}

/** Returns the identifier in an API key, or `undefined` if the text is not an API key. */
export function apiKeyId(apiKey: string): string | undefined {
  return API_KEY_FORM.exec(apiKey)?.[1];
}

/**
 * Returns the keyed hash by which a key is found and verified. A caller cannot choose its bytes, so a comparison that
 * stops at the first other byte reveals nothing.
 */
export function hashApiKey(apiKey: string, masterKey: MasterKey): Uint8Array {
  return createHmac('sha256', masterKey.apiKeyPepper).update(apiKey).digest();
}
