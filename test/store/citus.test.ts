/** Behaviour that only occurs in a Citus cluster. Runs if `TELLER_TEST_CITUS_URL` names a coordinator. */
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { NodeUnavailableError } from '../../src/store/errors.ts';
import type { PostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { callTeller } from '../teller.ts';
import {
  CITUS_URL,
  createCitusDatabase,
  dropCitusDatabases,
  listNodes,
  queryNode,
  runOnNode,
  startCleaner,
} from './citus-cluster.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  listAll,
  makeBalance,
  makeQuery,
  makeTransaction,
  makeWallet,
  PROJECT_ID,
  T0,
} from './contract/fixtures.ts';
import { makeDatabaseName, openTestStore } from './postgres-database.ts';
import { startFreezingProxy, startHoldingProxy } from './proxies.ts';

const MASTER_KEY = '0123456789abcdef'.repeat(4);
/** Less than a reader waits for: the connection to the lost node is refused. */
const REFUSED_MS_MAX = 2000;
const AFTER_FIRST_PHASE_MS = 500;

/** Returns the worker that stores the rows of a wallet. */
const NODE_OF_WALLET = `SELECT nodename || ':' || nodeport AS address
  FROM pg_dist_placement AS placement JOIN pg_dist_node AS node USING (groupid)
  WHERE shardid = get_shard_id_for_distribution_column('wallet_content',
    (SELECT wallet_no FROM wallet WHERE id = $1))`;

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
      await store.copyTransactions('wallet_one', [makeTransaction('tx_1')]);
      await store.distribute();
      expect(await listAll(store, 'wallet_one')).toHaveLength(1);
      const size = `SELECT pg_relation_size('wallet_transaction')::integer AS bytes`;
      expect(await queryNode(url, 'SELECT 1', size)).toEqual([{ bytes: 0 }]);
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
      await store.copyTransactions('wallet_one', [makeTransaction('tx_1')]);
      for (const node of await listNodes(url)) {
        const other = openTestStore(node);
        const page = await other.listTransactions('wallet_one', makeQuery());
        expect(page.totalCount).toBe(1);
        await other.close();
      }
    });

    it('the databases of a run of tests are dropped, including prepared transactions', async () => {
      const cleanUp = startCleaner(coordinatorUrl, name);
      for (const [index, node] of (await listNodes(url)).entries()) {
        const prepare = `PREPARE TRANSACTION '${name}_${index}'`;
        await runOnNode(node, ['BEGIN', 'SELECT pg_current_xact_id()', prepare]);
      }
      await cleanUp();
      for (const node of await listNodes(coordinatorUrl)) {
        const left = `SELECT 1 FROM pg_database WHERE datname = '${name}'`;
        expect(await queryNode(node, 'SELECT 1', left)).toEqual([]);
      }
    });
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
    const write = store.copyTransactions('wallet_one', rows(10));
    await vi.waitUntil(() => proxies.some((proxy) => proxy.held() > 0));
    const second = store.copyTransactions('wallet_one', rows(12));
    await sleep(AFTER_FIRST_PHASE_MS);
    for (const proxy of proxies) proxy.release();
    await Promise.all([write, second]);
    expect(await listAll(store, 'wallet_one')).toHaveLength(7);
    const checks = await store.checkIntegrity({ fix: false, nowMs: NOW_MS });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    for (const { server } of proxies) server.close();
  });

  describe('without one of its workers', () => {
    let workers: Awaited<ReturnType<typeof startFreezingProxy>>[];
    let lost: string;
    let lostWallet: string;
    let otherWallet: string;

    beforeEach(async () => {
      workers = [];
      url = await createCitusDatabase(coordinatorUrl, name, async (worker) => {
        workers.push(await startFreezingProxy(worker));
        return workers.at(-1)?.url ?? '';
      });
      store = openTestStore(url);
      await store.migrate();
      await store.distribute();
      await addProject(store);
      const byNode = await addWalletOnEachNode(store, url);
      const [worker] = workers;
      lost = new URL(worker?.url ?? '').host;
      lostWallet = byNode.get(lost) ?? '';
      otherWallet = [...byNode].find(([address]) => address !== lost)?.[1] ?? '';
      for (const walletId of [lostWallet, otherWallet]) {
        await store.copyTransactions(walletId, [makeTransaction('tx_1')]);
      }
      worker?.end();
      worker?.server.close();
    });
    afterEach(() => {
      for (const worker of workers) {
        worker.end();
        worker.server.close();
      }
    });

    it('refuses its wallets immediately and names it, and serves all others', async () => {
      const startedAtMs = performance.now();
      const refused = store.listTransactions(lostWallet, makeQuery());
      await expect(refused).rejects.toThrow(NodeUnavailableError);
      await expect(store.readBalances(lostWallet)).rejects.toThrow(lost);
      expect(performance.now() - startedAtMs).toBeLessThan(REFUSED_MS_MAX);
      expect((await store.listTransactions(otherWallet, makeQuery())).totalCount).toBe(1);
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

    it('synchronises the wallets of other workers', async () => {
      const lease = await claim(store, otherWallet);
      const balances = [makeBalance('ETH')];
      await store.recordBalances(lease, { readAtMs: 1, balances, quarantined: [] });
      await store.releaseLease(lease);
      expect((await store.readBalances(otherWallet)).json).toContain('ETH');
    });

    it('migrates, lists tenants and wallets, and doctor names the worker', async () => {
      await expect(store.migrate()).resolves.toEqual([]);
      const variables = { TELLER_DATABASE_URL: url, TELLER_MASTER_KEY: MASTER_KEY };
      for (const command of [['org', 'list'], ['wallet', 'list'], ['migrate']]) {
        const result = await callTeller(command, variables);
        expect([command, result.code, result.stderr]).toEqual([command, 0, '']);
      }
      const checked = await callTeller(['doctor'], variables);
      expect(checked.code).toBe(1);
      expect(checked.stdout + checked.stderr).toContain(lost);
    });
  });
});

/** Adds wallets until each worker has one. Returns them by the addresses of the workers. */
async function addWalletOnEachNode(
  store: PostgresStore,
  url: string,
): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const byNode = new Map<string, string>();
  for (let number = 0; byNode.size < 2; number += 1) {
    const id = `wallet_${number}`;
    await store.addWallet(makeWallet(id), CREDENTIALS);
    const { rows } = await client.query<{ readonly address: string }>(NODE_OF_WALLET, [id]);
    const address = rows[0]?.address ?? '';
    if (!byNode.has(address)) byNode.set(address, id);
  }
  await client.end();
  return byNode;
}
