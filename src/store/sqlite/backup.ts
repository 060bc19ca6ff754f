/** Copies of a database while it is used, and putting them back. */
import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StoreUnavailableError } from '../store.ts';
import { syncPath } from '../sync-path.ts';
import type { SqliteConnection } from './connection.ts';
import { createFile } from './create-file.ts';
import { findMasterKeyId } from './master-keys.ts';
import { isEmptyDatabase, readMigrations } from './migrations.ts';
import { openConnection } from './open-connection.ts';
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
  readonly walletCount: number;
  /** The fingerprint of the master key that it was made under. */
  readonly masterKeyId: string | undefined;
}

const BUSY_TIMEOUT_MS = 5000;
const COPY_TRIES_MAX = 10;
/** Workers that still hold a wallet of the state before are told so by a token that they never had. */
const LEASE_TOKENS_SKIPPED = 1_000_000;

/**
 * Copies the database into a file of its own, as it is at one moment, without holding up those who use
 * it. The file appears under its name when it is whole and was looked through.
 *
 * @throws {BackupRefusedError} where there is such a file.
 * @throws {StoreUnavailableError} where the database cannot be read, or the copy not be written.
 */
export async function backUpDatabase(path: string, target: string): Promise<BackupSummary> {
  refuseExisting(target);
  const draft = `${target}.${randomUUID()}.part`;
  createFile(draft);
  try {
    await withConnection(path, false, (connection) => connection.copyInto(draft));
    const summary = await finishCopy(draft);
    linkSync(draft, target);
    syncPath(dirname(target));
    return summary;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') refuseExisting(target);
    throw translateSqliteError(error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * What a copy holds, after it was looked through.
 *
 * @throws {BackupRefusedError} where there is no such file.
 * @throws {StoreUnavailableError} where it is none, is damaged or of a newer program.
 */
export async function readBackup(file: string): Promise<BackupSummary> {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    throw new BackupRefusedError(`there is no file ${file}`);
  }
  return withConnection(file, true, (connection) => {
    if (isEmptyDatabase(connection)) throw new StoreUnavailableError(`${file}: the file is empty`);
    return summarise(connection, statSync(file).size);
  });
}

/**
 * Replaces everything in a database by a copy, in one transaction: those who use it see either state as
 * a whole. The database is made where there is none.
 *
 * @param force also where the database holds wallets.
 * @throws {BackupRefusedError} where it does, without `force`.
 * @throws {StoreUnavailableError} where the copy cannot be read or the database not be written.
 */
export async function restoreDatabase(file: string, path: string, force: boolean): Promise<void> {
  createFile(path);
  await withConnection(path, false, async (connection) => {
    const walletCount = isEmptyDatabase(connection) ? 0 : countWallets(connection);
    if (walletCount > 0 && !force) {
      throw new BackupRefusedError(
        `${path} holds ${walletCount} wallets, which would be gone; --force replaces them`,
      );
    }
    await withConnection(file, true, (copy) => replaceBy(connection, copy, path));
    connection.change(
      'UPDATE wallet_sync SET lease_token = lease_token + ?, lease_until_ms = NULL',
      LEASE_TOKENS_SKIPPED,
    );
    connection.readRows('PRAGMA wal_checkpoint(TRUNCATE)');
  });
}

/** A copy does not wait for a lock by itself. */
async function replaceBy(
  connection: SqliteConnection,
  copy: SqliteConnection,
  path: string,
): Promise<void> {
  for (let triesLeft = COPY_TRIES_MAX - 1; ; triesLeft -= 1) {
    connection.write(() => undefined);
    try {
      await copy.copyInto(path);
      return;
    } catch (error) {
      if (triesLeft === 0) throw error;
    }
  }
}

/** Makes the copy a file that needs no other beside it, and looks through it. */
async function finishCopy(draft: string): Promise<BackupSummary> {
  const database = new DatabaseSync(draft);
  database.exec('PRAGMA journal_mode = DELETE');
  database.close();
  syncPath(draft);
  const { size } = statSync(draft);
  return withConnection(draft, true, (connection) => summarise(connection, size));
}

function summarise(connection: SqliteConnection, bytes: number): BackupSummary {
  const [problem] = connection.readRow('PRAGMA quick_check(1)') ?? [];
  if (problem !== 'ok') throw new StoreUnavailableError('the file is damaged');
  const walletCount = countWallets(connection);
  return { bytes, walletCount, masterKeyId: findMasterKeyId(connection) };
}

function countWallets(connection: SqliteConnection): number {
  return connection.readRow('SELECT count(*) FROM wallet')?.[0] as number;
}

function refuseExisting(target: string): void {
  if (statSync(target, { throwIfNoEntry: false }) === undefined) return;
  throw new BackupRefusedError(`there is already a file ${target}; name another one`);
}

async function withConnection<T>(
  path: string,
  readOnly: boolean,
  work: (connection: SqliteConnection) => T | Promise<T>,
): Promise<T> {
  const busyTimeoutMs = BUSY_TIMEOUT_MS;
  const migrations = readMigrations();
  const connection = openConnection({
    path,
    readOnly,
    busyTimeoutMs,
    migrations,
    isNew: !readOnly,
  });
  try {
    return await work(connection);
  } catch (error) {
    throw translateSqliteError(error);
  } finally {
    connection.close();
  }
}
