/** The columns of a transaction, and the rows that statements select and write. */
import type { Transaction } from '../../domain/transaction.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import * as tableRows from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { PostgresColumn, PostgresRow, PostgresValue } from './statement.ts';
import { decodeContent, encodeContent, type TransactionContent } from './transaction-content.ts';
import { decodeTransactionId, encodeTransactionId } from './transaction-id.ts';

/** The columns of a transaction without the wallet. */
export const TRANSACTION_COLUMNS = 'id, timestamp_ms, content';

/** The columns of a transaction and its origin without the wallet. */
export const STORED_COLUMNS = `${TRANSACTION_COLUMNS}, import_no, match_key`;

/** The types of {@link STORED_COLUMNS} as arrays, `$2` first. */
export const TRANSACTION_ARRAYS =
  '$2::bytea[], $3::bigint[], $4::bytea[], $5::integer[], $6::bigint[]';

/** Returns a row of {@link TRANSACTION_COLUMNS} in the form that both engines share (`table-rows.ts`). */
export function decodeRow([id, timestampMs, content]: PostgresRow): PostgresColumn[] {
  const values = decodeContent(content as Uint8Array);
  return [
    decodeTransactionId(id as Uint8Array),
    timestampMs as number,
    values.asset,
    values.typeCode,
    values.statusCode,
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

/** Returns the values of a transaction that are its content. */
export function contentOf(row: Transaction): TransactionContent {
  const { asset, amount, feeCost, feeCurrency, txid, address } = row;
  const [typeCode, statusCode] = [TYPE_CODES[row.type], STATUS_CODES[row.status]];
  return { typeCode, statusCode, asset, amount, feeCost, feeCurrency, txid, address };
}

/** Returns the values for {@link TRANSACTION_ARRAYS}. */
export function toTransactionArrays(
  transactions: readonly StoredTransaction[],
): readonly PostgresValue[] {
  return [
    transactions.map(({ id }) => encodeTransactionId(id)),
    transactions.map(({ timestampMs }) => timestampMs),
    transactions.map((row) => encodeContent(contentOf(row))),
    transactions.map(({ importNo }) => importNo),
    transactions.map(({ matchKey }) => matchKey),
  ];
}
