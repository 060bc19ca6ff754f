import type { Transaction } from '../../domain/transaction.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import * as tableRows from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { PostgresRow, PostgresValue } from './statement.ts';
import { decodeTransactionId, encodeTransactionId } from './transaction-id.ts';

/** Returns a row of `TRANSACTION_COLUMNS` or `STORED_COLUMNS` with its identifier as text. */
export function decodeRow([id, ...values]: PostgresRow): PostgresRow {
  return [decodeTransactionId(id as Uint8Array), ...values];
}

/** Returns the transaction of a row of `TRANSACTION_COLUMNS`. */
export function toTransaction(row: PostgresRow): Transaction {
  return tableRows.toTransaction(decodeRow(row));
}

/** Returns the transaction and its origin of a row of `STORED_COLUMNS`. */
export function toStoredTransaction(row: PostgresRow): StoredTransaction {
  return tableRows.toStoredTransaction(decodeRow(row));
}

/** The types of `STORED_COLUMNS` as arrays, `$2` first. */
export const TRANSACTION_ARRAYS = `$2::bytea[], $3::bigint[], $4::text[], $5::smallint[],
  $6::smallint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::integer[],
  $13::bigint[]`;

/** Values for {@link TRANSACTION_ARRAYS}. */
export function toTransactionArrays(
  transactions: readonly StoredTransaction[],
): readonly PostgresValue[] {
  return [
    transactions.map(({ id }) => encodeTransactionId(id)),
    transactions.map(({ timestampMs }) => timestampMs),
    transactions.map(({ asset }) => asset),
    transactions.map(({ type }) => TYPE_CODES[type]),
    transactions.map(({ status }) => STATUS_CODES[status]),
    transactions.map(({ amount }) => amount),
    transactions.map(({ txid }) => txid),
    transactions.map(({ address }) => address),
    transactions.map(({ feeCost }) => feeCost),
    transactions.map(({ feeCurrency }) => feeCurrency),
    transactions.map(({ importNo }) => importNo),
    transactions.map(({ matchKey }) => matchKey),
  ];
}
