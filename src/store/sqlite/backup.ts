/** Copies a database while it is in use. */
import { statSync } from 'node:fs';

import type { MasterKeyRecord } from '../../domain/master-key.ts';
import { StoreError, StoreUnavailableError } from '../errors.ts';
import { flushToDisk } from '../flush-to-disk.ts';
import { findMasterKey } from '../statements/master-keys.ts';
import type { SqliteConnection } from './connection.ts';
import { findLog, pathExists, publishFile, withIncompleteFile } from './incomplete-file.ts';
import { isEmptyDatabase } from './migrations.ts';
import { nameFile, openConnection } from './open-connection.ts';
import { translateSqliteError } from './sqlite-error.ts';

/** Thrown if a backup or a restore is refused: there is no backup, or data would be lost. */
export class BackupRefusedError extends StoreError {
  readonly code = 'backup_refused';
}

/** The content of a copy. */
export interface BackupSummary {
  readonly bytes: number;
  readonly organizationCount: number;
  readonly walletCount: number;
  /** The fingerprint of the master key with which it was made. */
  readonly masterKey: MasterKeyRecord | undefined;
}

const BUSY_TIMEOUT_MS = 5000;
const CORRUPTED = 'the database is corrupted; run `teller doctor`';

/**
 * Copies a consistent snapshot of the database into a file, without blocking its users. The file gets its
 * name when it is complete and was checked.
 *
 * @throws {BackupRefusedError} if the file already exists, or the database is empty.
 * @throws {StoreUnavailableError} if the database cannot be read, or the copy cannot be written.
 */
export async function backUpDatabase(path: string, target: string): Promise<BackupSummary> {
  refuseExisting(target);
  return withIncompleteFile(target, async (incomplete) => {
    await withFile(path, {}, async (connection) => {
      if (isEmptyDatabase(connection)) {
        throw new BackupRefusedError(`${path} is empty; there is nothing to back up`);
      }
      await copyInto(incomplete, connection);
    });
    await dropLog(incomplete);
    flushToDisk(incomplete);
    const summary = await withFile(incomplete, { readOnly: true }, (copy) =>
      summarise(copy, `${path}: ${CORRUPTED}`),
    );
    refuseExisting(target);
    publishFile(incomplete, target);
    return summary;
  });
}

/**
 * Checks a copy and returns its content.
 *
 * @throws {BackupRefusedError} if there is no file, or it is empty, or has a log: a database in use, or of another file.
 * @throws {StoreUnavailableError} if it is corrupted, or belongs to another or a newer program.
 */
export async function readBackup(file: string): Promise<BackupSummary> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new BackupRefusedError(`there is no file ${file}; check its path`);
  if (!found.isFile()) {
    throw new BackupRefusedError(`${file} is not a file; name a file that "teller backup" wrote`);
  }
  const log = findLog(file);
  if (log !== undefined) {
    throw new BackupRefusedError(
      `${log} does not belong to a backup; back ${file} up, or move the log away`,
    );
  }
  return withFile(file, { readOnly: true }, (connection) => {
    if (isEmptyDatabase(connection)) {
      throw new BackupRefusedError(`${file} is empty; use another backup`);
    }
    return summarise(connection, 'the backup is corrupted; use another backup');
  });
}

/** Checks a database and returns its content. @throws {StoreUnavailableError} with `problem` if it is corrupted. */
export async function summarise(
  connection: SqliteConnection,
  problem = CORRUPTED,
): Promise<BackupSummary> {
  if (connection.readValue('PRAGMA quick_check(1)') !== 'ok') {
    throw new StoreUnavailableError(problem);
  }
  const readNumber = (text: string): number => connection.readValue(text) as number;
  return {
    bytes: readNumber('PRAGMA page_count') * readNumber('PRAGMA page_size'),
    organizationCount: readNumber('SELECT count(*) FROM organization'),
    walletCount: readNumber('SELECT count(*) FROM wallet'),
    masterKey: await findMasterKey(connection),
  };
}

/** Copies a database into a file. Errors name this file, because a full disk is the disk of the copy. */
export async function copyInto(incomplete: string, connection: SqliteConnection): Promise<void> {
  try {
    await connection.copyInto(incomplete);
  } catch (error) {
    throw nameFile(translateSqliteError(error), incomplete);
  }
}

/** Writes the write-ahead log of a database back, so that the database is a single file. */
export async function dropLog(path: string): Promise<void> {
  await withFile(path, {}, (connection) => connection.execute('PRAGMA journal_mode = DELETE'));
}

/** Runs `work` on a file that is opened for it. Errors name the file. */
export async function withFile<T>(
  path: string,
  { readOnly = false }: { readonly readOnly?: boolean },
  work: (connection: SqliteConnection) => T | Promise<T>,
): Promise<T> {
  const connection = openConnection({
    path,
    readOnly,
    isNew: false,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  try {
    return await work(connection);
  } catch (error) {
    throw nameFile(translateSqliteError(error), path);
  } finally {
    connection.close();
  }
}

/** Refuses a target that exists, also a log next to it: SQLite would apply an old log to the new file. */
function refuseExisting(target: string): void {
  const existing = pathExists(target) ? target : findLog(target);
  if (existing === undefined) return;
  throw new BackupRefusedError(`there is already a file ${existing}; name another one`);
}
