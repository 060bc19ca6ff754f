import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { openMigratedStore } from '../../../test/store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../../../test/store/temporary-database.ts';
import { listTables, TABLES } from './tables.ts';

it('a node of a cluster has the rows of a wallet with all that is committed with them', () => {
  // A cluster that was created with other tables on its nodes would have to move their rows.
  expect(listTables(({ isDistributed }) => isDistributed === true)).toEqual([
    'wallet_content',
    'wallet_transaction',
    'transaction_count',
    'transaction_move',
    'wallet_network',
    'wallet_balance',
    'wallet_import_change',
    'wallet_event',
  ]);
});

it('the service reads what it serves, and neither credentials nor secrets nor the audit log', () => {
  expect(listTables(({ isServed }) => isServed === true)).toEqual([
    'schema_migration',
    'master_key',
    'project',
    'api_key',
    'wallet',
    'wallet_sync',
    'wallet_content',
    'wallet_transaction',
    'transaction_count',
    'transaction_move',
    'wallet_network',
    'wallet_balance',
  ]);
});

it('a copy reads each table in the order of a key that no two rows have', async () => {
  const { path, remove } = makeTemporaryDatabase();
  await (await openMigratedStore({ path })).close();
  const database = new DatabaseSync(path);
  const list = (query: string): readonly string[] =>
    database
      .prepare(query)
      .all()
      .map(({ columns }) => String(columns));
  const join = 'group_concat(name) AS columns FROM';
  for (const [table, { key }] of Object.entries(TABLES)) {
    if (key === undefined) continue;
    const unique = [
      ...list(
        `SELECT ${join} (SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk)`,
      ),
      ...list(`SELECT ${join} (SELECT index_list.name AS list, info.name FROM
        pragma_index_list('${table}') AS index_list, pragma_index_info(index_list.name) AS info
        WHERE "unique" AND NOT partial ORDER BY seqno) GROUP BY list`),
    ];
    expect([table, unique]).toEqual([table, expect.arrayContaining([key.join(',')])]);
  }
  database.close();
  remove();
});

it('a copy counts the rows and workers itself, and creates the tables by migrations', () => {
  expect(listTables(({ key }) => key === undefined)).toEqual([
    'schema_migration',
    'sync_worker',
    'transaction_count',
  ]);
});
