/** The data of the peers: rows in a plain table of PostgreSQL with the index that a page needs. */
import pg from 'pg';

import { LIMIT_DEFAULT } from '../src/domain/query.ts';
import { makeBatches, SMALL_ROWS } from './rows.ts';

/** Size of the connection pool, the default of `TELLER_DATABASE_CONNECTIONS`. */
export const CONNECTIONS_MAX = 10;
/** The wallet of 1,000 rows that is listed. */
export const LISTED_WALLET = 'listed';
export const API_KEY = 'key_of_the_bench';

/** The rows of another wallet. */
const OTHER_ROWS = 100_000;
/** Amounts are text, to preserve their digits. */
const COLUMNS = {
  id: 'text',
  wallet_id: 'text',
  asset: 'text',
  type: 'text',
  amount: 'text',
  timestamp: 'bigint',
  status: 'text',
  txid: 'text',
  address: 'text',
  fee_cost: 'text',
  fee_currency: 'text',
} as const;
const TABLES = `
  CREATE TABLE wallet_row (${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')}, PRIMARY KEY (id));
  CREATE INDEX ON wallet_row (wallet_id, timestamp, id);
  CREATE TABLE caller (api_key text PRIMARY KEY, label text NOT NULL);
  INSERT INTO caller VALUES ('${API_KEY}', 'bench')`;
const INSERT = `INSERT INTO wallet_row SELECT * FROM unnest(${Object.values(COLUMNS)
  .map((type, index) => `$${index + 1}::${type}[]`)
  .join(', ')})`;

/** Selects the newest rows: `$1` the wallet, `$2` the limit, `$3` the offset. */
export const PAGE_SQL = `SELECT ${Object.keys(COLUMNS).join(', ')} FROM wallet_row
  WHERE wallet_id = $1 ORDER BY timestamp DESC, id DESC LIMIT $2 OFFSET $3`;
export const COUNT_SQL = 'SELECT count(*) AS count FROM wallet_row WHERE wallet_id = $1';
/** Selects the label of a key: `$1` the key. */
export const KEY_SQL = 'SELECT label FROM caller WHERE api_key = $1';

/** Creates and fills the tables in an empty database. */
export async function fillPlainTable(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(TABLES);
    await insert(client, LISTED_WALLET, SMALL_ROWS);
    await insert(client, 'other', OTHER_ROWS);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

async function insert(client: pg.Client, walletId: string, count: number): Promise<void> {
  for (const rows of makeBatches(count)) {
    const records = rows.map((row, index) => {
      const { asset, type, amount, timestamp, status, txid, address, feeCost, feeCurrency } = row;
      const id = `${walletId}_${timestamp}_${index}`;
      // In the order of the columns.
      const head = [id, walletId, asset, type, amount, timestamp, status];
      return [head, txid, address, feeCost, feeCurrency].flat();
    });
    const columns = Object.keys(COLUMNS).map((_, index) => records.map((record) => record[index]));
    await client.query({ name: 'insert_rows', text: INSERT, values: columns });
  }
}

/** Opens a database. Returns a function that reads the newest 10 rows by a prepared statement. */
export function openRows(url: string): () => Promise<readonly unknown[]> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS_MAX });
  const query = { name: 'page', text: PAGE_SQL, values: [LISTED_WALLET, LIMIT_DEFAULT, 0] };
  return async () => (await pool.query<Record<string, unknown>>(query)).rows;
}
