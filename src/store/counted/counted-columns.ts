import type { Transaction } from '../../domain/transaction.ts';
import { STATUS_CODES, statusOfCode, TYPE_CODES, typeOfCode } from '../transaction-codes.ts';
import type { AssetNumbers } from './asset-numbers.ts';
import type { CountChange, CountedRow } from './count-leaf.ts';
import { checksumOfRow, checksumOfTransaction } from './row-checksum.ts';
import { codeOf } from './code-counts.ts';

/** Rows that were added, removed or changed. */
export interface CountedChanges {
  /** The former values. */
  readonly removed: readonly Transaction[];
  /** The present values. */
  readonly added: readonly Transaction[];
}

/**
 * Returns the counted values of a row of `TRANSACTION_COLUMNS`. A corrupted type or status is counted as the one
 * with which the row is returned.
 */
export function toCountedRow(row: readonly unknown[], assets: AssetNumbers): CountedRow {
  const [id, timestampMs, asset, type, status] = row as [string, number, string, number, number];
  const code = codeOf(
    assets.numberOf(asset),
    TYPE_CODES[typeOfCode(type)],
    STATUS_CODES[statusOfCode(status)],
  );
  return { timestampMs, id, code, checksum: checksumOfRow(row) };
}

/** Returns the changes of the tree for changes of rows. */
export function toCountChanges(
  { removed, added }: CountedChanges,
  assets: AssetNumbers,
): readonly CountChange[] {
  const changes: CountChange[] = [];
  const add = (row: Transaction, by: CountChange['by']): void => {
    const { timestampMs, id } = row;
    const code = codeOf(assets.numberOf(row.asset), TYPE_CODES[row.type], STATUS_CODES[row.status]);
    changes.push({ timestampMs, id, code, checksum: checksumOfTransaction(row), by });
  };
  for (const row of removed) add(row, -1);
  for (const row of added) add(row, 1);
  return changes;
}
