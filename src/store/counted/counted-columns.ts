import type { Transaction } from '../../domain/transaction.ts';
import { STATUS_CODES, statusOfCode, TYPE_CODES, typeOfCode } from '../transaction-codes.ts';
import type { AssetNumbers } from './asset-numbers.ts';
import type { CountChange, CountedRow } from './count-leaf.ts';
import { checksumOfRow, checksumOfTransaction } from './row-checksum.ts';
import { codeOf } from './tally.ts';

/** Rows that are added, removed or no longer what they were. */
export interface CountedChanges {
  /** As they were. */
  readonly removed: readonly Transaction[];
  /** As they are now. */
  readonly added: readonly Transaction[];
}

/**
 * A row of `TRANSACTION_COLUMNS`, as far as it is counted. A code that a corrupted row has is counted as
 * the one that the row is returned with.
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

/** The changes of a wallet's tree that changes of its rows are. */
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
