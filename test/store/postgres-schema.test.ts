/** What the tables of PostgreSQL refuse, compared with those of SQLite, which `test/upgrades/` compares with each release. */
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { applyMigrations } from '../../src/store/sqlite/migrations.ts';
import { createMigratedDatabase, type TestDatabase } from './postgres-database.ts';

let database: TestDatabase;
let sqlite: SqliteConnection;

beforeAll(async () => {
  database = await createMigratedDatabase();
  sqlite = new SqliteConnection(new DatabaseSync(':memory:'));
  await applyMigrations(sqlite);
});
afterAll(async () => {
  sqlite.close();
  await database.drop();
});

/** Returns the first column of the rows, sorted. */
const sorted = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
  rows.map((row) => String(Object.values(row)[0])).toSorted();

const SQLITE_TABLES = `(SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%') AS t`;
const OF_SCHEMA = `relnamespace = current_schema()::regnamespace`;

it('refuses missing values in the same columns', async () => {
  // A column of a primary key refuses them without saying so.
  const expected = sqlite.readAll(`SELECT t.name || '.' || c.name
    FROM ${SQLITE_TABLES} JOIN pragma_table_xinfo(t.name) AS c
    WHERE (c."notnull" OR c.pk) AND c.name <> 'checksum'`);
  const found = await database.query(`SELECT relname || '.' || attname FROM pg_attribute
    JOIN pg_class AS relation ON relation.oid = attrelid
    WHERE relkind = 'r' AND ${OF_SCHEMA} AND attnum > 0 AND attnotnull`);
  expect(sorted(found)).toEqual(sorted(expected));
});

/** Indexes of only one engine, by their reason. */
const OTHER_INDEXES = new Set([
  // The primary key of SQLite has the order of the listing.
  'wallet_transaction_by_id',
  'wallet_transaction_by_time',
  // Its expression is written in another way.
  'wallet_transaction_adoptable',
  // PostgreSQL sorts the rows of one millisecond.
  'wallet_transaction_not_completed',
]);

it('has the same indexes', async () => {
  const expected = sqlite.readAll(`SELECT i.name || ' ' || i."unique" || ' ' || i.partial || ' '
      || (SELECT group_concat(c.name, ',') FROM pragma_index_info(i.name) AS c) AS text
    FROM ${SQLITE_TABLES} JOIN pragma_index_list(t.name) AS i WHERE i.origin = 'c'`);
  const found = await database.query(`SELECT concat_ws(' ', relation.relname, indisunique::integer,
      (indpred IS NOT NULL)::integer, (SELECT string_agg(attname, ',' ORDER BY attnum)
        FROM pg_attribute WHERE attrelid = indexrelid)) AS text
    FROM pg_index AS i JOIN pg_class AS relation ON relation.oid = indexrelid
    WHERE ${OF_SCHEMA} AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`);
  const isShared = (text: string): boolean => !OTHER_INDEXES.has(text.split(' ')[0]!);
  expect(sorted(found).filter(isShared)).toEqual(sorted(expected).filter(isShared));
});

it('refuses rows with the same keys', async () => {
  const expected = sqlite.readAll(`SELECT t.name || ' ' || (SELECT group_concat(c.name, ',')
      FROM (SELECT name FROM pragma_table_xinfo(t.name) WHERE pk ORDER BY name) AS c)
    FROM ${SQLITE_TABLES} WHERE t.name <> 'wallet_transaction'
    UNION ALL SELECT t.name || ' ' || (SELECT group_concat(c.name, ',') FROM pragma_index_info(i.name) AS c)
    FROM ${SQLITE_TABLES} JOIN pragma_index_list(t.name) AS i WHERE i.origin = 'u'`);
  const found =
    await database.query(`SELECT relation.relname || ' ' || string_agg(attname, ',' ORDER BY attname)
    FROM pg_constraint AS c JOIN pg_class AS relation ON relation.oid = conrelid
    JOIN pg_attribute AS a ON a.attrelid = conrelid AND attnum = ANY (conkey)
    WHERE ${OF_SCHEMA} AND contype IN ('p', 'u') GROUP BY relation.relname, c.oid`);
  // SQLite adds the time, so that the key has the order of the listing, and has an index of both.
  expect(sorted(found)).toEqual(
    [...sorted(expected), 'wallet_transaction id,wallet_no'].toSorted(),
  );
});

/** The rules of single rows, and the references between tables that a cluster does not distribute. */
const RULES = [
  'api_key FOREIGN KEY (project_id) REFERENCES project(id)',
  'connect_session FOREIGN KEY (project_id) REFERENCES project(id)',
  'management_key FOREIGN KEY (project_id) REFERENCES project(id)',
  'master_key CHECK ((only_row = 1))',
  'project FOREIGN KEY (org_id) REFERENCES organization(id)',
  'wallet FOREIGN KEY (project_id) REFERENCES project(id)',
  'wallet_coverage CHECK ((from_ms < to_ms))',
  'wallet_sync FOREIGN KEY (wallet_no) REFERENCES wallet(wallet_no)',
  "wallet_transaction CHECK ((asset <> ''::text))",
  'webhook_delivery FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON DELETE CASCADE',
  'webhook_endpoint FOREIGN KEY (project_id) REFERENCES project(id)',
];

it('refuses rows that break a rule, or name a row that does not exist', async () => {
  const found = await database.query(`SELECT relname || ' ' || pg_get_constraintdef(c.oid)
    FROM pg_constraint AS c JOIN pg_class AS relation ON relation.oid = conrelid
    WHERE ${OF_SCHEMA} AND contype IN ('c', 'f')`);
  expect(sorted(found)).toEqual(RULES);
});

it('sorts and finds the text of each index by its bytes', async () => {
  const found = await database.query(`SELECT DISTINCT relation.relname || '.' || a.attname
    FROM pg_index AS i JOIN pg_class AS relation ON relation.oid = i.indrelid
    JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE ${OF_SCHEMA} AND a.atttypid = 'text'::regtype AND a.attcollation <> '"C"'::regcollation`);
  expect(sorted(found)).toEqual([]);
});

/** Tables of the installation, which contain no data of a wallet. */
const WITHOUT_ROW_SECURITY = [
  'api_key',
  'master_key',
  'organization',
  'project',
  'schema_migration',
  'sync_worker',
];

it('has row-level security in all tables but those of the installation', async () => {
  const found = await database.query(`SELECT relname FROM pg_class
    WHERE ${OF_SCHEMA} AND relkind = 'r' AND NOT relrowsecurity`);
  expect(sorted(found)).toEqual(WITHOUT_ROW_SECURITY);
});
