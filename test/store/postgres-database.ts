/** Creates a separate database for a test file, on the server of the run. */
import { randomBytes } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';

import pg from 'pg';
import { inject } from 'vitest';

import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { TABLES } from '../../src/store/statements/tables.ts';
import type { PostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import { CITUS_URL, createCitusDatabase, dropCitusDatabases } from './citus-cluster.ts';
import { runSql } from './run-sql.ts';

/** The role of the service in the tests. */
export const SERVING_ROLE = 'teller_api';
/** The role for readers; it does not exist unless a test creates it. */
export const READER_ROLE = 'teller_test_reader';
/** Options of a store, without its URL. */
export const STORE_OPTIONS = {
  servingRole: SERVING_ROLE,
  readerRole: READER_ROLE,
  connectionsMax: 2,
} as const;

const NAMED_SERVER = process.env['TELLER_TEST_DATABASE_URL'] ?? '';

/** A database that is empty, or contains an empty store. */
export interface TestDatabase {
  readonly url: string;
  /** Runs SQL as the owner. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Removes every row of the store. */
  clear(): Promise<void>;
  drop(): Promise<void>;
}

/** The tables; tables that refer to others are first. */
const CLEARED = Object.keys(TABLES)
  .filter((table) => table !== 'schema_migration')
  .toReversed();

/** Opens the store of a test database. */
export function openTestStore(url: string, connectionsMax = 4): PostgresStore {
  return openPostgresStore({ ...STORE_OPTIONS, url, connectionsMax });
}

/** Whether databases are on the server of the run, which ends with it. */
const HAS_OWN_SERVER = CITUS_URL === undefined && NAMED_SERVER === '';
/** Databases with an empty store that no test uses. Removing their rows takes a tenth of the time of a new database. */
const idle: TestDatabase[] = [];

/** Opens a migrated, empty store in a database that nothing else uses, and whose rows are removed when it is closed. */
export async function openOwnStore(): Promise<Store> {
  const database = idle.pop() ?? (await createMigratedDatabase());
  const store = openTestStore(database.url);
  const close = store.close.bind(store);
  return Object.assign(store, {
    close: async () => {
      await close();
      if (!HAS_OWN_SERVER) return database.drop();
      await database.clear();
      idle.push(database);
    },
  });
}

/** Migrates the schema and, on a Citus cluster, distributes it over the nodes. */
export async function migrateTestStore(store: PostgresStore): Promise<void> {
  await store.migrate();
  if (CITUS_URL !== undefined) await store.distribute();
}

/**
 * Creates an empty database: on the Citus cluster that `TELLER_TEST_CITUS_URL` names, else on the
 * server that `TELLER_TEST_DATABASE_URL` names, else on a server of the run's own.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  return connect(await createEmptyDatabase());
}

/**
 * Creates a database with an empty store. On the server of the run, the migrations run once in this process;
 * a copy takes a quarter of their time. Another server would keep the template, and distributed tables cannot
 * be copied.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  if (!HAS_OWN_SERVER) return connect(await createTemplate());
  template ??= createTemplate();
  const { pathname } = new URL((await template).url);
  // A copy of files ends with a checkpoint, which takes no time on a server that never waits for a disk.
  const options = `STRATEGY FILE_COPY TEMPLATE ${pathname.slice(1)}`;
  return connect(await createPlainDatabase(makeDatabaseName(), options));
}

let template: Promise<Database> | undefined;

async function createTemplate(): Promise<Database> {
  const database = await createEmptyDatabase();
  const store = openTestStore(database.url);
  await migrateTestStore(store);
  // A database that is copied must have no connection.
  await store.close();
  return database;
}

async function connect({ url, drop }: Database): Promise<TestDatabase> {
  const client = new pg.Client(url);
  await client.connect();
  // One statement may clear several distributed tables.
  if (CITUS_URL !== undefined) {
    await client.query("SET citus.multi_shard_modify_mode = 'sequential'");
  }
  client.on('error', () => undefined);
  const query = async (sql: string, values: readonly unknown[] = []) =>
    (await client.query<Record<string, unknown>>(sql, values.length > 0 ? [...values] : undefined))
      .rows;
  return {
    url,
    query,
    // TRUNCATE would create new files for every table and index, which takes ten times as long.
    clear: async () => {
      await query(CLEARED.map((table) => `DELETE FROM ${table}`).join(';'));
    },
    drop: async () => {
      await client.end();
      await drop();
    },
  };
}

/** Returns a name for a database of this run. */
export function makeDatabaseName(): string {
  return `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`;
}

/** A database to which no one is connected. */
interface Database {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

function createEmptyDatabase(): Promise<Database> {
  const name = makeDatabaseName();
  return CITUS_URL === undefined
    ? createPlainDatabase(name)
    : createSpreadDatabase(CITUS_URL, name);
}

async function createSpreadDatabase(coordinatorUrl: string, name: string): Promise<Database> {
  const url = await createCitusDatabase(coordinatorUrl, name);
  return { url, drop: () => dropCitusDatabases(coordinatorUrl, name) };
}

/** Creates a database, which is empty by default. */
async function createPlainDatabase(
  name: string,
  options = 'TEMPLATE template0',
): Promise<Database> {
  const server = NAMED_SERVER === '' ? await askForServer() : NAMED_SERVER;
  await runSql(server, `CREATE DATABASE ${name} ENCODING 'UTF8' ${options}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    drop: async () => void (await runSql(server, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function askForServer(): Promise<string> {
  return text(connectSocket(inject('postgresPort'), '127.0.0.1'));
}
