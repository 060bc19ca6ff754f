import pg from 'pg';

import { LIMIT_MAX } from '../src/domain/query.ts';
import type { Transaction } from '../src/domain/transaction.ts';
import { API_KEY, COLUMNS, DEEP_OFFSET, LARGE_WALLET, SMALL_WALLET } from './plain-table.ts';
import { deepestPage, makeBatches, SMALL_ROWS } from './rows.ts';

const TABLES = `
  CREATE TABLE wallet_row (${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')}, PRIMARY KEY (id));
  CREATE INDEX ON wallet_row (wallet_id, timestamp_ms, id);
  CREATE TABLE caller (api_key text PRIMARY KEY, label text NOT NULL);
  INSERT INTO caller VALUES ('${API_KEY}', 'bench')`;
const INSERT = `INSERT INTO wallet_row SELECT * FROM unnest(${Object.values(COLUMNS)
  .map((type, index) => `$${index + 1}::${type}[]`)
  .join(', ')})`;

/**
 * Creates the tables in an empty database.
 *
 * @returns the number of rows of the large wallet: whole pages, fewer if there are fewer rows in total.
 */
export async function fillPlainTable(url: string, rows: number): Promise<number> {
  const largeRows = Math.min(DEEP_OFFSET, deepestPage(rows) * LIMIT_MAX) + LIMIT_MAX;
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(TABLES);
    await insert(client, SMALL_WALLET, SMALL_ROWS);
    await insert(client, LARGE_WALLET, largeRows);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
  return largeRows;
}

async function insert(client: pg.Client, walletId: string, rows: number): Promise<void> {
  for (const batch of makeBatches(rows)) {
    const records = batch.map((row) => toRecord(walletId, row));
    const columns = Object.keys(COLUMNS).map((_, index) => records.map((record) => record[index]));
    await client.query({ name: 'insert_rows', text: INSERT, values: columns });
  }
}

/** Returns the values in the order of the columns. */
function toRecord(walletId: string, row: Transaction): readonly (string | number | null)[] {
  const { id, asset, type, amount, timestampMs, status, txid, address } = row;
  const head = [`${walletId}_${id}`, walletId, asset, type, amount, timestampMs, status];
  return [...head, txid, address, row.feeCost, row.feeCurrency];
}
