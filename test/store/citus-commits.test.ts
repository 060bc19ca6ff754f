/**
 * The time between the two phases of a commit on a Citus cluster: the coordinator has committed, the
 * shard has not. It runs if `TELLER_TEST_CITUS_URL` names a coordinator.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { BALANCE, LISTING } from '../http/samples.ts';
import { MASTER_KEY, NOW_MS, type ServiceHarness, startService } from '../http/service-harness.ts';
import { createTenant, headersOf, type Tenant } from '../http/tenants.ts';
import {
  CITUS_URL,
  createCitusDatabase,
  dropCitusDatabases,
  queryNode,
  runOnNode,
} from './citus-cluster.ts';
import { listAll, makeBalance, makeTransaction, T0 } from './contract/fixtures.ts';
import { makeDatabaseName, openTestStore } from './postgres-database.ts';
import { startHoldingProxy } from './proxies.ts';

type HoldingProxy = Awaited<ReturnType<typeof startHoldingProxy>>;

/** Longer than callers are cached. */
const AFTER_EXPIRY_MS = 1100;

describe.skipIf(CITUS_URL === undefined)('between the phases of a commit', () => {
  const name = makeDatabaseName();
  let proxies: HoldingProxy[];
  let url: string;
  let store: PostgresStore;
  let service: ServiceHarness;
  let tenant: Tenant;

  beforeEach(async () => {
    proxies = [];
    url = await createCitusDatabase(CITUS_URL ?? '', name, async (worker) => {
      const proxy = await startHoldingProxy(worker, 'COMMIT PREPARED');
      proxies.push(proxy);
      return proxy.url;
    });
    store = openTestStore(url);
    await store.migrate();
    await store.distribute();
    service = await startService({ wrapStore: () => store });
    tenant = await createTenant(store, MASTER_KEY, {
      transactions: [makeTransaction('tx_1')],
      balances: [makeBalance('BTC')],
      syncedAtMs: NOW_MS,
    });
  });
  afterEach(async () => {
    release();
    await service.stop();
    await store.close();
    await dropCitusDatabases(CITUS_URL ?? '', name);
    for (const { server } of proxies) server.close();
  });

  const ask = (path: string, headers: Record<string, string> = {}) =>
    service.send({ path, headers: { ...headersOf(tenant), ...headers } });
  const release = () => {
    for (const proxy of proxies) proxy.release();
  };

  /** Starts a write whose second phase does not reach the shard. */
  async function writeHalf(
    write: () => Promise<unknown>,
  ): Promise<{ readonly finished: Promise<unknown> }> {
    for (const proxy of proxies) proxy.hold();
    const finished = write();
    finished.catch(() => undefined);
    await vi.waitUntil(() => proxies.some((proxy) => proxy.held() > 0));
    return { finished };
  }

  const coordinatorHas = (revision: unknown) =>
    runOnNode(url, [`UPDATE wallet_sync SET balances_revision = ${String(revision)}`]);

  async function recordBalances(): Promise<void> {
    const at = { nowMs: NOW_MS + 1000, untilMs: NOW_MS + 2000, walletId: tenant.walletId };
    const lease = await store.claimWallet(at);
    const balances = [makeBalance('ETH')];
    const record = { readAtMs: 1, balances, withdrawableUnverified: false, quarantined: [] };
    await store.recordBalances(lease!, record);
    await store.releaseLease(lease!);
  }

  const writes = {
    [LISTING]: () => store.copyTransactions(tenant.walletId, [makeTransaction('tx_2')]),
    [`${LISTING}?since=2024-01-01&asset=BTC`]: () =>
      store.copyTransactions(tenant.walletId, [makeTransaction('tx_2')]),
    [`${LISTING}?page=1&limit=1`]: () =>
      store.copyTransactions(tenant.walletId, [makeTransaction('tx_2')]),
  };

  it.each(Object.entries(writes))('%s is not cached with the former rows', async (path, write) => {
    const before = await ask(path);
    const { finished } = await writeHalf(write);
    service.clock.nowMs += AFTER_EXPIRY_MS;
    const between = await ask(path);
    expect([between.status, between.body]).toEqual([200, before.body]);
    release();
    await finished;
    service.clock.nowMs += AFTER_EXPIRY_MS;
    const after = await ask(path, { 'if-none-match': String(between.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.body).not.toBe(before.body);
    const again = await ask(path);
    expect([again.body, again.headers.etag]).toEqual([after.body, after.headers.etag]);
  });

  // Citus commits a write over one connection to one worker in one phase, before the coordinator commits.
  it('balances that only the shard has committed are not cached', async () => {
    const former = await readBalancesRevision();
    await recordBalances();
    const written = await readBalancesRevision();
    await coordinatorHas(former);
    const between = await ask(BALANCE);
    expect(between.body).toContain('ETH');
    await coordinatorHas(written);
    service.clock.nowMs += AFTER_EXPIRY_MS;
    const after = await ask(BALANCE);
    expect(after.body).toBe(between.body);
    expect([written === former, after.headers.etag === between.headers.etag]).toEqual([
      false,
      false,
    ]);
  });

  it('balances that only the shard has committed get a new revision when they are read again', async () => {
    const before = await ask(BALANCE);
    const former = await readBalancesRevision();
    await recordBalances();
    await coordinatorHas(former);
    await recordBalances();
    service.clock.nowMs += AFTER_EXPIRY_MS;
    const after = await ask(BALANCE, { 'if-none-match': String(before.headers.etag) });
    expect(after.status).toBe(200);
    expect(after.body).toContain('ETH');
    expect(await ask(BALANCE)).toMatchObject({ headers: { etag: after.headers.etag } });
  });

  async function readBalancesRevision(): Promise<unknown> {
    const sql = 'SELECT balances_revision AS revision FROM wallet_sync';
    return (await queryNode(url, 'SELECT 1', sql))[0]?.['revision'];
  }

  it('the next writer of the wallet waits for the shard', async () => {
    const rows = (first: number) =>
      Array.from({ length: 5 }, (_, index) =>
        makeTransaction(`tx_${first + index}`, { timestampMs: T0 + first + index }),
      );
    const { finished } = await writeHalf(() => store.copyTransactions(tenant.walletId, rows(10)));
    const second = store.copyTransactions(tenant.walletId, rows(12));
    await sleep(AFTER_EXPIRY_MS);
    release();
    await Promise.all([finished, second]);
    expect(await listAll(store, tenant.walletId)).toHaveLength(8);
    const checks = await store.checkIntegrity({ fix: false, nowMs: NOW_MS });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});
