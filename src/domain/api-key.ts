import { createHmac } from 'node:crypto';

import { createId, type RandomBytes } from './id.ts';
import type { MasterKey } from './master-key.ts';

/** A new API key or management key: `id` and `hash` are stored, `key` is shown once. */
export interface MintedKey {
  readonly id: string;
  /** `<id>.<secret>`, as a caller sends it. */
  readonly key: string;
  /** Keyed hash (HMAC-SHA-256) of `key`. */
  readonly hash: Uint8Array;
}

/** The prefixes of the identifiers of keys: of the service, and of the management API. */
export type KeyPrefix = 'key' | 'mkey';

/** Maximum wrong API keys of one address within a second: of the caller, behind a trusted proxy. */
export const WRONG_KEYS_OF_ADDRESS_MAX = 50;

const SECRET_BYTES = 32;
const KEY_FORM = /^((key|mkey)_[0-9a-f]{24})\.[\w-]{43}$/;

/** Creates a key with 256 random bits. */
export function mintKey(
  prefix: KeyPrefix,
  masterKey: MasterKey,
  randomBytes: RandomBytes,
): MintedKey {
  const id = createId(prefix, randomBytes);
  const key = `${id}.${Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url')}`;
  return { id, key, hash: hashApiKey(key, masterKey) };
}

/** Returns the identifier in a key, or `undefined` if the text is not a key with this prefix. */
export function keyIdOf(prefix: KeyPrefix, key: string): string | undefined {
  const [, id, found] = KEY_FORM.exec(key) ?? [];
  return found === prefix ? id : undefined;
}

/** The times (Unix ms) after which a key is invalid; `null` if it was not revoked, and if it does not expire. */
export interface KeyEnds {
  readonly revokedAtMs: number | null;
  readonly expiresAtMs: number | null;
}

/** Returns true if a key is neither revoked nor expired. */
export function isInForce({ revokedAtMs, expiresAtMs }: KeyEnds, nowMs: number): boolean {
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
}

/**
 * Returns the keyed hash by which a key is found and verified. A caller cannot choose its bytes, so a comparison that
 * stops at the first other byte reveals nothing.
 */
export function hashApiKey(apiKey: string, masterKey: MasterKey): Uint8Array {
  return createHmac('sha256', masterKey.apiKeyPepper).update(apiKey).digest();
}

/**
 * Returns the keyed hash by which a project recognises an account that it already has: of the fields that identify the
 * account at the exchange. It cannot equal the hash of a key, whose text has another form.
 */
export function hashAccount(
  exchange: string,
  { apiKey, walletAddress, secret }: Readonly<Record<string, string>>,
  masterKey: MasterKey,
): Uint8Array {
  // Upper and lower case of an address only check its digits (EIP-55).
  const identity = apiKey ?? walletAddress?.toLowerCase() ?? secret ?? '';
  return hashApiKey(`account\n${exchange}\n${identity}`, masterKey);
}
