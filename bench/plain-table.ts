/** The data of the peers: rows in a plain table of PostgreSQL with the index that a page needs. */
import { runSql } from '../test/store/run-sql.ts';

/** Size of the connection pool, the default of `TELLER_DATABASE_CONNECTIONS`. */
export const CONNECTIONS_MAX = 10;
/** Returns the identifier of the wallet with this number of rows. */
export function walletOf(rows: number): string {
  return `wallet_of_${rows}`;
}

export const API_KEY = 'key_of_the_bench';

/** Amounts are text, to preserve their digits. */
const TABLES = `
  CREATE TABLE wallet_row (id text PRIMARY KEY, wallet_id text, asset text, type text, amount text, timestamp bigint,
    status text, txid text, address text, fee_cost text, fee_currency text);
  CREATE INDEX ON wallet_row (wallet_id, timestamp, id);
  CREATE TABLE caller (api_key text PRIMARY KEY, label text NOT NULL);
  INSERT INTO caller VALUES ('${API_KEY}', 'bench')`;

/** Selects the newest rows: `$1` the wallet, `$2` the limit, `$3` the offset. */
export const PAGE_SQL = `SELECT id, wallet_id, asset, type, amount, timestamp, status, txid, address,
    fee_cost, fee_currency FROM wallet_row WHERE wallet_id = $1 ORDER BY timestamp DESC, id DESC LIMIT $2 OFFSET $3`;
export const COUNT_SQL = 'SELECT count(*) AS count FROM wallet_row WHERE wallet_id = $1';
/** Selects the label of a key: `$1` the key. */
export const KEY_SQL = 'SELECT label FROM caller WHERE api_key = $1';

/** Creates and fills the tables in an empty database. @param sizes the numbers of rows of the wallets. */
export async function fillPlainTable(url: string, sizes: readonly number[]): Promise<void> {
  const wallets = sizes.map((rows) => `('${walletOf(rows)}', ${rows})`).join(', ');
  await runSql(
    url,
    `${TABLES};
    INSERT INTO wallet_row SELECT 'tx_' || left(hash, 32), wallet, 'BTC', 'withdrawal', no || '.00012345',
      1577836800000 + no * 143000::bigint, 'completed', hash, 'bc1q' || left(hash, 38), '0.0005', 'BTC'
    FROM (VALUES ${wallets}) AS wallets (wallet, count),
      generate_series(1, count) AS no, encode(sha256((wallet || no)::bytea), 'hex') AS hash`,
  );
  await runSql(url, 'VACUUM ANALYZE');
}
