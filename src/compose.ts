/**
 * The only place that constructs and wires. What a command does not use is not loaded: the HTTP
 * service never loads an exchange library, a small command loads neither.
 */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Config } from './config.ts';
import type { RandomBytes } from './domain/id.ts';
import { deriveMasterKey, type MasterKey } from './domain/master-key.ts';
import { createMasterKeyFile, readMasterKeyFile } from './master-key-file.ts';
import type { Store } from './store/store.ts';

/** There is no database where the configuration says. */
export class DatabaseMissingError extends Error {
  readonly code = 'database_not_found';

  constructor(path: string) {
    super(
      `there is no database at ${path}; make one with "teller org create NAME", ` +
        'or name another with --database',
    );
    this.name = 'DatabaseMissingError';
  }
}

/** The master key is not where the configuration says. */
export class MasterKeyMissingError extends Error {
  readonly code = 'master_key_not_found';

  constructor(path: string, reason: string) {
    super(`there is no master key at ${path}; ${reason}`);
    this.name = 'MasterKeyMissingError';
  }
}

/**
 * Opens the store as it is.
 *
 * @param options.create makes the database where there is none.
 * @throws {DatabaseMissingError} where there is none and none is to be made.
 */
export async function openStore(
  config: Config,
  options: { readonly create: boolean },
): Promise<Store> {
  const path = config.databasePath;
  if (!existsSync(path)) {
    if (!options.create) throw new DatabaseMissingError(path);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // SQLite takes an empty file for a new database, and gives its side files the same mode.
    closeSync(openSync(path, 'a', 0o600));
  }
  const { openSqliteStore } = await import('./store/sqlite/open-sqlite-store.ts');
  return openSqliteStore({ path });
}

/**
 * The master key. A missing file is made where the configuration allows and nothing depends on the
 * key yet: a new key under old data would only hide that the old one was lost.
 *
 * @throws {MasterKeyMissingError}
 */
export async function loadMasterKey(
  config: Config,
  store: Store,
  randomBytes: RandomBytes,
): Promise<MasterKey> {
  const source = config.masterKey;
  if (source.kind === 'text') return deriveMasterKey(source.text);
  const text = readMasterKeyFile(source.path);
  if (text !== undefined) return deriveMasterKey(text);
  if (!source.made) {
    throw new MasterKeyMissingError(source.path, 'correct TELLER_MASTER_KEY_FILE');
  }
  const [keys, wallets] = await Promise.all([store.listApiKeys(), store.listWallets()]);
  if (keys.length + wallets.length > 0) {
    throw new MasterKeyMissingError(
      source.path,
      'the API keys and wallets of this database need it, restore it from a backup',
    );
  }
  return deriveMasterKey(createMasterKeyFile(source.path, randomBytes));
}
