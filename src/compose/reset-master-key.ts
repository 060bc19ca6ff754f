/** Continues with a new master key after the previous one is lost. */
import type { Config } from '../config/read-config.ts';
import type { RandomBytes } from '../domain/id.ts';
import { deriveMasterKey, splitMasterKeys } from '../domain/master-key.ts';
import type { Store } from '../store/store.ts';
import { findMasterKeyText, readMasterKeyText } from './load-master-key.ts';
import { SetupError } from './setup-error.ts';

/** The ids of the lost key and of the new one. */
export interface MasterKeyReset {
  readonly id: string;
  readonly lost: string;
}

/** The dependencies of the reset. */
interface ResetParts {
  readonly config: Config;
  readonly store: Store;
  readonly randomBytes: RandomBytes;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** Returns the id of the recorded master key. @throws {SetupError} `master_key_not_lost` if it is configured. */
export async function requireLostMasterKey({
  config,
  store,
}: Pick<ResetParts, 'config' | 'store'>): Promise<string> {
  const recorded = await store.findMasterKey();
  const keys = splitMasterKeys(findMasterKeyText(config.masterKey) ?? '').filter(Boolean);
  const isLost = keys.every((key) => deriveMasterKey(key).current.id !== recorded?.id);
  if (recorded !== undefined && isLost) return recorded.id;
  throw new SetupError(
    'master_key_not_lost',
    'the master key of the database is not lost; to replace it, run: teller master-key rotate',
  );
}

/**
 * Records the configured master key instead of the lost one; creates a missing key file of an SQLite database. API
 * keys, management keys, exchange credentials and secrets of webhooks become invalid, because only the lost key can read
 * them.
 *
 * @throws {SetupError} `master_key_not_lost`, or `master_key_not_found` if no new key is configured.
 */
export async function resetMasterKey(parts: ResetParts): Promise<MasterKeyReset> {
  const { config, store, randomBytes, now } = parts;
  const lost = await requireLostMasterKey(parts);
  const text = readMasterKeyText(config.masterKey, undefined, randomBytes);
  const { id } = deriveMasterKey(text).current;
  const actor = { kind: 'command', id: 'master-key reset' } as const;
  const detail = { id, lost };
  const entry = { atMs: now(), actor, action: 'master_key.reset', targets: {}, detail };
  await store.withAudit(entry).replaceMasterKey({ id, servingKeys: null });
  return { id, lost };
}
