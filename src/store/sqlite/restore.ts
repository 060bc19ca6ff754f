/** Restores a copy of a database. */
import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { StoreUnavailableError } from '../errors.ts';
import { sql } from '../sql/query.ts';
import { BackupRefusedError, copyInto, dropLog, summarise, withFile } from './backup.ts';
import type { SqliteConnection } from './connection.ts';
import { listSchemaDifferences } from './expected-schema.ts';
import { exchangeFile, pathExists, withIncompleteFile } from './incomplete-file.ts';
import { applyMigrations, isEmptyDatabase } from './migrations.ts';
import { isBusy, isLocked } from './sqlite-error.ts';

const WAIT_MS_MAX = 10_000;
const PAUSE_MS_MAX = 50;
const DIFFERENCES_SHOWN_MAX = 5;
/**
 * The tokens of leases are increased by a random number in this range, so that workers with leases of the
 * former state cannot write.
 */
const LEASE_TOKENS_SKIPPED = [2 ** 20, 2 ** 40] as const;
/**
 * The numbers of new wallets are increased by a random number in this range: a request that knows the number of a wallet of
 * the former state must not read the rows of another one.
 */
const WALLET_NUMBERS_SKIPPED = [2 ** 16, 2 ** 17] as const;

/**
 * Replaces all data of a database by a copy, in one transaction, so that its users see either the old or the
 * new state. Migrates the schema of the copy. Creates the database if it is missing. A restore that fails does not change
 * a file that is missing or empty.
 *
 * @param force replaces a database that contains data; one that cannot be read is moved aside.
 * @returns the path of the former file, if it was moved aside.
 * @throws {BackupRefusedError} if the database contains data or cannot be read and `force` is false, if the
 * copy is the database itself, or if its schema differs from the migrations.
 * @throws {StoreUnavailableError} if the copy cannot be read or the database cannot be written.
 */
export async function restoreDatabase(
  file: string,
  path: string,
  force: boolean,
): Promise<{ readonly movedTo: string | undefined }> {
  const isMissing = !pathExists(path);
  if (!isMissing) refuseItself(file, path);
  const isUsable = !isMissing && (await inspect(path, force));
  return withIncompleteFile(path, async (incomplete) => {
    await withFile(file, { readOnly: true }, (copy) => copyInto(incomplete, copy));
    await refuseChangedSchema(incomplete, file);
    await prepare(incomplete);
    if (isUsable) {
      await withFile(incomplete, { readOnly: true }, (copy) => replace(path, copy));
      return { movedTo: undefined };
    }
    // A missing file gets its name when it is complete: an empty one would look like a new database without data.
    if (isMissing && pathExists(path)) {
      throw new BackupRefusedError(`another process has created ${path} meanwhile; retry`);
    }
    const movedTo = `${path}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    exchangeFile(incomplete, path, movedTo);
    return { movedTo: isMissing ? undefined : movedTo };
  });
}

function refuseItself(file: string, path: string): void {
  const [copy, database] = [file, path].map((each) => statSync(each, { throwIfNoEntry: false }));
  if (copy?.ino !== database?.ino || copy?.dev !== database?.dev) return;
  throw new BackupRefusedError(`${file} is the database itself; name a backup`);
}

/**
 * Returns true if the database can be replaced while it is in use, false if it cannot be read.
 *
 * @throws {BackupRefusedError} if data would be lost and `force` is false.
 */
async function inspect(path: string, force: boolean): Promise<boolean> {
  try {
    const held = await withFile(path, {}, (connection) =>
      isEmptyDatabase(connection) ? undefined : summarise(connection),
    );
    if (held === undefined || held.organizationCount === 0 || force) return true;
    const { organizationCount, walletCount } = held;
    throw new BackupRefusedError(
      `${path} holds ${organizationCount} organizations with ${walletCount} wallets, which would ` +
        'be gone; --force replaces them',
    );
  } catch (error) {
    if (!(error instanceof StoreUnavailableError) || isBusy(error.cause)) throw error;
    if (force) return false;
    throw new BackupRefusedError(`${error.message}; --force moves it aside and restores`);
  }
}

/** Refuses a copy with another schema. Called before the first write, with which a trigger would run. */
async function refuseChangedSchema(incomplete: string, file: string): Promise<void> {
  const differences = await withFile(incomplete, { readOnly: true }, listSchemaDifferences);
  if (differences.length === 0) return;
  const shown = JSON.stringify(differences.slice(0, DIFFERENCES_SHOWN_MAX));
  throw new BackupRefusedError(
    `the schema of ${file} was changed: ${differences.length} tables, indexes, ` +
      `triggers or views differ: ${shown}; use another backup`,
  );
}

/** Migrates the copy, ends all leases in it, and skips numbers that the former state may have used. */
async function prepare(incomplete: string): Promise<void> {
  await withFile(incomplete, {}, async (connection) => {
    await applyMigrations(connection);
    const skipped = randomInt(...LEASE_TOKENS_SKIPPED);
    await connection.change(
      sql`UPDATE wallet_sync SET lease_token = lease_token + ${skipped}, lease_until_ms = NULL`,
    );
    const skippedNo = randomInt(...WALLET_NUMBERS_SKIPPED);
    const found = await connection.change(
      sql`UPDATE sqlite_sequence SET seq = seq + ${skippedNo} WHERE name = 'wallet'`,
    );
    // A table that never had a row has no sequence (https://www.sqlite.org/autoinc.html).
    if (found > 0) return;
    await connection.change(sql`INSERT INTO sqlite_sequence VALUES ('wallet', ${skippedNo})`);
  });
  await dropLog(incomplete);
}

/** Replaces the database, and retries while it is locked: SQLite does not wait for a lock when it copies. */
async function replace(path: string, copy: SqliteConnection): Promise<void> {
  await withFile(path, {}, async (connection) => {
    const untilMs = performance.now() + WAIT_MS_MAX;
    for (;;) {
      try {
        await connection.inTransaction('BEGIN IMMEDIATE', async () => undefined);
        await copy.copyInto(path);
        break;
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (performance.now() > untilMs) {
          throw new StoreUnavailableError(
            'the database is locked by another process; stop it and retry',
          );
        }
        await sleep(Math.random() * PAUSE_MS_MAX);
      }
    }
    connection.execute('PRAGMA wal_checkpoint(PASSIVE)');
  });
}
