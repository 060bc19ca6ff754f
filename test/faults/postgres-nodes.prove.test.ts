/** Two services and two workers on one PostgreSQL, whose processes are stopped. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type ExchangeName, generateHistory, type AccountOf } from '../../simulator/catalogue.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { type History, reportedAt } from '../../simulator/truth.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { deriveMasterKey } from '../../src/domain/master-key.ts';
import { sealCredentials } from '../../src/domain/sealed-credentials.ts';
import type { PostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { createTenant, headersOf, type Tenant } from '../http/tenants.ts';
import { describeDifferences } from '../describe-differences.ts';
import { KEYS, MASTER_KEY_TEXT, pickHeld, pickReported } from '../sync/harness.ts';
import { startService, type TellerService } from '../teller.ts';
import { listAll, makeTransaction, makeWallet } from '../store/contract/fixtures.ts';
import { ask, Load, startSyncNode, type SyncNode, Watch } from '../store/nodes.ts';
import { CITUS_URL, endWorkerSessions } from '../store/citus-cluster.ts';
import {
  createTestDatabase,
  migrateTestStore,
  openTestStore,
  type TestDatabase,
} from '../store/postgres-database.ts';
import { PostgresProcess } from '../store/postgres-process.ts';
import { storeRows } from '../store/store-rows.ts';

/** Maximum time until every node returns the changes of any process. */
const SEEN_MS_MAX = 1000;
/** The documented maximum (docs/postgresql.md): a request reads at most twice, each time within 9 s. */
const REQUEST_MS_MAX = 18_000;
const RECOVERY_MS_MAX = 20_000;
/** Longer than a lease. */
const FROZEN_MS = 14_000;
const CONTINUED_MS = 3000;
/**
 * Maximum overlaps: a worker that was paused for longer than its lease sends requests until a write fails.
 * Workers without leases would overlap hundreds of times.
 */
const OVERLAPS_MAX = 20;
const WAIT = { timeout: 45_000, interval: 20 };
const LISTING = '/v0/wallet/transactions';
const EXCHANGES = ['bitstamp', 'bitvavo', 'coinbase', 'htx', 'okx'] as const;
/** The exchange with a history that takes enough requests for a worker to be killed meanwhile. */
const LONGEST = 'htx';
const ROWS = 60;

const clock = new SimulatedClock({ startMs: Date.now(), runsWith: Date.now });
const masterKey = deriveMasterKey(MASTER_KEY_TEXT);
const histories = new Map<ExchangeName, History>(
  EXCHANGES.map((exchange) => {
    // No worker changes a record while the test runs.
    const options = { seed: 'nodes', toMs: clock.now(), count: ROWS, pending: 0 };
    return [exchange, generateHistory(exchange, options)];
  }),
);

/** `undefined` on a Citus cluster: its nodes are shared with other tests and are not restarted. */
let server: PostgresProcess | undefined;
let database: TestDatabase | undefined;
let variables: Record<string, string>;
let store: PostgresStore;
let tenant: Tenant;
let services: TellerService[];

beforeAll(async () => {
  const url = await openDatabase();
  variables = { TELLER_DATABASE_URL: url, TELLER_MASTER_KEY: MASTER_KEY_TEXT };
  store = openTestStore(url);
  await migrateTestStore(store);
  tenant = await createTenant(store, masterKey);
  const options = { ...variables, TELLER_RATE_LIMIT: '0' };
  services = await Promise.all([startService(options), startService(options)]);
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await store.close();
  await server?.close();
  await database?.drop();
});

/** Opens a database on a server that the tests may restart, or on the cluster. */
async function openDatabase(): Promise<string> {
  if (CITUS_URL === undefined) {
    const started = await PostgresProcess.start();
    server = started.server;
    return started.url;
  }
  database = await createTestDatabase();
  return database.url;
}

function addAccounts(simulator: Simulator): void {
  for (const exchange of EXCHANGES) {
    const account = { credentials: KEYS[exchange], history: histories.get(exchange)! };
    simulator.addAccount(exchange, account as AccountOf<typeof exchange>);
  }
}

async function addWallet(id: string, exchange: ExchangeName): Promise<void> {
  const sealed = sealCredentials({ ...KEYS[exchange] }, id, masterKey, randomBytes);
  const createdAtMs = Date.now();
  await store.addWallet(
    makeWallet(id, { exchange, projectId: tenant.projectId, createdAtMs }),
    sealed,
  );
}

describe('services', () => {
  const totalOf = (body: string): unknown =>
    (JSON.parse(body) as { pagination?: { totalCount: number } }).pagination?.totalCount;

  it('return the changes of another process within a second, and remain available', async () => {
    await using load = new Load(services, 1, () => [LISTING, headersOf(tenant)]);
    for (let count = 1; count <= 5; count += 1) {
      await storeRows(store, tenant.walletId, [makeTransaction(`tx_${count}`)]);
      const writtenAtMs = performance.now();
      await vi.waitFor(async () => {
        for (const { url } of services) {
          const { body } = await ask(url, LISTING, headersOf(tenant));
          expect(totalOf(body)).toBe(count);
        }
      }, WAIT);
      const late = load.asked.filter(({ sentAtMs }) => sentAtMs > writtenAtMs + SEEN_MS_MAX);
      expect(late.filter(({ body }) => totalOf(body) !== count)).toEqual([]);
    }
    const asked = await load.stop();
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('refuse a revoked key within a second', async () => {
    const other = await createTenant(store, masterKey);
    await using load = new Load(services, 1, () => [LISTING, headersOf(other)]);
    await vi.waitFor(() => expect(load.asked.length).toBeGreaterThan(50), WAIT);
    await store.revokeApiKey(other.keyId, Date.now());
    const revokedAtMs = performance.now();
    const isLate = ({ sentAtMs }: { sentAtMs: number }) => sentAtMs > revokedAtMs + SEEN_MS_MAX;
    await vi.waitFor(() => expect(load.asked.filter(isLate).length).toBeGreaterThan(50), WAIT);
    const asked = await load.stop();
    expect(asked.map(({ status }) => status)).toContain(401);
    // An address that repeats a refused key too often gets 429.
    const late = asked.filter(isLate).map(({ status }) => status);
    expect(late.filter((status) => status !== 401 && status !== 429)).toEqual([]);
    await store.removeWallet(other.walletId);
  });
});

describe('workers', () => {
  const watch = new Watch();
  const nodes: SyncNode[] = [];

  async function start(): Promise<SyncNode> {
    const node = await startSyncNode(clock, variables, (simulator) => {
      addAccounts(simulator);
      watch.observe(simulator);
    });
    nodes.push(node);
    return node;
  }

  beforeAll(async () => {
    await Promise.all([start(), start()]);
  });

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
  });

  const listOurs = async () =>
    (await store.listWallets(tenant.projectId)).filter(({ id }) => id !== tenant.walletId);

  /** Returns the number of requests of a node to the exchange with the longest history. */
  const countRequests = ({ simulator }: SyncNode): number =>
    simulator.requests.entries.filter(({ exchange }) => exchange === LONGEST).length;

  /** Expects that a wallet has exactly the rows of the exchange. */
  async function expectRows(walletId: string, exchange: (typeof EXCHANGES)[number]): Promise<void> {
    const { rows } = histories.get(exchange)!;
    const reported = rows.flatMap((row) => reportedAt(row, clock.now()) ?? []);
    const held = await listAll(store, walletId);
    expect(describeDifferences(held.map(pickHeld), reported.map(pickReported))).toEqual([]);
  }

  it('synchronise a wallet one at a time, and take over the wallets of a killed worker', async () => {
    for (const exchange of EXCHANGES) await addWallet(`wallet_${exchange}`, exchange);
    const holder = await vi.waitUntil(() => nodes.find((node) => countRequests(node) > 5), WAIT);
    await holder.end('SIGKILL');
    expect((await store.readSyncState(`wallet_${LONGEST}`)).historyComplete).toBe(false);
    await vi.waitFor(async () => {
      expect((await listOurs()).map(({ sync }) => sync.historyComplete)).not.toContain(false);
    }, WAIT);
    for (const exchange of EXCHANGES) await expectRows(`wallet_${exchange}`, exchange);
    const other = nodes.find((node) => node !== holder);
    expect(other && countRequests(other)).toBeGreaterThan(0);
    expect(watch.overlaps.length).toBeLessThan(OVERLAPS_MAX);
    await start();
  }, 90_000);

  it('a worker that is frozen for longer than its lease changes nothing when it continues', async () => {
    const id = 'wallet_frozen';
    const counts = new Map(nodes.map((node) => [node, countRequests(node)]));
    await addWallet(id, LONGEST);
    const holder = await vi.waitUntil(
      () => nodes.find((node) => countRequests(node) > (counts.get(node) ?? 0) + 5),
      WAIT,
    );
    const frozen = holder.freeze(FROZEN_MS);
    await vi.waitFor(async () => {
      expect((await store.readSyncState(id)).historyComplete).toBe(true);
    }, WAIT);
    await frozen;
    await expectRows(id, LONGEST);
    // It has continued its run, whose lease it no longer has.
    await sleep(CONTINUED_MS);
    await expectRows(id, LONGEST);
    const checks = await store.checkIntegrity({ fix: false, nowMs: Date.now() });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  }, 90_000);

  it.skipIf(CITUS_URL !== undefined).each(['shut-down', 'stop'] as const)(
    'and services survive a restart of the database (%s)',
    async (command) => {
      let requests = 0;
      await using load = new Load(services, 4, () => {
        requests += 1;
        // Each request is different, so that none is answered from a cache.
        return [`${LISTING}?since=${new Date(requests * 1000).toISOString()}`, headersOf(tenant)];
      });
      await vi.waitFor(() => expect(load.asked.length).toBeGreaterThan(100), WAIT);
      await server?.command(command);
      await vi.waitFor(() => expect(load.asked.map(({ status }) => status)).toContain(503), WAIT);
      await server?.command('start');
      const startedAtMs = performance.now();
      await vi.waitFor(
        () => {
          const late = load.asked.filter(({ sentAtMs }) => sentAtMs > startedAtMs);
          expect(late.length).toBeGreaterThan(100);
          expect(late.slice(-100).map(({ status }) => status)).not.toContain(503);
        },
        { ...WAIT, timeout: RECOVERY_MS_MAX },
      );
      const asked = await load.stop();

      expect(asked.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      expect(Math.max(...asked.map(({ tookMs }) => tookMs))).toBeLessThan(REQUEST_MS_MAX);
      for (const { status, retryAfter, body } of asked) {
        if (status !== 503) continue;
        expect(JSON.parse(body)).toMatchObject({ code: 'store_unavailable' });
        expect(Number(retryAfter)).toBeGreaterThan(0);
      }

      const id = `wallet_after_${command}`;
      await addWallet(id, 'okx');
      await vi.waitFor(async () => {
        expect((await store.readSyncState(id)).historyComplete).toBe(true);
      }, WAIT);
    },
    90_000,
  );

  // One PostgreSQL has no nodes, so a run without a cluster skips nothing.
  it.each(CITUS_URL === undefined ? [] : ['closed connections'])(
    'and services survive %s of cluster nodes',
    async () => {
      let requests = 0;
      await using load = new Load(services, 4, () => {
        requests += 1;
        return [`${LISTING}?since=${new Date(requests * 1000).toISOString()}`, headersOf(tenant)];
      });
      for (let round = 1; round <= 5; round += 1) {
        // The first statements on a connection that a node has ended fail.
        await vi.waitFor(() => addWallet(`wallet_round_${round}`, 'okx'), WAIT);
        const before = load.asked.length;
        await vi.waitFor(() => expect(load.asked.length).toBeGreaterThan(before + 50), WAIT);
        await endWorkerSessions(variables['TELLER_DATABASE_URL'] ?? '');
      }
      const endedAtMs = performance.now();
      await vi.waitFor(() => {
        const late = load.asked.filter(({ sentAtMs }) => sentAtMs > endedAtMs);
        expect(late.slice(50).length).toBeGreaterThan(50);
        expect(late.slice(-50).map(({ status }) => status)).not.toContain(503);
      }, WAIT);
      const asked = await load.stop();
      expect(asked.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      await vi.waitFor(async () => {
        expect((await listOurs()).map(({ sync }) => sync.historyComplete)).not.toContain(false);
      }, WAIT);
      const checks = await store.checkIntegrity({ fix: false, nowMs: Date.now() });
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    },
    120_000,
  );
});

it('one service continues to respond if the other is killed', async () => {
  const [killed, other] = services;
  await killed!.kill();
  expect((await ask(killed!.url, LISTING, headersOf(tenant))).status).toBe(0);
  expect((await ask(other!.url, LISTING, headersOf(tenant))).status).toBe(200);
});
