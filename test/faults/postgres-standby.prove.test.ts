/** A service that reads from a standby, which is behind while rows are written, and is promoted when the server fails. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { deriveMasterKey } from '../../src/domain/master-key.ts';
import type { PostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { LISTING } from '../http/samples.ts';
import { createTenant, type Tenant } from '../http/tenants.ts';
import { recordFigures } from '../prove/figures.ts';
import { listAll, makeTransaction } from '../store/contract/fixtures.ts';
import { type Asked, Load } from '../store/nodes.ts';
import { migrateTestStore, openTestStore } from '../store/postgres-database.ts';
import { PostgresServer } from '../store/postgres-server.ts';
import { storeRows } from '../store/store-rows.ts';
import { MASTER_KEY_TEXT } from '../sync/harness.ts';
import { headersOf, startService, type TellerService } from '../teller.ts';

const DELAY_MS = 500;
const WRITES = 40;
const STOPS = 2;
const CALLERS = 3;
const CALM_REQUESTS = 50;
const WAIT = { timeout: 30_000, interval: 50 };

let server: PostgresServer;
let standby: PostgresServer;
let store: PostgresStore;
let tenant: Tenant;
let service: TellerService;

beforeAll(async () => {
  server = new PostgresServer();
  await server.create();
  store = openTestStore(server.url);
  await migrateTestStore(store);
  tenant = await createTenant(store, deriveMasterKey(MASTER_KEY_TEXT));
  // The copy has the schema already: a service does not start on a standby that has not replicated it yet.
  standby = await server.createStandby(DELAY_MS);
  service = await startService({
    TELLER_DATABASE_URL: server.url,
    TELLER_DATABASE_REPLICA_URL: standby.url,
    TELLER_MASTER_KEY: MASTER_KEY_TEXT,
    TELLER_RATE_LIMIT: '0',
  });
}, 120_000);
afterAll(async () => {
  await service.stop();
  await store.close();
  await standby.remove();
  await server.remove();
});

const countOf = ({ body }: Asked): number =>
  (JSON.parse(body) as { pagination: { totalCount: number } }).pagination.totalCount;

/** A response, and the number of rows of the wallet in it. */
interface Served {
  readonly sentAtMs: number;
  readonly endedAtMs: number;
  readonly count: number;
}

/** Returns the responses with fewer rows than one that had ended before they were requested. */
function findOlder(served: readonly Served[]): readonly Served[] {
  const ended = served.toSorted((left, right) => left.endedAtMs - right.endedAtMs);
  let [newest, next] = [0, 0];
  return served
    .toSorted((left, right) => left.sentAtMs - right.sentAtMs)
    .filter(({ sentAtMs, count }) => {
      for (; ended[next] !== undefined && ended[next]!.endedAtMs < sentAtMs; next += 1) {
        newest = Math.max(newest, ended[next]!.count);
      }
      return count < newest;
    });
}

it(
  'returns no older row after a newer one, and serves all replicated rows after the promotion',
  { timeout: 120_000 },
  async ({ task }) => {
    const headers = headersOf(tenant, tenant.walletId);
    await using load = new Load([service], CALLERS, () => [`${LISTING}?limit=1`, headers]);
    await vi.waitUntil(() => load.asked.some(({ status }) => status === 200), WAIT);
    const readyAtMs = performance.now();
    for (let count = 1; count <= WRITES; count += 1) {
      await storeRows(store, tenant.walletId, [makeTransaction(`tx_${count}`)]);
      // A busy machine can write all rows between two responses, and then no response is from in between.
      if (count % (WRITES / STOPS) === 0) {
        await vi.waitUntil(() => load.asked.at(-1)?.body.includes(`"totalCount":${count}`), WAIT);
      }
    }

    await server.stop();
    const admin = new pg.Client(standby.url);
    await admin.connect();
    await admin.query('SELECT pg_promote()');
    await admin.end();
    const promotedAtMs = performance.now();
    await vi.waitUntil(
      () => load.asked.filter(({ sentAtMs }) => sentAtMs > promotedAtMs).length > CALM_REQUESTS,
      WAIT,
    );
    const asked = (await load.stop()).filter(({ sentAtMs }) => sentAtMs > readyAtMs);

    expect(asked.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    const served = asked
      .filter(({ status }) => status === 200)
      .map((each) => ({
        sentAtMs: each.sentAtMs,
        endedAtMs: each.sentAtMs + each.tookMs,
        count: countOf(each),
      }));
    expect(findOlder(served)).toEqual([]);
    const promotedCounts = served.filter(({ sentAtMs }) => sentAtMs > promotedAtMs);
    expect(promotedCounts.map(({ count }) => count)).toContain(WRITES);
    expect(new Set(served.map(({ count }) => count)).size).toBeGreaterThan(2);
    const promoted = openTestStore(standby.url);
    await storeRows(promoted, tenant.walletId, [makeTransaction('tx_after')]);
    expect((await listAll(promoted, tenant.walletId)).length).toBe(WRITES + 1);
    await promoted.close();
    recordFigures(task, { counts: { 'requests to a standby': asked.length } });
  },
);
