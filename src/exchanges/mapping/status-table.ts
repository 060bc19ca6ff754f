import type { TransactionStatus } from '../../domain/transaction.ts';
import { lookUp } from './look-up.ts';
import { type RawRow, readText } from './raw-row.ts';

/** The statuses by the exchange's codes, as its documentation lists them. */
export type StatusTable = Readonly<Record<string, TransactionStatus>>;

/** Returns the status of a row; `unknown` if its code is missing or not in the table. */
export function readStatus(row: RawRow, field: string, table: StatusTable): TransactionStatus {
  return lookUp(table, readText(row, field)) ?? 'unknown';
}
