/** A database that returns the state of a synchronisation, but not the rows of a wallet. */
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { runWallet } from '../../src/sync/wallet-run.ts';
import {
  createMigratedDatabase,
  STORE_OPTIONS,
  type TestDatabase,
} from '../store/postgres-database.ts';
import { SyncBench } from '../sync/harness.ts';

const WALLET_ID = 'wallet_okx';
const RETRY_MS_MAX = 60_000;
/** Long enough for two renewals of a lease. */
const RENEWALS_MS = 5000;

let database: TestDatabase;
let blocker: pg.Client;

beforeEach(async () => {
  database = await createMigratedDatabase();
  blocker = new pg.Client(database.url);
  await blocker.connect();
  return async () => {
    await blocker.end();
    await database.drop();
  };
});

let bench: SyncBench;
afterEach(() => bench.close());

async function openBench(): Promise<void> {
  // As the worker opens it.
  const store = openPostgresStore({ ...STORE_OPTIONS, url: database.url, waitsForLocks: true });
  bench = await new SyncBench({ openStore: () => Promise.resolve(store) }).open();
  await bench.add('okx', { count: 5 });
}

it('records the failure, and retries the wallet within a minute', async () => {
  const { pathname } = new URL(database.url);
  await database.query(`ALTER DATABASE ${pathname.slice(1)} SET lock_timeout = 300`);
  await openBench();
  await blocker.query('BEGIN; LOCK TABLE wallet_credentials');
  for (let failureCount = 1; failureCount <= 2; failureCount += 1) {
    expect(await bench.sync(WALLET_ID)).toMatchObject({
      ok: false,
      failure: { code: 'store_unavailable' },
    });
    const state = await bench.store.readSyncState(WALLET_ID);
    expect(state).toMatchObject({ failureCount, failure: { code: 'store_unavailable' } });
    expect(state.nextRunAtMs).toBeGreaterThan(bench.nowMs);
    expect(state.nextRunAtMs).toBeLessThanOrEqual(bench.nowMs + RETRY_MS_MAX);
  }
  await blocker.query('COMMIT');
  expect(await bench.sync(WALLET_ID)).toMatchObject({ ok: true });
}, 60_000);

it('starts no renewal of a lease while another one waits', async () => {
  await openBench();
  const nowMs = bench.nowMs;
  const lease = await bench.store.claimWallet({ nowMs, untilMs: nowMs + 10_000 });
  let waiting = 0;
  let isFirst = true;
  bench.simulator.onRequest(async () => {
    if (!isFirst) return;
    isFirst = false;
    await blocker.query('BEGIN; SELECT 1 FROM wallet_sync FOR UPDATE');
    await sleep(RENEWALS_MS);
    waiting = await countWaiting();
    await blocker.query('COMMIT');
  });
  expect(await runWallet(bench.workerOptions(), { lease: lease! })).toMatchObject({ ok: true });
  expect(waiting).toBe(1);
}, 60_000);

/** Counts the statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const [found] = await database.query(
    `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(found?.['count']);
}
