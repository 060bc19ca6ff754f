/** A database of its own for a test file, on the server of the run. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import pg from 'pg';
import { inject } from 'vitest';

import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { WALLET_TABLES } from '../../src/store/postgres/wallets.ts';

/** The role of the service in the tests. */
export const SERVING_ROLE = 'teller_api';

/** A database that is empty of everything, or holds an empty store. */
export interface TestDatabase {
  readonly url: string;
  /** Runs SQL as the owner. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Removes every row of the store. */
  clear(): Promise<void>;
  drop(): Promise<void>;
}

/** Those that refer to others first. */
const TABLES = [
  ...WALLET_TABLES,
  'wallet',
  'api_key',
  'project',
  'organization',
  'master_key',
  'sync_worker',
];

/** The store of a test database. */
export function openTestStore(url: string, connectionsMax = 4): PostgresStore {
  return openPostgresStore({ url, servingRole: SERVING_ROLE, connectionsMax });
}

/** Makes an empty database on the server that `TELLER_TEST_DATABASE_URL` names, or on our own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const named = process.env['TELLER_TEST_DATABASE_URL'] ?? '';
  const server = named === '' ? await askForServer() : named;
  const name = `teller_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  const client = new pg.Client(address.href);
  await client.connect();
  client.on('error', () => undefined);
  const query = async (sql: string, values: readonly unknown[] = []) =>
    (await client.query<Record<string, unknown>>(sql, values.length > 0 ? [...values] : undefined))
      .rows;
  return {
    url: address.href,
    query,
    // Not TRUNCATE: it makes new files for every table and index, which takes ten times as long.
    clear: async () => {
      await query(TABLES.map((table) => `DELETE FROM ${table}`).join(';'));
    },
    drop: async () => {
      await client.end();
      await runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function askForServer(): Promise<string> {
  return text(connect(inject('postgresPort'), '127.0.0.1'));
}

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
