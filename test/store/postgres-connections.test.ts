/** The connections to a PostgreSQL: their settings, limits, transactions and statements. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { notifyChanges } from '../../src/store/postgres/change-notices.ts';
import { PostgresConnection, rememberEnd } from '../../src/store/postgres/connection.ts';
import { type DatabaseOptions, PostgresDatabase } from '../../src/store/postgres/database.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { type Query, raw, sql } from '../../src/store/sql/query.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { addOneWallet, findServed, listAll, PROJECT_ID } from './contract/fixtures.ts';
import { type DriverQuery, wrapQueries } from './driver-queries.ts';
import {
  createMigratedDatabase,
  openTestStore,
  SERVING_ROLE,
  STORE_OPTIONS,
  type TestDatabase,
} from './postgres-database.ts';

const LIMITS = { connectionsMax: 1, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 };

let database: TestDatabase;
let store: Store;
const opened: PostgresDatabase[] = [];

beforeAll(async () => {
  database = await createMigratedDatabase();
  const name = new URL(database.url).pathname.slice(1);
  for (const setting of [
    "DateStyle = 'SQL, DMY'",
    "client_encoding = 'LATIN1'",
    'jit = on',
    "work_mem = '4MB'",
  ]) {
    await database.query(`ALTER DATABASE ${name} SET ${setting}`);
  }
  store = openTestStore(database.url);
  await addOneWallet(store);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

function open(options: Partial<DatabaseOptions> = {}): PostgresDatabase {
  const made = new PostgresDatabase({ ...LIMITS, url: database.url, ...options });
  opened.push(made);
  return made;
}

/** Returns the queries that the driver gets during a call. */
async function listQueries(
  call: () => Promise<unknown>,
): Promise<readonly (DriverQuery & { readonly query_timeout?: number })[]> {
  const queries: DriverQuery[] = [];
  const restore = wrapQueries((query, run) => {
    queries.push(query);
    return run(query);
  });
  await call().finally(restore);
  return queries;
}

/** Returns settings of the connection on which a call reads, in its transaction. */
async function readSettings(
  call: () => Promise<unknown>,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const restore = wrapQueries(async (query, run) => {
    if (/^\s*SELECT/.test(query.text)) {
      for (const name of names) {
        const { rows } = await run({ text: `SELECT current_setting('${name}') AS value` });
        found[name] = String((rows[0] as { value: unknown }).value);
      }
    }
    return run(query);
  });
  await call().finally(restore);
  return found;
}

const PLANNING = { enable_seqscan: 'off', enable_bitmapscan: 'off', jit: 'off' };
const COMMON = {
  ...PLANNING,
  DateStyle: 'ISO, MDY',
  client_encoding: 'UTF8',
  application_name: 'wallet-teller',
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '2s',
};
/** Calls with a store that has other options. */
async function withStore<T>(
  options: Partial<Parameters<typeof openPostgresStore>[0]>,
  call: (own: Store) => Promise<T>,
): Promise<T> {
  const own = openPostgresStore({ ...STORE_OPTIONS, url: database.url, ...options });
  try {
    return await call(own);
  } finally {
    await own.close();
  }
}

const PLANS_EACH = { plan_cache_mode: 'force_custom_plan', enable_sort: 'on' };

it.each([
  [
    'the owner of the tables',
    () => store.listOrganizations(),
    { ...COMMON, ...PLANS_EACH, role: 'none', statement_timeout: '30s' },
  ],
  [
    'the service, which keeps the plans of single statements',
    () => store.countWallets(),
    {
      ...COMMON,
      role: SERVING_ROLE,
      plan_cache_mode: 'force_generic_plan',
      enable_sort: 'off',
      statement_timeout: '5s',
    },
  ],
  [
    'the service, which plans each statement of a transaction',
    () => findServed(store, 'wallet_one', PROJECT_ID),
    { ...PLANS_EACH, role: SERVING_ROLE },
  ],
  [
    'the service whose URL has options',
    () => {
      const url = `${database.url}?options=${encodeURIComponent('-c geqo=off')}`;
      return withStore({ url }, (own) => own.countWallets());
    },
    { role: SERVING_ROLE, row_security: 'on', geqo: 'off' },
  ],
  [
    'the worker, whose runs wait for an import',
    () => withStore({ waitsForLocks: true }, (own) => own.listOrganizations()),
    { role: 'none', lock_timeout: '0', statement_timeout: '30s' },
  ],
  [
    'a migration, which does not let callers wait for the end of a dump',
    () => store.migrate(),
    { role: 'none', lock_timeout: '1500ms' },
  ],
])(
  'a connection of %s has its settings in a database with others',
  async (_whose, call, expected) => {
    expect(await readSettings(call, Object.keys(expected))).toEqual(expected);
  },
);

it('the statements of a read of the service have one limit of time together, those of a write one each', async () => {
  const timeouts = async (call: () => Promise<unknown>) =>
    (await listQueries(call)).map((query) => query.query_timeout);
  const slow = wrapQueries(async (query, run) => {
    const result = await run(query);
    await run({ text: 'SELECT pg_sleep(0.01)' });
    return result;
  });
  const reads = await timeouts(() => store.findCaller({ id: 'k', hash: new Uint8Array(32) }, 'w'));
  const writes = await timeouts(() => store.makeWalletDue('wallet_one', 1));
  slow();
  expect(reads.at(-1)).toBeLessThan(6000 - 10);
  // The last one is the notification of the change.
  expect(writes.pop()).toBe(1000);
  expect(new Set(writes)).toEqual(new Set([31_000]));
});

it('a statement ends at once if its time is over', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  const connection = new PostgresConnection(client, { statementMs: 1000, totalMs: 0 });
  await expect(connection.rows(raw('SELECT pg_sleep(5)'))).rejects.toThrow(/in time/);
  await client.end();
});

it('the first reason why a connection has ended is reported', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.end();
  const ended = new pg.DatabaseError('end', 1, 'error');
  rememberEnd(client, Object.assign(ended, { code: '57P01' }));
  rememberEnd(client, new Error('the socket has ended'));
  const connection = new PostgresConnection(client, { statementMs: 1000 });
  await expect(connection.rows(raw('SELECT 1'))).rejects.toThrow(/is being shut down/);
});

/** Starts a server that accepts connections and is not a database. */
async function startServer(onConnection: (socket: Socket) => void) {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `postgres://nobody@127.0.0.1:${port}/none` };
}

it('a request waits three seconds for a server that does not respond', async () => {
  const { server, url } = await startServer(() => undefined);
  const silent = openTestStore(url);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const pinged = silent.ping();
    await once(server, 'connection');
    vi.advanceTimersByTime(3000);
    await expect(pinged).rejects.toThrow(StoreUnavailableError);
  } finally {
    vi.useRealTimers();
  }
  await silent.close();
  server.close();
});

it('a service pauses before it connects again for notifications to a server that ends its connections', async () => {
  let connections = 0;
  const { server, url } = await startServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const service = openTestStore(url);
  const startedAtMs = performance.now();
  service.generation('key_1', 'wallet_one');
  await sleep(300);
  await service.close();
  expect(connections).toBeGreaterThan(0);
  // The first pause is 0.2 s.
  expect(connections).toBeLessThanOrEqual(2 + (performance.now() - startedAtMs) / 200);
  server.close();
});

it('a pool opens no more connections than it may', async () => {
  const pool = open({ connectionsMax: 2 });
  const pid = sql`SELECT pg_backend_pid() AS pid, pg_sleep(0.05)`;
  const rows = await Promise.all([1, 2, 3, 4].map(() => pool.row<{ pid: number }>(pid)));
  expect(new Set(rows.map((row) => row?.pid)).size).toBe(2);
});

it('a connection is used again after a transaction that failed, and after one that began with an error', async () => {
  const pool = open();
  const readPid = () => pool.row(raw('SELECT pg_backend_pid() AS pid'));
  const before = await readPid();
  const failing = sql`SELECT 1 / ${0}::integer`;
  await expect(pool.write((session) => session.rows(failing))).rejects.toThrow(/division/);
  await expect(pool.readAtOnce('BEGIN', [failing])).rejects.toThrow(/division/);
  expect(await readPid()).toEqual(before);
});

it.each<[string, (pool: PostgresDatabase, query: Query) => Promise<unknown>]>([
  [' statement', (pool, query) => pool.change(query)],
  [' transaction', (pool, query) => pool.write((session) => session.change(query))],
  ['n import', (pool, query) => pool.withOwnConnection((own) => own.change(query))],
])('a connection is replaced after its server has refused the write of a%s', async (_of, write) => {
  const pool = open();
  const readPid = () => pool.row(raw('SELECT pg_backend_pid() AS pid'));
  const before = await readPid();
  // A server that was demoted refuses writes with the same code.
  await pool.rows(raw('SET default_transaction_read_only = on'));
  const query = raw("UPDATE wallet SET label = 'new'");
  await expect(write(pool, query)).rejects.toThrow(/takes no writes; connect to the primary/);
  expect(await readPid()).not.toEqual(before);
  expect(await write(pool, query)).toBe(1);
});

it('a transaction whose command was refused fails, although no statement comes after it', async () => {
  const refused = open().transact(
    "BEGIN; SET LOCAL statement_timeout = 'long'",
    async () => 'read',
  );
  await expect(refused).rejects.toThrow(/a setting is refused/);
});

it('a connection prepares a statement of a page once, and only passes numbers to it', async () => {
  const pool = open();
  const query = (value: string | number) => sql`SELECT ${value}::integer AS value`;
  const queries = await listQueries(async () => {
    for (const value of [1, 2]) {
      expect(await pool.readAtOnce('BEGIN', [query(value)])).toEqual([[{ value }]]);
    }
  });
  expect(queries.filter(({ text }) => text.startsWith('PREPARE'))).toHaveLength(1);
  const other = pool.readAtOnce('BEGIN', [query('1); SELECT (2')]);
  await expect(other).rejects.toMatchObject({
    cause: { message: 'column "nan" does not exist' },
  });
});

it('a statement for a list without records is not sent', async () => {
  const pool = open();
  await pool.rows(raw('SELECT 1'));
  const queries = await listQueries(() => pool.rows(notifyChanges([])));
  expect(queries).toEqual([]);
});

it('only changes that are committed are notified, each of them once', async () => {
  const pool = open();
  const queries = await listQueries(() =>
    pool.withOwnConnection(async (own) => {
      await own.write(async (session) => session.changed.add('wallet_dry'), false);
      await own.write(async (session) => session.changed.add('wallet_one'));
      await own.write(async () => undefined);
    }),
  );
  const notified = queries.filter(({ text }) => text.includes('pg_notify'));
  expect(notified.map(({ values }) => values)).toEqual([[['wallet_one']]]);
});

it('long work has a day for a statement, and leaves neither settings nor tables on its connection', async () => {
  const pool = open({ lockTimeoutMs: 2000 });
  const names = ['statement_timeout', 'lock_timeout', 'work_mem'];
  const settings = sql`SELECT ${raw(names.map((name) => `current_setting('${name}') AS ${name}`).join())}`;
  const before = await pool.row(settings);
  expect(before).toEqual({ statement_timeout: '10s', lock_timeout: '2s', work_mem: '4MB' });
  const queries = await listQueries(() =>
    pool.withOwnConnection(async (own) => {
      const during = { statement_timeout: '0', lock_timeout: '0', work_mem: '64MB' };
      expect(await own.row(settings)).toEqual(during);
      await own.execute('CREATE TEMP TABLE staged (a integer)');
    }),
  );
  expect(new Set(queries.map(({ query_timeout: ms }) => ms))).toEqual(new Set([DAY_MS]));
  expect(await pool.row(settings)).toEqual(before);
  expect(await pool.rows(raw("SELECT to_regclass('staged') AS staged"))).toEqual([
    { staged: null },
  ]);
});

it('long work succeeds if its connection ends after it', async () => {
  const worked = open().withOwnConnection(async (own) => {
    const row = await own.row<{ pid: number }>(raw('SELECT pg_backend_pid() AS pid'));
    await database.query('SELECT pg_terminate_backend($1)', [row?.pid]);
    return 'done';
  });
  expect(await worked).toBe('done');
});

it('a server before version 15 is refused', async () => {
  const restore = wrapQueries((query, run) =>
    run({
      ...query,
      name: '',
      text: query.text
        .replace("current_setting('server_version_num')::integer AS version", '140011 AS version')
        .replace("current_setting('server_version') AS shown", "'14.11' AS shown"),
    }),
  );
  const refused = store.migrate().finally(restore);
  await expect(refused).rejects.toThrow(/^PostgreSQL 14.11 is too old; 15 or later/);
});

it('a page is read on one snapshot, which cannot write', async () => {
  const texts = (await listQueries(() => listAll(store, 'wallet_one'))).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('EXECUTE'))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY/),
    ]),
  );
});
