/** A service under load while its PostgreSQL is frozen, crowded, locked or read-only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import {
  askTeller,
  headersOf as headersOfWallet,
  startService,
  type TellerService,
} from '../teller.ts';
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
/**
 * The documented maximum of a read (docs/postgresql.md). These reads take at most 6 s of it: the pool has more connections than
 * there are callers, so none waits for one. The rest is for a busy machine.
 */
const REQUEST_MS_MAX = 9000;
const RECOVERY_MS_MAX = 20_000;
const CALM_REQUESTS = 50;
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const TOO_MANY_CONNECTIONS = '53300';

let server: PostgresProcess;
let url: string;
let store: PostgresStore;
let tenant: Tenant;
let service: TellerService;
let manageKey: string;
let admin: pg.Client;
/** Each request is different, so that none is answered from a cache. */
let requests = 0;

beforeAll(async () => {
  ({ server, url } = await PostgresProcess.start());
  store = openTestStore(url);
  await migrateTestStore(store);
  tenant = await createTenant(store, deriveMasterKey(MASTER_KEY_TEXT));
  const rows = Array.from({ length: ROWS }, (_, index) => makeTransaction(`tx_${index}`));
  await storeRows(store, tenant.walletId, rows);
  const variables = {
    TELLER_DATABASE_URL: url,
    TELLER_MASTER_KEY: MASTER_KEY_TEXT,
    TELLER_RATE_LIMIT: '0',
  };
  ({ manageKey } = await askTeller<{ manageKey: string }>(['manage-key', 'create'], variables));
  service = await startService(variables, ['--no-sync', '--manage-port', '0']);
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

/** The requests before, during and after a disturbance. */
interface Disturbed {
  readonly asked: readonly Asked[];
  /** Those that were sent and answered while the database was disturbed. */
  readonly during: readonly Asked[];
}

/** Calls the service before, during and after a disturbance. */
async function disturb({ begin, changes }: Disturbance): Promise<Disturbed> {
  await using load = new Load([service], CALLERS, () => {
    requests += 1;
    const since = new Date(requests).toISOString();
    return [`${LISTING}?since=${since}`, headersOfWallet(tenant, tenant.walletId)];
  });
  await vi.waitUntil(() => load.asked.length > CALM_REQUESTS, { timeout: 20_000 });
  const organizations = await countOrganizations();
  const end = await begin();
  const beganAtMs = performance.now();
  await sleep(DISTURBED_MS);
  if (changes === 503) await expectRefused(await createOrganization());
  const endedAtMs = performance.now();
  await end();
  const calmAtMs = performance.now();
  await vi.waitUntil(
    () => {
      const after = load.asked.filter(({ sentAtMs }) => sentAtMs > calmAtMs).slice(-CALM_REQUESTS);
      return after.length === CALM_REQUESTS && after.every(({ status }) => status === 200);
    },
    { timeout: RECOVERY_MS_MAX, interval: 100 },
  );
  const asked = await load.stop();
  expect((await createOrganization()).status).toBe(201);
  // A refused change has changed nothing.
  expect(await countOrganizations()).toBe(organizations + 1);
  const during = asked.filter(
    ({ sentAtMs, tookMs }) => sentAtMs > beganAtMs && sentAtMs + tookMs < endedAtMs,
  );
  return { asked, during };
}

function createOrganization(): Promise<Response> {
  return fetch(`${service.manageUrl}/v0/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${manageKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'new' }),
  });
}

async function countOrganizations(): Promise<number> {
  const { rows } = await admin.query('SELECT 1 FROM organization');
  return rows.length;
}

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ code: 'store_unavailable' });
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

/** Returns the process that has started the others of the server. */
async function findMainProcess(): Promise<number> {
  const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
  const file = readFileSync(join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8');
  return Number(file.split('\n', 1)[0]);
}

function listChildren(main: number): readonly number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      return Number(fields[1]) === main;
    } catch {
      return false;
    }
  });
  return children.map(Number);
}

/** Opens as many connections as the server still accepts. */
async function fillSlots(): Promise<readonly pg.Client[]> {
  const clients: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'filler' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      clients.push(client);
    } catch (error) {
      expect(error).toMatchObject({ code: TOO_MANY_CONNECTIONS });
      return clients;
    }
  }
}

/** Replaces the connections of the service, and takes the slots that are free. */
async function takeSlots(): Promise<readonly pg.Client[]> {
  const first = await fillSlots();
  // Otherwise it would connect again before its slots are taken.
  process.kill(service.pid, 'SIGSTOP');
  try {
    const others = `FROM pg_stat_activity WHERE pid <> pg_backend_pid()
      AND backend_type = 'client backend' AND application_name <> 'filler'`;
    await admin.query(`SELECT pg_terminate_backend(pid) ${others}`);
    const countOthers = async () => (await admin.query(`SELECT 1 ${others}`)).rowCount;
    await vi.waitUntil(async () => (await countOthers()) === 0, { timeout: 20_000 });
    return [...first, ...(await fillSlots())];
  } finally {
    process.kill(service.pid, 'SIGCONT');
  }
}

/** What happens to the database. */
interface Disturbance {
  /** Begins it, and returns a function that ends it. */
  readonly begin: () => Promise<() => Promise<void> | void>;
  /** The status of every read meanwhile. */
  readonly reads: 200 | 503;
  /** The status of a change meanwhile; missing if it waits until the end, because its timeouts are longer. */
  readonly changes?: 503;
}

const DISTURBANCES: Readonly<Record<string, Disturbance>> = {
  frozen: {
    begin: async () => {
      const main = await findMainProcess();
      // First, so that it starts no other process meanwhile.
      process.kill(main, 'SIGSTOP');
      const children = listChildren(main);
      for (const pid of children) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of [...children, main]) process.kill(pid, 'SIGCONT');
      };
    },
    reads: 503,
  },
  'out of slots': {
    begin: async () => {
      const clients = await takeSlots();
      return async () => {
        await Promise.all(clients.map((client) => client.end()));
      };
    },
    reads: 503,
    changes: 503,
  },
  'with locked tables': {
    begin: async () => {
      await admin.query('BEGIN; LOCK TABLE api_key, wallet_transaction IN ACCESS EXCLUSIVE MODE');
      return async () => {
        await admin.query('ROLLBACK');
      };
    },
    reads: 503,
  },
  'read-only': {
    begin: async () => {
      await admin.query('ALTER SYSTEM SET default_transaction_read_only = on');
      await admin.query('SELECT pg_reload_conf()');
      return async () => {
        await admin.query('SET default_transaction_read_only = off');
        await admin.query('ALTER SYSTEM RESET default_transaction_read_only');
        await admin.query('SELECT pg_reload_conf()');
      };
    },
    reads: 200,
    changes: 503,
  },
};

describe('a service whose database is', { timeout: 240_000 }, () => {
  it.for(Object.entries(DISTURBANCES))(
    '%s returns right data or 503',
    async ([, disturbance], { task }) => {
      const { asked, during } = await disturb(disturbance);
      expect([...new Set(during.map(({ status }) => status))]).toEqual([disturbance.reads]);
      const slowestMs = check(asked);
      expect(slowestMs).toBeLessThan(REQUEST_MS_MAX);
      recordFigures(task, {
        counts: { 'requests to a disturbed database': asked.length },
        maxima: { 'ms of the slowest request': slowestMs },
      });
    },
  );
});
