/** The driver with binary rows, against a real server: results that fail, are cancelled or are interrupted. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { ByteRows } from '../../src/store/postgres/byte-rows.ts';
import { COLUMN_TYPES, PostgresConnection } from '../../src/store/postgres/connection.ts';
import { RowClient } from '../../src/store/postgres/row-client.ts';
import { createTestDatabase, type TestDatabase } from './postgres-database.ts';

/** More rows than the server sends before a statement has ended. */
const ROWS = 5000;
const SERIES = `SELECT no, CASE WHEN no % 3 > 0 THEN repeat('é', no % 90) END FROM generate_series(1, ${ROWS}) AS no`;

let database: TestDatabase;
let client: RowClient;
let connection: PostgresConnection;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  client = new RowClient({ connectionString: database.url, types: COLUMN_TYPES, pipeline: true });
  client.on('error', () => undefined);
  await client.connect();
  connection = new PostgresConnection(client, 30_000);
});

afterEach(() => client.end());

async function read(text: string): Promise<ByteRows> {
  const { rows } = await connection.run({
    name: `read ${text}`.slice(0, 60),
    text,
    hasBinaryResult: true,
  });
  return new ByteRows(rows);
}

async function expectSeries(): Promise<void> {
  const rows = await read(SERIES);
  expect(rows.starts).toHaveLength(ROWS);
  for (const row of [0, 2, ROWS - 2]) {
    expect(rows.integerAt(row, 0)).toBe(row + 1);
    expect(rows.textAt(row, 1)).toBe((row + 1) % 3 > 0 ? 'é'.repeat((row + 1) % 90) : null);
  }
  rows.release();
}

it('returns rows and empty results, one statement after the other', async () => {
  await expectSeries();
  expect((await read('SELECT 1 WHERE false')).starts).toEqual([]);
  await expectSeries();
});

it('returns rows as text between statements with binary rows', async () => {
  const sent = [
    read(SERIES),
    client.query(`SELECT 'D' AS text FROM generate_series(1, ${ROWS})`),
    read('SELECT 7'),
  ] as const;
  const [series, text, seven] = await Promise.all(sent);
  expect(series.starts).toHaveLength(ROWS);
  expect(text.rows).toHaveLength(ROWS);
  expect(text.rows[0]).toEqual({ text: 'D' });
  expect(seven.integerAt(0, 0)).toBe(7);
});

it('reports an error after rows, and then returns the rows of the next statement', async () => {
  await expect(
    read(`SELECT 1 / (${ROWS} - no), repeat('a', 100) FROM generate_series(1, ${ROWS}) AS no`),
  ).rejects.toThrow(/division by zero/);
  await expectSeries();
});

it('reports a statement that was cancelled after rows', async () => {
  await client.query('SET statement_timeout = 200');
  await expect(
    read(`SELECT repeat('a', 100), CASE WHEN no = ${ROWS} THEN pg_sleep(60)::text END
      FROM generate_series(1, ${ROWS}) AS no`),
  ).rejects.toThrow(/took longer than it may/);
  await expectSeries();
});

it('reports a connection that ended after rows', async () => {
  await expect(
    read(`SELECT repeat('a', 100), CASE WHEN no = ${ROWS} THEN pg_terminate_backend(pg_backend_pid()) END
      FROM generate_series(1, ${ROWS}) AS no`),
  ).rejects.toThrow(/is being shut down/);
});

it('reads rows with notices between them', async () => {
  await client.query(`CREATE FUNCTION pg_temp.notify_of(no integer) RETURNS integer LANGUAGE plpgsql AS
    $$ BEGIN RAISE NOTICE 'row %', no; RETURN no; END $$`);
  const rows = await read(
    `SELECT pg_temp.notify_of(no), repeat('a', 100) FROM generate_series(1, 300) AS no`,
  );
  expect(rows.starts.map((_, row) => rows.integerAt(row, 0))).toEqual(
    Array.from({ length: 300 }, (_, no) => no + 1),
  );
});
