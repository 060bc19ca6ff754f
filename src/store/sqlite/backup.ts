/** Copies of a database while it is used. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';

import type { MasterKeyRecord } from '../../domain/master-key.ts';
import { StoreUnavailableError } from '../errors.ts';
import { flushToDisk } from '../flush-to-disk.ts';
import type { SqliteConnection } from './connection.ts';
import { findLog, pathExists, publishFile, withIncompleteFile } from './incomplete-file.ts';
import { findMasterKey } from './master-keys.ts';
import { isEmptyDatabase, readMigrations } from './migrations.ts';
import { nameFile, openConnection } from './open-connection.ts';
import { translateSqliteError } from './sqlite-error.ts';

/** A copy is not made, or not put back: there is none, or something would be lost by it. */
export class BackupRefusedError extends Error {
  readonly code = 'backup_refused';

  constructor(message: string) {
    super(message);
    this.name = 'BackupRefusedError';
  }
}

/** What a copy holds. */
export interface BackupSummary {
  readonly bytes: number;
  readonly organizationCount: number;
  readonly walletCount: number;
  /** The fingerprint of the master key that it was made under. */
  readonly masterKey: MasterKeyRecord | undefined;
}

const BUSY_TIMEOUT_MS = 5000;
/** Where the header of a database says whether it has a write-ahead log: 1 for none. */
const READ_VERSION_AT = 19;

/**
 * Copies the database into a file of its own, as it is at one moment, without holding up those who use
 * it. The file appears under its name when it is whole and was looked through.
 *
 * @throws {BackupRefusedError} where there is such a file, or nothing to copy.
 * @throws {StoreUnavailableError} where the database cannot be read, or the copy not be written.
 */
export async function backUpDatabase(path: string, target: string): Promise<BackupSummary> {
  refuseExisting(target);
  return withIncompleteFile(target, async (incomplete) => {
    await withFile(path, {}, async (connection) => {
      if (isEmptyDatabase(connection)) throw new BackupRefusedError(`${path} is empty`);
      await copyInto(incomplete, connection);
    });
    await dropLog(incomplete);
    flushToDisk(incomplete);
    const summary = await withFile(incomplete, { readOnly: true }, summarise);
    try {
      publishFile(incomplete, target);
    } catch (error) {
      refuseExisting(target);
      throw error;
    }
    return summary;
  });
}

/**
 * What a copy holds, after it was looked through.
 *
 * @throws {BackupRefusedError} if there is no file, or another database's log next to it.
 * @throws {StoreUnavailableError} where it is damaged or of another or a newer program.
 */
export async function readBackup(file: string): Promise<BackupSummary> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new BackupRefusedError(`there is no file ${file}`);
  if (!found.isFile()) throw new BackupRefusedError(`${file} is not a file`);
  const log = findLog(file);
  if (log !== undefined && !hasLog(file)) {
    throw new BackupRefusedError(`${log} does not belong to ${file}; move it away`);
  }
  return withFile(file, { readOnly: true }, (connection) => {
    if (isEmptyDatabase(connection)) throw new BackupRefusedError(`${file} is empty`);
    return summarise(connection);
  });
}

/** What a database holds, after it was looked through. @throws {StoreUnavailableError} */
export function summarise(connection: SqliteConnection): BackupSummary {
  if (readValue(connection, 'PRAGMA quick_check(1)') !== 'ok') {
    throw new StoreUnavailableError('the database is damaged; run `teller doctor`');
  }
  const count = (table: string): number =>
    readValue(connection, `SELECT count(*) FROM ${table}`) as number;
  const pages = readValue(connection, 'PRAGMA page_count') as number;
  return {
    bytes: pages * (readValue(connection, 'PRAGMA page_size') as number),
    organizationCount: count('organization'),
    walletCount: count('wallet'),
    masterKey: findMasterKey(connection),
  };
}

/** Copies a database into a file, which its errors name: a disk that is full is that of the copy. */
export async function copyInto(incomplete: string, connection: SqliteConnection): Promise<void> {
  try {
    await connection.copyInto(incomplete);
  } catch (error) {
    throw nameFile(translateSqliteError(error), incomplete);
  }
}

/** Turns a database into one file that needs no other file. */
export async function dropLog(path: string): Promise<void> {
  await withFile(path, {}, (connection) => connection.execute('PRAGMA journal_mode = DELETE'));
}

/** Runs work on a file that is opened for it; its errors name the file. */
export async function withFile<T>(
  path: string,
  { readOnly = false, isNew = false }: { readonly readOnly?: boolean; readonly isNew?: boolean },
  work: (connection: SqliteConnection) => T | Promise<T>,
): Promise<T> {
  const migrations = readMigrations();
  const options = { path, readOnly, isNew, migrations, busyTimeoutMs: BUSY_TIMEOUT_MS };
  const connection = openConnection(options);
  try {
    return await work(connection);
  } catch (error) {
    throw nameFile(translateSqliteError(error), path);
  } finally {
    connection.close();
  }
}

function readValue(connection: SqliteConnection, sql: string): unknown {
  return connection.readRow(sql)?.[0];
}

/** SQLite would apply an old log next to the new file. */
function refuseExisting(target: string): void {
  const existing = pathExists(target) ? target : findLog(target);
  if (existing === undefined) return;
  throw new BackupRefusedError(`there is already a file ${existing}; name another one`);
}

/** True where the file says that it has a write-ahead log, as one that was copied by hand may have. */
function hasLog(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const version = new Uint8Array(1);
    readSync(file, version, 0, 1, READ_VERSION_AT);
    return version[0] !== 1;
  } finally {
    closeSync(file);
  }
}
