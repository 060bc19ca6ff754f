/** Replaces the master key while other processes use the database. */
import { rmSync } from 'node:fs';

import type { Config } from '../config/read-config.ts';
import type { RandomBytes } from '../domain/id.ts';
import { deriveMasterKey, type MasterKey, splitMasterKeys } from '../domain/master-key.ts';
import { sealCredentials, tryOpenCredentials } from '../domain/sealed-credentials.ts';
import type { WalletCredentials } from '../store/admin.ts';
import type { Store } from '../store/store.ts';
import { loadMasterKey } from './load-master-key.ts';
import { createMasterKeyFile, readMasterKeyFile, replaceMasterKeyFile } from './master-key-file.ts';

const WALLETS_PER_BATCH = 100;

/** Thrown if the configuration has no second master key, and this program must not write one. */
export class SecondMasterKeyMissingError extends Error {
  readonly code = 'second_master_key_missing';

  constructor(place: string) {
    super(
      `${place} has one key; put a new one before it, separated by a space or a line end ` +
        '(create it with: openssl rand -base64 32), restart all processes, then run this command again',
    );
    this.name = 'SecondMasterKeyMissingError';
  }
}

/** The result of a replacement. */
export interface RotationReport {
  /** The id of the new key. */
  readonly id: string;
  /** Ids of the keys that it replaced. */
  readonly replaced: readonly string[];
  /** The number of wallets with newly encrypted credentials. */
  readonly walletCount: number;
  /** Wallets with credentials that no configured key can decrypt. */
  readonly unreadable: readonly string[];
  /** The file of the replaced keys, if this program has replaced the key file. */
  readonly previousFile: string | undefined;
}

/** The dependencies of the replacement. */
interface RotationParts {
  readonly config: Config;
  readonly store: Store;
  readonly randomBytes: RandomBytes;
}

/**
 * Seals all credentials under the first of the configured master keys. With one key in a file of an SQLite
 * database, it creates the next key: the file has both keys until everything is sealed under the new one, so an
 * interrupted replacement loses nothing and continues when it is repeated. API keys remain valid.
 *
 * @throws {SecondMasterKeyMissingError}
 * @throws {MasterKeyMissingError}
 * @throws {MasterKeyMismatchError}
 */
export async function rotateMasterKey(parts: RotationParts): Promise<RotationReport> {
  const { config, store, randomBytes } = parts;
  await loadMasterKey(config, store, randomBytes);
  const path = findOwnedFile(config);
  if (path !== undefined) addNextKey(path, randomBytes);
  const masterKey = await loadMasterKey(config, store, randomBytes);
  if (masterKey.earlier.length === 0) throw new SecondMasterKeyMissingError(nameSource(config));
  const { id } = masterKey.current;
  if ((await store.findMasterKey())?.id !== id) {
    await store.replaceMasterKey({ id, servingKeys: masterKey.sealServingKeys(randomBytes) });
  }
  const counts = await resealAll(parts, masterKey);
  const previousFile = path === undefined ? undefined : removeEarlierKeys(path, id, randomBytes);
  return { id, replaced: masterKey.earlier.map((key) => key.id), ...counts, previousFile };
}

/** Returns the key file of an SQLite database: one machine uses it, so this program may replace it. */
function findOwnedFile({ database, masterKey }: Config): string | undefined {
  return database.kind === 'sqlite' && masterKey.kind === 'file' ? masterKey.path : undefined;
}

function nameSource({ masterKey }: Config): string {
  return masterKey.kind === 'file' ? masterKey.path : 'TELLER_MASTER_KEY';
}

const nextPath = (path: string): string => `${path}.next`;

/** Puts a new key before the one of the file, unless an interrupted replacement did. */
function addNextKey(path: string, randomBytes: RandomBytes): void {
  const text = readMasterKeyFile(path) ?? '';
  if (splitMasterKeys(text).length > 1) return;
  // Two replacements at the same time find the same next key.
  const next = createMasterKeyFile(nextPath(path), randomBytes);
  replaceMasterKeyFile(path, `${next.trim()}\n${text.trim()}\n`, randomBytes);
}

/** Keeps only the current key in the file, and moves the others into a file for old backups. */
function removeEarlierKeys(path: string, id: string, randomBytes: RandomBytes): string {
  const [current = '', ...earlier] = splitMasterKeys(readMasterKeyFile(path) ?? '');
  const previousFile = `${path}.before-${id}`;
  // Another replacement may have put the next key before this one.
  const isCurrent = deriveMasterKey(current).current.id === id;
  if (earlier.length > 0 && isCurrent) {
    replaceMasterKeyFile(previousFile, `${earlier.join('\n')}\n`, randomBytes);
    replaceMasterKeyFile(path, `${current}\n`, randomBytes);
  }
  rmSync(nextPath(path), { force: true });
  return previousFile;
}

async function resealAll(
  { store, randomBytes }: RotationParts,
  masterKey: MasterKey,
): Promise<Pick<RotationReport, 'walletCount' | 'unreadable'>> {
  const { id } = masterKey.current;
  const unreadable: string[] = [];
  let walletCount = 0;
  let batch: readonly WalletCredentials[];
  let after = '';
  do {
    batch = await store.listCredentialsOfOtherKeys(id, after, WALLETS_PER_BATCH);
    for (const previous of batch) {
      const { walletId } = previous;
      const credentials = tryOpenCredentials(previous, walletId, masterKey);
      if (credentials === undefined) unreadable.push(walletId);
      else {
        const next = sealCredentials(credentials, walletId, masterKey, randomBytes);
        await store.resealCredentials(previous, next);
        walletCount += 1;
      }
    }
    after = batch.at(-1)?.walletId ?? after;
  } while (batch.length === WALLETS_PER_BATCH);
  return { walletCount, unreadable };
}
