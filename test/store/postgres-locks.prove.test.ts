/** What others wait for while a transaction has locks: an import, a dump, another change of a project. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { PostgresDatabase } from '../../src/store/postgres/database.ts';
import { raw } from '../../src/store/sql/query.ts';
import type { Store } from '../../src/store/store.ts';
import { addOneWallet, CREDENTIALS, listAll, makeWallet, T0 } from './contract/fixtures.ts';
import { importRows } from './contract/import-fixtures.ts';
import { createMigratedDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';
import { makeMigrationPending } from './pending-migration.ts';

/** Together they take as long as the migration tries. */
const READS = 115;
const READ_INTERVAL_MS = 100;

let database: TestDatabase;
let store: Store;
let walletId: string;

beforeEach(async () => {
  database = await createMigratedDatabase();
  store = openTestStore(database.url, 2);
  walletId = await addOneWallet(store);
});

afterEach(async () => {
  await store.close();
  await database.drop();
});

/** Resolves when a connection waits for a lock of the open transaction. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const waiting = await database.query(`SELECT pid FROM pg_locks
      WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`);
    if (waiting.length > 0) return;
    await sleep(10);
  }
}

const LOCKED = /^another process has locked this part of the database/;

it('changes of a wallet that an import has locked leave connections to other wallets', async () => {
  await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
  await database.query(`BEGIN; SELECT 1 FROM wallet_sync WHERE wallet_no = (
    SELECT wallet_no FROM wallet WHERE id = '${walletId}') FOR UPDATE`);
  const waiting = Promise.allSettled([1, 2].map(() => store.makeWalletDue(walletId, T0)));
  await untilWaiting();
  await store.makeWalletDue('wallet_two', T0 + 1);
  const reason = expect.objectContaining({ message: expect.stringMatching(LOCKED) });
  const refused = { status: 'rejected', reason };
  expect(await waiting).toEqual([refused, refused]);
  await database.query('COMMIT');
  expect((await store.readSyncState('wallet_two')).nextRunAtMs).toBe(T0 + 1);
});

it('an import waits for the end of another one', async () => {
  await database.query('BEGIN; SELECT 1 FROM wallet_sync FOR UPDATE');
  const importing = importRows(store, walletId, []);
  await untilWaiting();
  // Longer than a change may wait.
  await sleep(2500);
  await database.query('COMMIT');
  expect((await importing).rows).toBe(0);
});

it('says that all connections are in use', async () => {
  const limits = { connectionsMax: 1, connectTimeoutMs: 300, statementTimeoutMs: 5000 };
  const busy = new PostgresDatabase({ ...limits, url: database.url });
  await busy.rows(raw('SELECT 1'));
  const slow = busy.rows(raw('SELECT pg_sleep(1)'));
  await expect(busy.rows(raw('SELECT 1'))).rejects.toThrow(/^the connections .* all in use;/);
  await slow;
  await busy.close();
});

it('checks a database over one connection', async () => {
  const single = openTestStore(database.url, 1);
  const checks = await single.checkIntegrity({ fix: false, nowMs: T0 });
  expect(checks.map(({ name }) => name)).toContain('balances');
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  // Later statements of the connection do not wait as long work does.
  expect(await single.database.rows(raw('SHOW lock_timeout'))).toEqual([{ lock_timeout: '2s' }]);
  await single.close();
});

it('a wallet loses its external id while another change has locked the project', async () => {
  await database.query('BEGIN; SELECT 1 FROM project FOR UPDATE');
  await store.changeWallet(walletId, { label: 'new', externalId: null }, T0);
  await database.query("UPDATE wallet SET account_hash = '\\x01'; COMMIT");
  expect(await store.findWallet(walletId)).toMatchObject({ label: 'new', externalId: null });
});

it('callers are answered while a migration waits for a dump', async () => {
  await makeMigrationPending(database);
  await database.query('BEGIN; LOCK TABLE wallet IN ACCESS SHARE MODE');
  const migrating = store.migrate();
  await untilWaiting();
  expect(await listAll(store, walletId)).toEqual([]);
  await database.query('COMMIT');
  expect((await migrating).map(({ version }) => version)).toEqual([3]);
});

it('a migration ends while a dump continues, and callers are answered', async () => {
  await makeMigrationPending(database);
  await database.query('BEGIN; LOCK TABLE wallet IN ACCESS SHARE MODE');
  const message = 'another process uses the tables, such as a dump or an import;';
  const read = async () => {
    for (let count = 0; count < READS; count += 1) {
      expect(await listAll(store, walletId)).toEqual([]);
      await sleep(READ_INTERVAL_MS);
    }
  };
  await Promise.all([expect(store.migrate()).rejects.toThrow(message), read()]);
  await database.query('COMMIT');
});
