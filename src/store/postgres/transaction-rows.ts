import type { StoredTransaction } from '../rules/import-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { PostgresValue } from './statement.ts';

/** The types of `STORED_COLUMNS` as arrays, `$2` first. */
export const TRANSACTION_ARRAYS = `$2::text[], $3::bigint[], $4::text[], $5::smallint[],
  $6::smallint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::integer[],
  $13::bigint[]`;

/** Values for {@link TRANSACTION_ARRAYS}. */
export function toTransactionArrays(
  transactions: readonly StoredTransaction[],
): readonly PostgresValue[] {
  return [
    transactions.map(({ id }) => id),
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
