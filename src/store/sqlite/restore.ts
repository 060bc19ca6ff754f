/** Putting a copy of a database back. */
import { randomInt } from 'node:crypto';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { StoreUnavailableError } from '../errors.ts';
import { BackupRefusedError, copyInto, dropLog, summarise, withFile } from './backup.ts';
import type { SqliteConnection } from './connection.ts';
import { createFile } from './create-file.ts';
import { listSchemaDifferences } from './expected-schema.ts';
import { exchangeFile, pathExists, withIncompleteFile } from './incomplete-file.ts';
import { fillMatchKeys } from './imports.ts';
import { applyMigrations, isEmptyDatabase, readMigrations } from './migrations.ts';
import { isBusy, isLocked } from './sqlite-error.ts';
import { countBacklog } from './transaction-counts.ts';

const WAIT_MS_MAX = 10_000;
const PAUSE_MS_MAX = 50;
const DIFFERENCES_SHOWN_MAX = 5;
/** Workers that still hold a wallet of the state before have a token that is none of the new state. */
const LEASE_TOKENS_SKIPPED = [2 ** 20, 2 ** 40] as const;

/**
 * Replaces everything in a database by a copy, in one transaction: those who use it see either state as
 * a whole. The schema of the copy is brought up to date. The database is made where there is none.
 *
 * @param force also where the database holds anything; one that cannot be read is moved aside.
 * @returns where the former file is, if it was moved aside.
 * @throws {BackupRefusedError} without `force`, where the copy is the database itself, and if its schema
 * is not the one that the migrations make.
 * @throws {StoreUnavailableError} where the copy cannot be read or the database not be written.
 */
export async function restoreDatabase(
  file: string,
  path: string,
  force: boolean,
): Promise<{ readonly movedTo: string | undefined }> {
  if (pathExists(path)) refuseItself(file, path);
  else createFile(path);
  const isUsable = await inspect(path, force);
  return withIncompleteFile(path, async (incomplete) => {
    await withFile(file, { readOnly: true }, (copy) => copyInto(incomplete, copy));
    await refuseOtherSchema(incomplete, file);
    await prepare(incomplete);
    if (isUsable) {
      await withFile(incomplete, { readOnly: true }, (copy) => replace(path, copy));
      return { movedTo: undefined };
    }
    const movedTo = `${path}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    exchangeFile(incomplete, path, movedTo);
    return { movedTo };
  });
}

function refuseItself(file: string, path: string): void {
  const [copy, database] = [file, path].map((each) => statSync(each, { throwIfNoEntry: false }));
  if (copy?.ino !== database?.ino || copy?.dev !== database?.dev) return;
  throw new BackupRefusedError(`${file} is the database itself`);
}

/**
 * True where the database can be replaced as it is used, false where it cannot be read.
 *
 * @throws {BackupRefusedError} where something would be lost and that is not wanted.
 */
async function inspect(path: string, force: boolean): Promise<boolean> {
  try {
    const held = await withFile(path, { isNew: true }, (connection) =>
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

/** Before anything is written, because a trigger runs with the first write. */
async function refuseOtherSchema(incomplete: string, file: string): Promise<void> {
  const differences = await withFile(incomplete, { readOnly: true }, (connection) =>
    listSchemaDifferences(connection, readMigrations()),
  );
  if (differences.length === 0) return;
  const shown = JSON.stringify(differences.slice(0, DIFFERENCES_SHOWN_MAX));
  throw new BackupRefusedError(
    `${file} is not as teller makes it, it was changed: ${differences.length} tables, indexes, ` +
      `triggers or views differ: ${shown}; use another backup`,
  );
}

/** Makes the copy one of this program, whose wallets nobody holds. */
async function prepare(incomplete: string): Promise<void> {
  await withFile(incomplete, {}, (connection) => {
    applyMigrations(connection, readMigrations());
    countBacklog(connection);
    fillMatchKeys(connection);
    connection.change(
      'UPDATE wallet_sync SET lease_token = lease_token + ?, lease_until_ms = NULL',
      randomInt(...LEASE_TOKENS_SKIPPED),
    );
  });
  await dropLog(incomplete);
}

/** A copy does not wait for a lock by itself. */
async function replace(path: string, copy: SqliteConnection): Promise<void> {
  await withFile(path, { isNew: true }, async (connection) => {
    const untilMs = performance.now() + WAIT_MS_MAX;
    for (;;) {
      try {
        connection.write(() => undefined);
        await copy.copyInto(path);
        break;
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (performance.now() > untilMs) {
          throw new StoreUnavailableError('the database is locked by another process');
        }
        await sleep(Math.random() * PAUSE_MS_MAX);
      }
    }
    connection.readRows('PRAGMA wal_checkpoint(PASSIVE)');
  });
}
