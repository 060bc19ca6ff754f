import { STATUS_CODES, statusOfCode, TYPE_CODES, typeOfCode } from '../transaction-codes.ts';
import type { AssetNumbers } from './asset-numbers.ts';
import type { CountedRow } from './count-leaf.ts';
import { codeOf } from './tally.ts';

/** What a row is counted by, as its columns say. */
export interface CountedColumns {
  readonly timestampMs: number;
  readonly id: string;
  readonly asset: string;
  readonly type: number;
  readonly status: number;
}

/** A code that a damaged row has is counted as what the row is shown as. */
export function toCountedRow(
  { timestampMs, id, asset, type, status }: CountedColumns,
  assets: AssetNumbers,
): CountedRow {
  const typeCode = TYPE_CODES[typeOfCode(type)];
  const statusCode = STATUS_CODES[statusOfCode(status)];
  return { timestampMs, id, code: codeOf(assets.numberOf(asset), typeCode, statusCode) };
}
