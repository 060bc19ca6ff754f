/** A Citus cluster without one of its workers. Runs if `TELLER_TEST_CITUS_URL` names a coordinator. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { ExchangeName } from '../../simulator/catalogue.ts';
import { NodeUnavailableError } from '../../src/store/errors.ts';
import type { PostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { SyncBench } from '../sync/harness.ts';
import { callTeller } from '../teller.ts';
import { CITUS_URL, createCitusDatabase, dropCitusDatabases } from '../store/citus-cluster.ts';
import {
  addProject,
  claim,
  CREDENTIALS,
  findCheck,
  makeBalance,
  makeQuery,
  makeTransaction,
  makeWallet,
  PROJECT_ID,
  T0,
} from '../store/contract/fixtures.ts';
import { makeEndpoint, SECRET } from '../store/contract/webhook-fixtures.ts';
import { makeDatabaseName, openTestStore } from '../store/postgres-database.ts';
import { startFreezingProxy } from '../store/proxies.ts';
import { storeRows } from '../store/store-rows.ts';

const MASTER_KEY = '0123456789abcdef'.repeat(4);
/** Less than a reader waits for: the connection to the lost node is refused. */
const REFUSED_MS_MAX = 2000;
/** More than the timeout of a statement. */
const HANGING_MS_MAX = 35_000;
/** So many connections the store has at most, each of which is connected to the worker. */
const CONNECTIONS = 4;
/** So many new wallets would not all be on one node by chance. */
const NEW_WALLETS = 8;
const EXCHANGES: readonly ExchangeName[] = ['binance', 'kraken', 'okx', 'bybit', 'kucoin', 'gate'];

/** Returns the worker that stores the rows of a wallet. */
const NODE_OF_WALLET = `SELECT nodename || ':' || nodeport AS address
  FROM pg_dist_placement AS placement JOIN pg_dist_node AS node USING (groupid)
  WHERE shardid = get_shard_id_for_distribution_column('wallet_content',
    (SELECT wallet_no FROM wallet WHERE id = $1))`;

describe.skipIf(CITUS_URL === undefined)('a Citus cluster without one of its workers', () => {
  const name = makeDatabaseName();
  const coordinatorUrl = CITUS_URL ?? '';
  let url: string;
  let store: PostgresStore;
  let coordinator: pg.Client;
  let workers: Awaited<ReturnType<typeof startFreezingProxy>>[];
  /** The address of the first worker. */
  let lost: string;

  beforeEach(async () => {
    workers = [];
    url = await createCitusDatabase(coordinatorUrl, name, async (worker) => {
      workers.push(await startFreezingProxy(worker));
      return workers.at(-1)?.url ?? '';
    });
    store = openTestStore(url);
    await store.migrate();
    await store.distribute();
    coordinator = new pg.Client(url);
    await coordinator.connect();
    lost = new URL(workers[0]?.url ?? '').host;
  });
  afterEach(async () => {
    await coordinator.end();
    await store.close();
    for (const worker of workers) endWorker(worker);
    await dropCitusDatabases(coordinatorUrl, name);
  });

  function endWorker(worker = workers[0]): void {
    worker?.end();
    worker?.server.close();
  }

  async function findNode(walletId: string): Promise<string> {
    const { rows } = await coordinator.query<{ readonly address: string }>(NODE_OF_WALLET, [
      walletId,
    ]);
    return rows[0]?.address ?? '';
  }

  describe('with a wallet on each', () => {
    let lostWallet: string;
    let otherWallet: string;

    beforeEach(async () => {
      await addProject(store);
      const byNode = new Map<string, string>();
      for (let number = 0; byNode.size < 2; number += 1) {
        const id = `wallet_${number}`;
        await store.addWallet(makeWallet(id), CREDENTIALS);
        byNode.set(await findNode(id), id);
      }
      lostWallet = byNode.get(lost) ?? '';
      otherWallet = [...byNode].find(([address]) => address !== lost)?.[1] ?? '';
      for (const walletId of [lostWallet, otherWallet]) {
        await storeRows(store, walletId, [makeTransaction('tx_1')]);
      }
      endWorker();
    });

    it('refuses its wallets immediately and names it, and serves all others', async () => {
      const wallet = await store.readWalletKey(lostWallet);
      const other = await store.readWalletKey(otherWallet);
      const startedAtMs = performance.now();
      const refused = store.listTransactions(wallet, makeQuery());
      await expect(refused).rejects.toThrow(NodeUnavailableError);
      await expect(store.readBalances(wallet)).rejects.toThrow(lost);
      expect(performance.now() - startedAtMs).toBeLessThan(REFUSED_MS_MAX);
      expect((await store.listTransactions(other, makeQuery())).totalCount).toBe(1);
    });

    it('reports it, and the others as reachable', async () => {
      const nodes = await store.listNodes();
      expect(nodes.filter(({ isReachable }) => !isReachable).map(({ address }) => address)).toEqual(
        [lost],
      );
      expect(nodes.some(({ isReachable }) => isReachable)).toBe(true);
    });

    it('is ready, and /readyz says which worker is missing', async () => {
      const service: ServiceHarness = await startService({ wrapStore: () => store });
      const answer = await service.send({ path: '/readyz' });
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        200,
        { status: 'ready', unavailableNodes: [lost] },
      ]);
      await service.stop();
    });

    it('changes keys, and finds them', async () => {
      const key = { id: 'key_1', projectId: PROJECT_ID, label: null, hash: new Uint8Array(32) };
      await store.createApiKey({ ...key, createdAtMs: T0, expiresAtMs: null });
      expect(await store.findCaller(key, otherWallet)).toMatchObject({
        key: { revokedAtMs: null },
      });
      await store.revokeApiKey('key_1', T0 + 1);
      expect(await store.findCaller(key, otherWallet)).toMatchObject({
        key: { revokedAtMs: T0 + 1 },
      });
    });

    it('adds wallets, whose rows are on other workers', async () => {
      const ids = Array.from({ length: NEW_WALLETS }, (_, index) => `wallet_new_${index}`);
      for (const id of ids) {
        await store.addWallet(makeWallet(id), CREDENTIALS);
        expect(await findNode(id)).not.toBe(lost);
      }
    });

    it('lists all wallets, and reads the rows of other workers across the project', async () => {
      const query = { projectId: PROJECT_ID, limit: 10 };
      const { items } = await store.listManagedWallets(query);
      expect(items.map(({ id, transactionCount }) => [id, transactionCount])).toEqual(
        expect.arrayContaining([
          [lostWallet, null],
          [otherWallet, null],
        ]),
      );
      const ofOther = { ...query, walletId: otherWallet };
      expect((await store.listProjectTransactions(ofOther)).items).toHaveLength(1);
      expect((await store.listProjectBalances(ofOther)).items).toEqual([]);
      await expect(store.listProjectTransactions(query)).rejects.toThrow(lost);
    });

    it('changes and pauses a wallet of the worker', async () => {
      await store.changeWallet(lostWallet, { label: 'renamed', paused: true }, T0);
      expect(await store.readManagedWallet(lostWallet)).toMatchObject({
        label: 'renamed',
        sync: { state: 'paused' },
        transactionCount: null,
      });
    });

    it('synchronises the wallets of other workers', async () => {
      const lease = await claim(store, otherWallet);
      const balances = [makeBalance('ETH')];
      await store.recordBalances(lease, { readAtMs: 1, balances, quarantined: [] });
      await store.releaseLease(lease);
      const wallet = await store.readWalletKey(otherWallet);
      expect((await store.readBalances(wallet)).json).toContain('ETH');
    });

    it('migrates, and lists tenants and wallets', async () => {
      await expect(store.migrate()).resolves.toEqual([]);
      const variables = { TELLER_DATABASE_URL: url, TELLER_MASTER_KEY: MASTER_KEY };
      for (const command of [['org', 'list'], ['wallet', 'list'], ['migrate']]) {
        const result = await callTeller(command, variables);
        expect([command, result.code, result.stderr]).toEqual([command, 0, '']);
      }
    });

    it('doctor names it, and checks and repairs the wallets of other workers', async () => {
      const { rows } = await coordinator.query<{ readonly no: number }>(
        'SELECT wallet_no AS no FROM wallet WHERE id = $1',
        [otherWallet],
      );
      const wrong = 'UPDATE wallet_content SET transaction_count = 5 WHERE wallet_no =';
      await coordinator.query(`${wrong} ${rows[0]?.no}`);
      const nodes = await findCheck(store, 'nodes');
      expect([nodes.ok, nodes.detail]).toEqual([false, expect.stringContaining(lost)]);
      const counts = await findCheck(store, 'counts');
      expect([counts.ok, counts.detail]).toEqual([false, expect.stringContaining(otherWallet)]);
      expect((await findCheck(store, 'counts', true)).ok).toBe(true);
      const checks = await store.checkIntegrity({ fix: false, nowMs: NOW_MS });
      const failed = checks.filter(({ ok }) => !ok);
      expect(failed.map((check) => check.name)).toEqual(['nodes', 'records']);
      for (const { detail } of failed) expect(detail).toContain(lost);
    });
  });

  it('lists wallets within the timeout of a statement if a worker hangs', async () => {
    await addProject(store);
    const ids = Array.from({ length: NEW_WALLETS }, (_, index) => `wallet_${index}`);
    for (const id of ids) await store.addWallet(makeWallet(id), CREDENTIALS);
    const list = () => store.listManagedWallets({ projectId: PROJECT_ID, limit: 10 });
    await Promise.all(Array.from({ length: CONNECTIONS }, list));
    workers[0]?.freeze();
    const startedAtMs = performance.now();
    const { items } = await list();
    expect(performance.now() - startedAtMs).toBeLessThan(HANGING_MS_MAX);
    expect(items.map(({ transactionCount }) => transactionCount)).toEqual(ids.map(() => null));
  });

  it('refused keys of wallets with webhooks do not stop the synchronisation of the others', async () => {
    const bench = await new SyncBench({ openStore: () => Promise.resolve(store) }).open();
    const nodes = new Map<string, string>();
    for (const exchange of EXCHANGES) {
      await bench.add(exchange, { count: 1 });
      nodes.set(`wallet_${exchange}`, await findNode(`wallet_${exchange}`));
    }
    await store.addWebhook(makeEndpoint('webhook_1', { projectId: 'project_1' }), SECRET);
    bench.simulator.faults.add({ fault: { kind: 'refused-key' }, path: /./, times: Infinity });
    endWorker();
    const results = await syncWallets(bench.workerOptions(), [...nodes.keys()]);
    expect(new Map(results.map(({ walletId, failure }) => [walletId, failure?.code]))).toEqual(
      new Map(
        [...nodes].map(([walletId, node]) => [
          walletId,
          node === lost ? 'store_unavailable' : 'exchange_key_refused',
        ]),
      ),
    );
    // The next attempt is planned: the wallet is not stopped, and not due immediately.
    const [lostWallet = ''] = [...nodes].find(([, node]) => node === lost) ?? [];
    expect((await store.readSyncState(lostWallet)).nextRunAtMs).toBeGreaterThan(bench.nowMs);
    await bench.close();
  });
});
