import { createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';

import type { RandomBytes } from './id.ts';
import { openBytes, sealBytes } from './sealed-bytes.ts';

/** Bytes of a master key. */
export const MASTER_KEY_BYTES = 32;

/** Maximum keys of a text. */
const KEYS_MAX = 10;
const SERVING_KEYS_PURPOSE = 'serving-keys';
const SERVING_KEY_BYTES = 32;

/** A key that seals credentials. */
export interface SealingKey {
  /** Identifies the key, to recognise what was sealed under it. */
  readonly id: string;
  readonly sealingKey: KeyObject;
}

/** The keys of credentials. */
export interface SealingKeys {
  /** Seals credentials. */
  readonly current: SealingKey;
  /** The other configured keys: they open credentials that were sealed under them. */
  readonly others: readonly SealingKey[];
}

/**
 * The keys that are derived from the operator's secrets, one for each purpose. The current one is the master key of the
 * database. The serving keys (`apiKeyPepper`, `signCursor`) do not change when the master key is replaced, so that API
 * keys and cursors remain valid.
 */
export interface MasterKey extends SealingKeys {
  /** The keys after a replacement by the first configured key; `undefined` if that is the current one. */
  readonly next: SealingKeys | undefined;
  /** A key object, because creating one for every keyed hash costs 14 µs, and the hash itself 3. */
  readonly apiKeyPepper: KeyObject;
  /** Returns the signature of a listing's cursor: a keyed hash of the text, 256 bits as base64url. */
  readonly signCursor: (text: string) => string;
  /** Returns the serving keys, sealed under a key. */
  readonly sealServingKeys: (key: SealingKey, randomBytes: RandomBytes) => Uint8Array;
}

/** The master key of a database, as the database records it. */
export interface MasterKeyRecord {
  readonly id: string;
  /** The serving keys, sealed under the key; `null` before the first replacement: then they derive from the key. */
  readonly servingKeys: Uint8Array | null;
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

/** Thrown if the database is under a master key that is not configured. */
export class UnknownMasterKeyError extends Error {
  readonly code = 'unknown_master_key';
  /** The first one of the configured keys. */
  readonly configuredId: string;

  constructor(configuredId: string) {
    super(`master key ${configuredId} is not the master key of the database`);
    this.name = 'UnknownMasterKeyError';
    this.configuredId = configuredId;
  }
}

/**
 * Derives the keys in use (HKDF-SHA-256) from the text of master keys: the current one, keys that it replaced, and in
 * front of them one by which it will be replaced, separated by white space.
 *
 * @param record the master key of the database; by default the database is new.
 * @throws {MasterKeyError} if a key is not 32 bytes of base64, base64url or hexadecimal.
 * @throws {UnknownMasterKeyError} if the record is of another key.
 */
export function deriveMasterKey(text: string, record?: MasterKeyRecord): MasterKey {
  const keys = splitMasterKeys(text).map(deriveKeys);
  const [first] = keys as [DerivedKeys, ...DerivedKeys[]];
  const owner = keys.find(({ id }) => id === (record?.id ?? first.id));
  if (owner === undefined) throw new UnknownMasterKeyError(first.id);
  const servingKeys = openServingKeys(owner, record?.servingKeys ?? null);
  const sealingKeysOf = (current: SealingKey): SealingKeys => {
    return { current, others: keys.filter(({ id }) => id !== current.id) };
  };
  return {
    ...sealingKeysOf(owner),
    next: first.id === owner.id ? undefined : sealingKeysOf(first),
    apiKeyPepper: createSecretKey(servingKeys.subarray(0, SERVING_KEY_BYTES)),
    signCursor: makeKeyedHash(servingKeys.subarray(SERVING_KEY_BYTES)),
    sealServingKeys: ({ sealingKey }, randomBytes) =>
      sealBytes(servingKeys, SERVING_KEYS_PURPOSE, sealingKey, randomBytes),
  };
}

/** Returns the keys of a text, in its order. @throws {MasterKeyError} if there are too many. */
export function splitMasterKeys(text: string): readonly string[] {
  const keys = text.trim().split(/\s+/);
  if (keys.length > KEYS_MAX) throw new MasterKeyError();
  return keys;
}

interface DerivedKeys extends SealingKey {
  /** The pepper and the key of cursors. */
  readonly servingKeys: Uint8Array;
}

function deriveKeys(text: string): DerivedKeys {
  const secret = decodeMasterKey(text);
  const derive = (purpose: string, size: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, 'wallet-teller', purpose, size));
  return {
    id: Buffer.from(derive('key-id', 4)).toString('hex'),
    sealingKey: createSecretKey(derive('exchange-credentials', 32)),
    servingKeys: Buffer.concat([
      derive('api-keys', SERVING_KEY_BYTES),
      derive('listing-cursors', SERVING_KEY_BYTES),
    ]),
  };
}

function openServingKeys(owner: DerivedKeys, sealed: Uint8Array | null): Uint8Array {
  if (sealed === null) return owner.servingKeys;
  const opened = openBytes(sealed, SERVING_KEYS_PURPOSE, owner.sealingKey);
  if (opened === undefined) throw new Error('the serving keys of the database are corrupted');
  return opened;
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
