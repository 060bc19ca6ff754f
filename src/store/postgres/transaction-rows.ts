import type { Decimal } from '../../domain/decimal.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { STATUS_CODES, statusOfCode, TYPE_CODES, typeOfCode } from '../transaction-codes.ts';
import type { PostgresRow, PostgresValue } from './connection.ts';

/** The columns of a transaction beside the wallet, in the order of the functions below. */
export const TRANSACTION_COLUMNS =
  'id, timestamp_ms, asset, type, status, amount, txid, address, fee_cost, fee_currency';

/** The types of {@link TRANSACTION_COLUMNS} as arrays, `$2` first. */
export const TRANSACTION_ARRAYS = `$2::text[], $3::bigint[], $4::text[], $5::smallint[],
  $6::smallint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[]`;

/** A row of {@link TRANSACTION_COLUMNS}. */
export function toTransaction(row: PostgresRow): Transaction {
  return {
    id: row[0] as string,
    timestampMs: row[1] as number,
    asset: row[2] as string,
    type: typeOfCode(row[3] as number),
    status: statusOfCode(row[4] as number),
    amount: row[5] as Decimal,
    txid: row[6] as string | null,
    address: row[7] as string | null,
    feeCost: row[8] as Decimal | null,
    feeCurrency: row[9] as string | null,
  };
}

/** Values for {@link TRANSACTION_ARRAYS}. */
export function toTransactionArrays(
  transactions: readonly Transaction[],
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
  ];
}
