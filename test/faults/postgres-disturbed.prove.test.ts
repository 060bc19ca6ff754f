/** A service under load while its PostgreSQL is frozen, crowded, locked or read-only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { headersOf as headersOfWallet, startService, type TellerService } from '../teller.ts';
import { deriveMasterKey } from '../../src/domain/master-key.ts';
import type { PostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { LISTING } from '../http/samples.ts';
import { createTenant, type Tenant } from '../http/tenants.ts';
import { recordFigures } from '../prove/figures.ts';
import { makeTransaction } from '../store/contract/fixtures.ts';
import { type Asked, Load } from '../store/nodes.ts';
import { migrateTestStore, openTestStore } from '../store/postgres-database.ts';
import { PostgresProcess } from '../store/postgres-process.ts';
import { storeRows } from '../store/store-rows.ts';
import { MASTER_KEY_TEXT } from '../sync/harness.ts';

const ROWS = 50;
const CALLERS = 6;
/** Longer than a statement may take. */
const DISTURBED_MS = 12_000;
/** The documented maximum (docs/postgresql.md), and what a busy machine adds. */
const REQUEST_MS_MAX = 6000 + 2000;
const RECOVERY_MS_MAX = 20_000;
const CALM_REQUESTS = 50;

let server: PostgresProcess;
let url: string;
let store: PostgresStore;
let tenant: Tenant;
let service: TellerService;
let admin: pg.Client;

beforeAll(async () => {
  ({ server, url } = await PostgresProcess.start());
  store = openTestStore(url);
  await migrateTestStore(store);
  tenant = await createTenant(store, deriveMasterKey(MASTER_KEY_TEXT));
  const rows = Array.from({ length: ROWS }, (_, index) => makeTransaction(`tx_${index}`));
  await storeRows(store, tenant.walletId, rows);
  service = await startService({
    TELLER_DATABASE_URL: url,
    TELLER_MASTER_KEY: MASTER_KEY_TEXT,
    TELLER_RATE_LIMIT: '0',
  });
  admin = new pg.Client(url);
  admin.on('error', () => undefined);
  await admin.connect();
}, 120_000);
afterAll(async () => {
  await service.stop();
  await admin.end();
  await store.close();
  await server.close();
});

/** Calls the service before, during and after a disturbance. Returns the requests. */
async function disturb(
  begin: () => Promise<() => Promise<void> | void>,
): Promise<readonly Asked[]> {
  let requests = 0;
  await using load = new Load([service], CALLERS, () => {
    requests += 1;
    // Each request is different, so that none is answered from a cache.
    const since = new Date(requests).toISOString();
    return [`${LISTING}?since=${since}`, headersOfWallet(tenant, tenant.walletId)];
  });
  await vi.waitUntil(() => load.asked.length > CALM_REQUESTS, { timeout: 20_000 });
  const end = await begin();
  await sleep(DISTURBED_MS);
  await end();
  const endedAtMs = performance.now();
  await vi.waitUntil(
    () => {
      const after = load.asked.filter(({ sentAtMs }) => sentAtMs > endedAtMs).slice(-CALM_REQUESTS);
      return after.length === CALM_REQUESTS && after.every(({ status }) => status === 200);
    },
    { timeout: RECOVERY_MS_MAX, interval: 100 },
  );
  return load.stop();
}

/** Expects right data or 503. Returns the time of the slowest request (ms). */
function check(asked: readonly Asked[]): number {
  expect(asked.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  for (const { status, body, retryAfter } of asked) {
    if (status === 200) expect(body).toContain(`"totalCount":${ROWS}`);
    else expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  return Math.max(...asked.map(({ tookMs }) => tookMs));
}

/** Returns the processes of the server. */
async function listProcesses(): Promise<readonly number[]> {
  const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
  const file = readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8');
  const main = Number(file.split('\n', 1)[0]);
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      return Number(fields[1]) === main;
    } catch {
      return false;
    }
  });
  return [main, ...children.map(Number)];
}

/** Opens as many connections as the server still accepts. */
async function fillSlots(): Promise<readonly pg.Client[]> {
  const clients: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      clients.push(client);
    } catch {
      return clients;
    }
  }
}

/** What happens to the database, by name: begins it, and returns a function that ends it. */
const DISTURBANCES: Readonly<Record<string, () => Promise<() => Promise<void> | void>>> = {
  frozen: async () => {
    const processes = await listProcesses();
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    };
  },
  'out of slots': async () => {
    // The connections of the service are closed, and others take their place.
    const ending = admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`);
    const clients = await fillSlots();
    await ending;
    return async () => {
      await Promise.all(clients.map((client) => client.end()));
    };
  },
  'with locked tables': async () => {
    await admin.query('BEGIN; LOCK TABLE api_key, wallet_transaction IN ACCESS EXCLUSIVE MODE');
    return async () => {
      await admin.query('ROLLBACK');
    };
  },
  'read-only': async () => {
    await admin.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await admin.query('SELECT pg_reload_conf()');
    return async () => {
      await admin.query('SET default_transaction_read_only = off');
      await admin.query('ALTER SYSTEM RESET default_transaction_read_only');
      await admin.query('SELECT pg_reload_conf()');
    };
  },
};

describe('a service whose database is', { timeout: 120_000 }, () => {
  it.for(Object.keys(DISTURBANCES))('%s returns right data or 503', async (name, { task }) => {
    const asked = await disturb(DISTURBANCES[name]!);
    const slowestMs = check(asked);
    expect(slowestMs).toBeLessThan(REQUEST_MS_MAX);
    recordFigures(task, {
      counts: { 'requests to a disturbed database': asked.length },
      maxima: { 'ms of the slowest request': slowestMs },
    });
  });
});
