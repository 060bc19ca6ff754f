/** Settings of a database that the statements of the program do not depend on. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Store } from '../../src/store/store.ts';
import {
  addOneWallet,
  CREDENTIALS,
  findServed,
  listAll,
  makeTransaction,
  makeWallet,
  PROJECT_ID,
  T0,
} from './contract/fixtures.ts';
import { createMigratedDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';
import { storeRows } from './store-rows.ts';

const SETTINGS = [
  "default_transaction_isolation = 'serializable'",
  'standard_conforming_strings = off',
  'array_nulls = off',
  'row_security = off',
];

let database: TestDatabase;
let store: Store;

beforeAll(async () => {
  database = await createMigratedDatabase();
  const name = new URL(database.url).pathname.slice(1);
  for (const setting of SETTINGS) await database.query(`ALTER DATABASE ${name} SET ${setting}`);
  store = openTestStore(database.url);
  await addOneWallet(store);
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

it('a change that waited for another one of its row succeeds in a serializable database', async () => {
  await database.query('BEGIN; UPDATE wallet_sync SET next_run_at_ms = 1');
  const committing = sleep(100).then(() => database.query('COMMIT'));
  await Promise.all([store.makeWalletDue('wallet_one', T0 + 1), committing]);
  expect((await store.readSyncState('wallet_one')).nextRunAtMs).toBe(T0 + 1);
});

it('a search finds a backslash in a database whose strings have escapes', async () => {
  await store.addWallet(makeWallet('wallet_two', { label: String.raw`a\b` }), CREDENTIALS);
  const { items } = await store.listManagedWallets({ search: String.raw`A\B`, limit: 10 });
  expect(items.map(({ id }) => id)).toEqual(['wallet_two']);
});

it('rows keep their missing values in a database whose arrays have no nulls', async () => {
  const row = makeTransaction('tx_1');
  await storeRows(store, 'wallet_one', [row]);
  expect(await listAll(store, 'wallet_one')).toEqual([row]);
});

it('the service reads with row-level security in a database that refuses to apply it', async () => {
  expect(await findServed(store, 'wallet_one', PROJECT_ID)).toBeDefined();
});
