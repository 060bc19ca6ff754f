import type { TransactionStatus } from '../../domain/transaction.ts';
import { type RawRow, readText } from './raw-row.ts';

/** What the codes of an exchange mean, as its documentation lists them. */
export type StatusTable = Readonly<Record<string, TransactionStatus>>;

/** The status that a code stands for, or `undefined` for one that is not listed. */
export function statusOfCode(
  code: string | null,
  table: StatusTable,
): TransactionStatus | undefined {
  return code !== null && Object.hasOwn(table, code) ? table[code] : undefined;
}

/** The status of a row; `unknown` where its code is missing or not listed. */
export function readStatus(row: RawRow, field: string, table: StatusTable): TransactionStatus {
  return statusOfCode(readText(row, field), table) ?? 'unknown';
}
