import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DatabaseSync } from 'node:sqlite';
import { FILE_CHECK_INTERVAL_MS } from '../../src/store/sqlite/database-file.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { addOneWallet, makeQuery, makeTransaction } from './contract/fixtures.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

/** Any revision: SQLite does not compare it. */
const REVISION = 1;
/** More than 5,000 pages of 4 KiB. */
const LONG_LOG_BYTES = 24_000_000;

let path = '';
let remove = (): void => undefined;
let reader: SqliteStore;
let writer: SqliteStore;
let walletId = '';

beforeEach(async () => {
  ({ path, remove } = makeTemporaryDatabase());
  [reader, writer] = [openSqliteStore({ path }), openSqliteStore({ path })];
  await writer.migrate();
  walletId = await addOneWallet(writer);
  await nextTurn();
});
afterEach(async () => {
  await Promise.all([reader.close(), writer.close()]);
  remove();
});

async function countRows(store: SqliteStore, revision?: number): Promise<number> {
  return (await store.listTransactions(walletId, makeQuery(), revision)).totalCount;
}

function addRow(store: SqliteStore, id: string): Promise<unknown> {
  return store.copyTransactions(walletId, [makeTransaction(id)]);
}

describe('reads of an SQLite store with a revision', () => {
  it('are from one snapshot until the turn of the event loop ends', async () => {
    expect(await countRows(reader, REVISION)).toBe(0);
    await addRow(writer, 'tx_1');
    expect(await countRows(reader, REVISION)).toBe(0);
    await nextTurn();
    expect(await countRows(reader, REVISION)).toBe(1);
  });

  it('are never older than the caller that was read before', async () => {
    await countRows(reader, REVISION);
    const before = reader.generation();
    await addRow(writer, 'tx_1');
    expect(reader.generation()).toBe(before);
    await nextTurn();
    expect(reader.generation()).not.toBe(before);
  });

  it('do not delay a read without a revision', async () => {
    await countRows(reader, REVISION);
    await addRow(writer, 'tx_1');
    expect(await countRows(reader)).toBe(1);
    await reader.readBalances(walletId, REVISION);
    await addRow(writer, 'tx_2');
    expect(await countRows(reader)).toBe(2);
  });

  it('let a write of the same turn commit immediately', async () => {
    await countRows(writer, REVISION);
    await addRow(writer, 'tx_1');
    expect(await countRows(reader)).toBe(1);
    await writer.readBalances(walletId, REVISION);
    await writer.createOrganization({ id: 'org_2', name: 'o', createdAtMs: 0 });
    expect(await reader.listOrganizations()).toHaveLength(2);
  });

  it('hold no lock after the turn', async () => {
    await countRows(reader, REVISION);
    await nextTurn();
    await addRow(writer, 'tx_1');
    const database = new DatabaseSync(path);
    const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()!;
    database.close();
    expect(busy).toBe(0);
  });

  it('share no snapshot while the log is too long, so that it can restart', async () => {
    let nowMs = 0;
    const guarded = openSqliteStore({ path, monotonicMs: () => nowMs });
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE filler (bytes BLOB); BEGIN; SELECT 1 FROM filler');
    const other = new DatabaseSync(path);
    other.exec(`INSERT INTO filler VALUES (zeroblob(${LONG_LOG_BYTES}))`);
    nowMs += FILE_CHECK_INTERVAL_MS;
    expect(await countRows(guarded, REVISION)).toBe(0);
    await addRow(writer, 'tx_1');
    expect(await countRows(guarded, REVISION)).toBe(1);

    database.exec('ROLLBACK');
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    nowMs += FILE_CHECK_INTERVAL_MS;
    expect(await countRows(guarded, REVISION)).toBe(1);
    await addRow(writer, 'tx_2');
    expect(await countRows(guarded, REVISION)).toBe(1);
    for (const opened of [database, other, guarded]) await opened.close();
  });

  it('allow the store to close in the same turn', async () => {
    await countRows(reader, REVISION);
    await reader.close();
    await nextTurn();
    await expect(countRows(reader, REVISION)).rejects.toThrow('closed');
  });
});
