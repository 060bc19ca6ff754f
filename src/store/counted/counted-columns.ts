import type { Transaction } from '../../domain/transaction.ts';
import { STATUS_CODES, statusOfCode, TYPE_CODES, typeOfCode } from '../transaction-codes.ts';
import type { AssetNumbers } from './asset-numbers.ts';
import type { CountChange, CountedRow } from './count-leaf.ts';
import { codeOf } from './tally.ts';

/** What a row is counted by. */
export type CountedColumns = Pick<Transaction, 'timestampMs' | 'id' | 'asset' | 'type' | 'status'>;

/** Rows that are counted otherwise than before. */
export interface CountedChanges {
  /** As they were. */
  readonly removed: readonly CountedColumns[];
  /** As they are now. */
  readonly added: readonly CountedColumns[];
}

/** The columns that {@link toCountedColumns} takes. */
export const COUNTED_COLUMNS = 'timestamp_ms, id, asset, type, status';

/** A code that a damaged row has is counted as what the row is shown as. */
export function toCountedColumns(row: readonly unknown[]): CountedColumns {
  return {
    timestampMs: row[0] as number,
    id: row[1] as string,
    asset: row[2] as string,
    type: typeOfCode(row[3] as number),
    status: statusOfCode(row[4] as number),
  };
}

export function toCountedRow(
  { timestampMs, id, asset, type, status }: CountedColumns,
  assets: AssetNumbers,
): CountedRow {
  const code = codeOf(assets.numberOf(asset), TYPE_CODES[type], STATUS_CODES[status]);
  return { timestampMs, id, code };
}

export function toCountChanges(
  { removed, added }: CountedChanges,
  assets: AssetNumbers,
): readonly CountChange[] {
  const toChange = (by: CountChange['by']) => (row: CountedColumns) =>
    Object.assign(toCountedRow(row, assets), { by });
  return [...removed.map(toChange(-1)), ...added.map(toChange(1))];
}
