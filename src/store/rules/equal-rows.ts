/**
 * The rule for when two rows of a wallet, one of them without an identifier of the exchange, are the same
 * transaction: they have the same asset, type, amount (as a value) and txid. Two rows without a txid must
 * also have the same time: the same millisecond or, if one of the two times is a whole second (files often
 * have no milliseconds), the same second.
 */
import { hash } from 'node:crypto';

import { SECOND_MS } from '../../domain/duration.ts';
import { shortestDecimal } from '../../domain/decimal.ts';
import type { Transaction } from '../../domain/transaction.ts';

/** The fields by which two rows are compared. */
export type ComparedRow = Pick<
  Transaction,
  'asset' | 'type' | 'amount' | 'txid' | 'timestampMs' | 'id'
>;

const GROUP_DIGITS = 24;

/** Returns 96 bits of a hash, as text, which is the same for equal rows and different for other rows. */
export function matchGroupOf(row: ComparedRow): string {
  const text = JSON.stringify([row.type, ...listCommon(row)]);
  return hash('sha256', text, 'hex').slice(0, GROUP_DIGITS);
}

/** Returns true if a change of a row does not affect to which rows it is equal. */
export function isEqualAsBefore(before: ComparedRow, row: ComparedRow): boolean {
  if (matchGroupOf(before) !== matchGroupOf(row)) return false;
  return row.txid !== null || before.timestampMs === row.timestampMs;
}

function listCommon({ asset, amount, txid, timestampMs }: ComparedRow): readonly unknown[] {
  return [asset, shortestDecimal(amount), txid ?? Math.floor(timestampMs / SECOND_MS)];
}

/**
 * Pairs rows of two lists that are the same transaction, each row once: first rows of the same millisecond,
 * then the oldest with the oldest; with equal times, the lower id first.
 *
 * @returns the pairs, at most one for each `left` row.
 */
export function pairRows<Left extends ComparedRow, Right extends ComparedRow>(
  left: readonly Left[],
  right: readonly Right[],
): readonly (readonly [Left, Right])[] {
  const rights = Map.groupBy(right, matchGroupOf);
  return [...Map.groupBy(left, matchGroupOf)].flatMap(([group, lefts]) =>
    pairGroup(lefts, rights.get(group) ?? []),
  );
}

/** Returns the pairs like {@link pairRows}, for rows that all have the same {@link matchGroupOf}. */
export function pairGroup<Left extends GroupedRow, Right extends GroupedRow>(
  left: readonly Left[],
  right: readonly Right[],
): readonly (readonly [Left, Right])[] {
  if (left.length === 0 || right.length === 0) return [];
  const exact = zip(left, right, ({ timestampMs }) => timestampMs);
  const paired = new Set<unknown>(exact.flat());
  const restLeft = left.filter((row) => !paired.has(row));
  const restRight = right.filter((row) => !paired.has(row));
  if (left[0]?.txid !== null) return [...exact, ...zip(restLeft, restRight, () => 0)];
  // Pairs rows of one second. Whole seconds of both sides are already paired, so the remaining ones are all
  // on one side.
  const wholeLeft = zip(restLeft.filter(isWholeSecond), restRight, () => 0);
  const wholeRight = zip(restLeft, restRight.filter(isWholeSecond), () => 0);
  return [...exact, ...wholeLeft, ...(wholeLeft.length > 0 ? [] : wholeRight)];
}

/** The fields of a row that are compared within a group. */
export type GroupedRow = Pick<Transaction, 'txid' | 'timestampMs' | 'id'>;

function isWholeSecond({ timestampMs }: GroupedRow): boolean {
  return timestampMs % SECOND_MS === 0;
}

/** Pairs the rows with equal values, in order. */
function zip<Left extends GroupedRow, Right extends GroupedRow>(
  left: readonly Left[],
  right: readonly Right[],
  valueOf: (row: GroupedRow) => number,
): readonly (readonly [Left, Right])[] {
  const rights = Map.groupBy([...right].sort(compareRows), valueOf);
  const taken = new Map<number, number>();
  const pairs: (readonly [Left, Right])[] = [];
  for (const row of [...left].sort(compareRows)) {
    const value = valueOf(row);
    const index = taken.get(value) ?? 0;
    const match = rights.get(value)?.[index];
    if (match === undefined) continue;
    taken.set(value, index + 1);
    pairs.push([row, match]);
  }
  return pairs;
}

function compareRows(left: GroupedRow, right: GroupedRow): number {
  if (left.timestampMs !== right.timestampMs) return left.timestampMs - right.timestampMs;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}
