/** The columns of a transaction, and the rows that statements select and write. */
import type { Transaction } from '../../domain/transaction.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import * as tableRows from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { PostgresColumn, PostgresRow, PostgresValue } from './statement.ts';
import { decodeContent, encodeContent } from './transaction-content.ts';
import { decodeTransactionId, encodeTransactionId } from './transaction-id.ts';

/** The columns of a transaction without the wallet. */
export const TRANSACTION_COLUMNS = 'id, timestamp_ms, asset, code, content';

/** The columns of a transaction and its origin without the wallet. */
export const STORED_COLUMNS = `${TRANSACTION_COLUMNS}, import_no, match_key`;

/** The types of {@link STORED_COLUMNS} as arrays, `$2` first. */
export const TRANSACTION_ARRAYS = `$2::bytea[], $3::bigint[], $4::text[], $5::smallint[],
  $6::bytea[], $7::integer[], $8::bigint[]`;

/** The lowest bits of a code are the code of the status, the others the code of the type. */
const STATUS_BITS = 4;
const STATUS_MASK = 2 ** STATUS_BITS - 1;

/** SQL of the code of the type, and of the status. */
export const TYPE_OF_CODE = `(code >> ${STATUS_BITS})`;
export const STATUS_OF_CODE = `(code & ${STATUS_MASK})`;

/** Returns the code of the type. */
export function typeCodeOf(code: number): number {
  return code >> STATUS_BITS;
}

/** Returns the code of the status. */
export function statusCodeOf(code: number): number {
  return code & STATUS_MASK;
}

/** Returns a row of {@link TRANSACTION_COLUMNS} in the form that both engines share (`table-rows.ts`). */
export function decodeRow([id, timestampMs, asset, codes, content]: PostgresRow): PostgresColumn[] {
  const code = codes as number;
  const values = decodeContent(content as Uint8Array);
  return [
    decodeTransactionId(id as Uint8Array),
    timestampMs as number,
    asset as string,
    typeCodeOf(code),
    statusCodeOf(code),
    values.amount,
    values.txid,
    values.address,
    values.feeCost,
    values.feeCurrency,
  ];
}

/** Returns the transaction of a row of {@link TRANSACTION_COLUMNS}. */
export function toTransaction(row: PostgresRow): Transaction {
  return tableRows.toTransaction(decodeRow(row));
}

/** Returns the transaction and its origin of a row of {@link STORED_COLUMNS}. */
export function toStoredTransaction(row: PostgresRow): StoredTransaction {
  const [importNo, matchKey] = row.slice(-2) as [number | null, number | null];
  return { ...toTransaction(row), importNo, matchKey };
}

/** Returns the values for {@link TRANSACTION_ARRAYS}. */
export function toTransactionArrays(
  transactions: readonly StoredTransaction[],
): readonly PostgresValue[] {
  return [
    transactions.map(({ id }) => encodeTransactionId(id)),
    transactions.map(({ timestampMs }) => timestampMs),
    transactions.map(({ asset }) => asset),
    transactions.map(
      ({ type, status }) => (TYPE_CODES[type] << STATUS_BITS) | STATUS_CODES[status],
    ),
    transactions.map(encodeContent),
    transactions.map(({ importNo }) => importNo),
    transactions.map(({ matchKey }) => matchKey),
  ];
}
