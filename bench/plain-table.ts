/** The data of the peers: rows of two wallets in a plain table with the index that a page needs. */

/** Size of the connection pool, the default of `TELLER_DATABASE_CONNECTIONS`. */
export const CONNECTIONS_MAX = 10;
/** A wallet of 1,000 rows, and one with a deep page at its end. */
export const SMALL_WALLET = 'small';
export const LARGE_WALLET = 'large';
/** Rows before the deep page. */
export const DEEP_OFFSET = 900_000;

/** Amounts are text, to preserve their digits. */
export const COLUMNS = {
  id: 'text',
  wallet_id: 'text',
  asset: 'text',
  type: 'text',
  amount: 'text',
  timestamp_ms: 'bigint',
  status: 'text',
  txid: 'text',
  address: 'text',
  fee_cost: 'text',
  fee_currency: 'text',
} as const;

/** Selects the newest rows: `$1` the wallet, `$2` the limit, `$3` the offset. */
export const PAGE_SQL = `SELECT ${Object.keys(COLUMNS).join(', ')} FROM wallet_row
  WHERE wallet_id = $1 ORDER BY timestamp_ms DESC, id DESC LIMIT $2 OFFSET $3`;
export const COUNT_SQL = 'SELECT count(*) AS count FROM wallet_row WHERE wallet_id = $1';
/** Selects the label of a key: `$1` the key. */
export const KEY_SQL = 'SELECT label FROM caller WHERE api_key = $1';
export const API_KEY = 'key_of_the_bench';
