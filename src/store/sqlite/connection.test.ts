import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { insertInto, raw, records, sql } from '../sql/query.ts';
import { SqliteConnection } from './connection.ts';

let connection: SqliteConnection;
beforeEach(() => {
  connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.execute('CREATE TABLE item (id TEXT PRIMARY KEY)');
});
afterEach(() => connection.close());

const add = (...ids: string[]) => insertInto('item', ids, { id: ['text', (id) => id] });
const list = (...ids: string[]) => records(ids, { id: ['text', (id) => id] });
/** A statement whose conflict ends the transaction. */
const rollBack = sql`INSERT OR ROLLBACK INTO item SELECT id FROM ${list('a', 'b')} AS l`;
const readIds = () => connection.rows(sql`SELECT id FROM item`);

it('returns the first row of a list of records, also if the first record has none', async () => {
  await connection.change(add('b'));
  const query = sql`SELECT item.id FROM ${list('a', 'b')} AS l JOIN item ON item.id = l.id`;
  expect(await connection.row(query)).toEqual({ id: 'b' });
});

it('runs the statements of a list in one transaction, which fails as a whole', async () => {
  const ids = Array.from({ length: 25 }, (_, no) => `id_${no}`);
  await expect(connection.change(add(...ids, 'id_0'))).rejects.toThrow(/UNIQUE/);
  expect(await readIds()).toEqual([]);
  expect(await connection.change(add(...ids))).toBe(25);
});

it.each([
  ['a transaction', () => connection.inTransaction('BEGIN', () => connection.change(rollBack))],
  ['the statements of a list', () => connection.change(rollBack)],
])('reports the error after which SQLite has rolled back %s', async (_what, run) => {
  await connection.change(add('a'));
  await expect(run()).rejects.toThrow(/UNIQUE/);
  expect(await connection.change(add('b'))).toBe(1);
});

it('lets no view or trigger of a file call its functions', async () => {
  connection.execute('CREATE VIEW called AS SELECT extend_checksum(1, NULL, 0) AS checksum');
  await expect(connection.rows(raw('SELECT * FROM called'))).rejects.toThrow(/unsafe use/);
});

it('keeps the last two thousand statements', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  for (let no = 0; no <= 2000; no += 1) connection.readValue(`SELECT ${no}`);
  connection.readValue('SELECT 1');
  expect(prepare).toHaveBeenCalledTimes(2001);
  connection.readValue('SELECT 0');
  expect(prepare).toHaveBeenCalledTimes(2002);
  prepare.mockRestore();
});

it('reports an error other than a lock immediately', async () => {
  connection.close();
  const writing = connection.write(async () => 'written', 60_000);
  await expect(writing).rejects.toThrow(/not open/);
});

it('can be closed twice', () => {
  connection.close();
  expect(() => connection.close()).not.toThrow();
});
