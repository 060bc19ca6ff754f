import type { JsonValue } from '../json-text.ts';
import { RequestRefused } from '../routed/description.ts';
import { readNumber } from '../routed/wire-values.ts';
import type { RoutedTruthRow } from '../truth.ts';

const PAGE_SIZE_MIN = 10;
const PAGE_SIZE_MAX = 500;
const PAGE_SIZE_DEFAULT = 50;

/** Returns a record as a list writes it. */
export type WriteRow = (row: RoutedTruthRow, nowMs: number) => JsonValue;

/** Returns a page of the newest records that were created after `startAt` and before `endAt`. */
export function writePage(
  rows: readonly RoutedTruthRow[],
  params: URLSearchParams,
  nowMs: number,
  write: WriteRow,
): JsonValue {
  const startAt = readNumber(params, 'startAt') ?? 0;
  const endAt = readNumber(params, 'endAt') ?? nowMs + 1;
  const pageSize = readNumber(params, 'pageSize') ?? PAGE_SIZE_DEFAULT;
  const currentPage = readNumber(params, 'currentPage') ?? 1;
  if (pageSize < PAGE_SIZE_MIN || pageSize > PAGE_SIZE_MAX || currentPage < 1) {
    throw new RequestRefused('invalid-parameter');
  }
  const found = rows.filter((row) => row.timestampMs > startAt && row.timestampMs < endAt);
  const items = found
    .toReversed()
    .slice((currentPage - 1) * pageSize, currentPage * pageSize)
    .map((row) => write(row, nowMs));
  const totalPage = Math.ceil(found.length / pageSize);
  return { currentPage, pageSize, totalNum: found.length, totalPage, items };
}

/** Returns the amount of a record, or a malformed text. */
export function writeAmount({ amount, wire }: RoutedTruthRow): string {
  return wire.malformation === 'garbage-amount' ? 'abc' : amount;
}
