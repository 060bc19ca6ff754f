/** The connection on which a service is notified of changes. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Store } from '../../src/store/store.ts';
import { addOneWallet, findServed, makeTransaction, PROJECT_ID } from './contract/fixtures.ts';
import { awaitNotifications } from './contract/generation-contract.ts';
import { createMigratedDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';
import { startDeafProxy, startFreezingProxy } from './proxies.ts';
import { storeRows } from './store-rows.ts';

const KEY_ID = `key_of_${PROJECT_ID}`;
const WALLET_ID = 'wallet_one';
const WAIT = { timeout: 10_000, interval: 5 };
const LISTENERS = `FROM pg_stat_activity WHERE application_name = 'wallet-teller listener'
  AND datname = current_database()`;

let database: TestDatabase;
let node: Store;

beforeEach(async () => {
  database = await createMigratedDatabase();
  node = openTestStore(database.url);
  await addOneWallet(node);
  await findServed(node, WALLET_ID, PROJECT_ID);
});
afterEach(async () => {
  await node.close();
  await database.drop();
});

const readGeneration = (store = node) => store.generation(KEY_ID, WALLET_ID);

it('a node has no generation after its connection has ended, and then another one', async () => {
  await vi.waitFor(() => expect(readGeneration()).toBeDefined(), WAIT);
  const before = readGeneration();
  await database.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`);
  await vi.waitFor(() => expect(readGeneration()).toBeUndefined(), { ...WAIT, interval: 1 });
  await vi.waitFor(() => expect(readGeneration()).toBeDefined(), WAIT);
  expect(readGeneration()).not.toBe(before);
  await awaitNotifications(node);
});

it('a node has no generation if its connection does not respond', async () => {
  const proxy = await startFreezingProxy(database.url);
  const remote = openTestStore(proxy.url);
  await vi.waitFor(() => expect(readGeneration(remote)).toBeDefined(), WAIT);
  proxy.freeze();
  await vi.waitFor(() => expect(readGeneration(remote)).toBeUndefined(), WAIT);
  proxy.end();
  await remote.close();
  proxy.server.close();
});

it('a node has no generation before a notification of another connection has arrived', async () => {
  const pooler = await startDeafProxy(database.url);
  const deaf = openTestStore(pooler.url);
  expect(readGeneration(deaf)).toBeUndefined();
  await vi.waitFor(() => expect(pooler.swallowed()).toBe(1), WAIT);
  await sleep(50);
  expect(readGeneration(deaf)).toBeUndefined();
  await deaf.close();
  pooler.server.close();
});

it('a node that is closed ends its connection', async () => {
  await vi.waitFor(() => expect(readGeneration()).toBeDefined(), WAIT);
  expect(await database.query(`SELECT pid ${LISTENERS}`)).toHaveLength(1);
  await node.close();
  await expect.poll(() => database.query(`SELECT pid ${LISTENERS}`)).toEqual([]);
});

it('a node is not notified of another installation in the same database', async () => {
  await awaitNotifications(node);
  await database.query('CREATE SCHEMA other');
  const address = new URL(database.url);
  address.searchParams.set('options', '-csearch_path=other');
  const other = openTestStore(address.href);
  await other.migrate();
  await addOneWallet(other);
  await findServed(other, WALLET_ID, PROJECT_ID);
  const before = readGeneration();
  await awaitNotifications(other);
  await storeRows(other, WALLET_ID, [makeTransaction('tx_1')]);
  await awaitNotifications(other);
  await awaitNotifications(node);
  expect(readGeneration()).toBe(before);
  await other.close();
});
