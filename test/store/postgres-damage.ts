/** Damage that tests of both engines describe in the SQL of SQLite's tables. */
import {
  decodeContent,
  encodeContent,
  type TransactionContent,
} from '../../src/store/postgres/transaction-content.ts';
import { encodeTransactionId } from '../../src/store/postgres/transaction-id.ts';
import type { TestDatabase } from './postgres-database.ts';

/** The fields of columns that PostgreSQL stores in `content`. */
const CONTENT_FIELDS: Readonly<Record<string, keyof TransactionContent>> = {
  asset: 'asset',
  type: 'typeCode',
  status: 'statusCode',
  amount: 'amount',
  txid: 'txid',
  address: 'address',
  fee_cost: 'feeCost',
  fee_currency: 'feeCurrency',
};
const CONTENT_CHANGE =
  /^UPDATE wallet_transaction SET (?<column>\w+) = (?:'(?<text>[^']*)'|(?<code>\d+)|NULL) WHERE id = '(?<id>[^']*)'$/;
/** Codes of PostgreSQL have four bits. */
const CODES = 16;

/** Changes a database by SQL for the tables of SQLite. */
export async function damagePostgres(database: TestDatabase, sql: string): Promise<unknown> {
  const { column = '', text = null, code, id = '' } = CONTENT_CHANGE.exec(sql)?.groups ?? {};
  const field = CONTENT_FIELDS[column];
  const value = code === undefined ? text : Number(code) % CODES;
  if (field !== undefined) return changeContent(database, id, { [field]: value });
  return database.query(
    sql
      .replaceAll(/x'([0-9a-f]+)'/g, String.raw`'\x$1'::bytea`)
      .replaceAll(/'(tx_[^']*)'/g, (_, found: string) => writeId(found))
      .replaceAll('asset, type, status, amount', 'content')
      .replaceAll('wallet_no', 'wallet_id'),
  );
}

async function changeContent(
  database: TestDatabase,
  id: string,
  changes: Partial<TransactionContent>,
): Promise<unknown> {
  const select = `SELECT content FROM wallet_transaction WHERE id = ${writeId(id)}`;
  const [row] = await database.query(select);
  const content = { ...decodeContent(row?.['content'] as Uint8Array), ...changes };
  return database.query(`UPDATE wallet_transaction SET content = $1 WHERE id = ${writeId(id)}`, [
    encodeContent(content),
  ]);
}

/** Returns the SQL of an identifier in the form that the database stores. */
function writeId(id: string): string {
  return String.raw`'\x${encodeTransactionId(id).toString('hex')}'::bytea`;
}
