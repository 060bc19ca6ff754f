/** Behaviour that only occurs in a Citus cluster. Runs if `TELLER_TEST_CITUS_URL` names a coordinator. */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { readMigrations } from '../../src/store/postgres/migrations.ts';
import type { PostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { NOW_MS } from '../http/service-harness.ts';
import {
  CITUS_URL,
  createCitusDatabase,
  dropCitusDatabases,
  listNodes,
  startCleaner,
} from './citus-cluster.ts';
import {
  addOneWallet,
  claim,
  listAll,
  listFailed,
  makeQuery,
  makeTransaction,
  T0,
} from './contract/fixtures.ts';
import { makeDatabaseName, openTestStore } from './postgres-database.ts';
import { startHoldingProxy } from './proxies.ts';
import { runSql } from './run-sql.ts';
import { storeRows } from './store-rows.ts';

const AFTER_FIRST_PHASE_MS = 500;

describe.skipIf(CITUS_URL === undefined)('a Citus cluster', () => {
  const name = makeDatabaseName();
  const coordinatorUrl = CITUS_URL ?? '';
  let url: string;
  let store: PostgresStore;

  afterEach(async () => {
    await store.close();
    await dropCitusDatabases(coordinatorUrl, name);
  });

  describe('with all workers', () => {
    beforeEach(async () => {
      url = await createCitusDatabase(coordinatorUrl, name);
      store = openTestStore(url);
      await store.migrate();
    });

    it('distributes the rows that are already stored, and leaves no copy of them on the coordinator', async () => {
      await addOneWallet(store);
      await storeRows(store, 'wallet_one', [makeTransaction('tx_1')]);
      await store.distribute();
      expect(await listAll(store, 'wallet_one')).toHaveLength(1);
      const size = `SELECT pg_relation_size('wallet_transaction')::integer AS bytes`;
      expect(await runSql(url, 'SELECT 1', size)).toEqual([{ bytes: 0 }]);
    });

    it('distributes each table once if two processes do so concurrently', async () => {
      const other = openTestStore(url);
      const made = await Promise.all([store.distribute(), other.distribute()]);
      await other.close();
      expect(new Set(made.flat()).size).toBe(made.flat().length);
      expect(await store.distribute()).toEqual([]);
    });

    it('any node can serve a wallet', async () => {
      await store.distribute();
      await addOneWallet(store);
      await storeRows(store, 'wallet_one', [makeTransaction('tx_1')]);
      for (const node of await listNodes(url)) {
        const other = openTestStore(node);
        const wallet = await other.readWalletKey('wallet_one');
        expect((await other.listTransactions(wallet, makeQuery())).totalCount).toBe(1);
        await other.close();
      }
    });

    it('the databases of a run of tests are dropped, including prepared transactions', async () => {
      const cleanUp = startCleaner(coordinatorUrl, name);
      for (const [index, node] of (await listNodes(url)).entries()) {
        const prepare = `PREPARE TRANSACTION '${name}_${index}'`;
        await runSql(node, 'BEGIN', 'SELECT pg_current_xact_id()', prepare);
      }
      await cleanUp();
      for (const node of await listNodes(coordinatorUrl)) {
        const left = `SELECT 1 FROM pg_database WHERE datname = '${name}'`;
        expect(await runSql(node, 'SELECT 1', left)).toEqual([]);
      }
    });
  });

  it('upgrades tables that are distributed', async () => {
    const [initial, ...later] = readMigrations();
    url = await createCitusDatabase(coordinatorUrl, name);
    store = openTestStore(url);
    const record = `INSERT INTO schema_migration (version, name) VALUES (1, 'initial')`;
    await runSql(url, initial!.sql, record);
    await store.distribute();
    const applied = await store.migrate();
    expect(applied.map(({ version }) => version)).toEqual(later.map(({ version }) => version));
    await addOneWallet(store);
    const lease = await claim(store, 'wallet_one');
    const read = { source: 'deposits', fromMs: T0, toMs: NOW_MS, readAtMs: NOW_MS };
    await store.addCoverage(lease, read);
    await store.makeWalletDue('wallet_one', NOW_MS, 0);
    expect(await store.listCoverage('wallet_one')).toMatchObject([{ rereadRequestedAtMs: NOW_MS }]);
  });

  it('the next writer of a wallet waits until the worker has committed the rows of the last one', async () => {
    const proxies: Awaited<ReturnType<typeof startHoldingProxy>>[] = [];
    url = await createCitusDatabase(coordinatorUrl, name, async (worker) => {
      proxies.push(await startHoldingProxy(worker, 'COMMIT PREPARED'));
      return proxies.at(-1)?.url ?? '';
    });
    store = openTestStore(url);
    await store.migrate();
    await store.distribute();
    await addOneWallet(store);
    const rows = (first: number) =>
      Array.from({ length: 5 }, (_, index) =>
        makeTransaction(`tx_${first + index}`, { timestampMs: T0 + first + index }),
      );
    for (const proxy of proxies) proxy.hold();
    const write = storeRows(store, 'wallet_one', rows(10));
    await vi.waitUntil(() => proxies.some((proxy) => proxy.held() > 0));
    const second = storeRows(store, 'wallet_one', rows(12));
    await sleep(AFTER_FIRST_PHASE_MS);
    for (const proxy of proxies) proxy.release();
    await Promise.all([write, second]);
    expect(await listAll(store, 'wallet_one')).toHaveLength(7);
    expect(await listFailed(store, false, NOW_MS)).toEqual([]);
    for (const { server } of proxies) server.close();
  });
});
