/**
 * The rule for when two rows of a wallet, one of them without an identifier of the exchange, are the same
 * transaction: they have the same asset, type, amount (as a value) and txid. Two rows without a txid must
 * also have the same time: the same millisecond or, if one of the two times is a whole second (files often
 * have no milliseconds), the same second.
 */
import { SECOND_MS } from '../../domain/duration.ts';
import { shortestDecimal } from '../../domain/decimal.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { comparePlaces } from './walk.ts';

/** The fields by which two rows are compared. */
export type ComparedRow = Pick<
  Transaction,
  'asset' | 'type' | 'amount' | 'txid' | 'timestampMs' | 'id'
>;

/** Returns a text that is the same for rows with the same values; without a txid also of the same second. */
export function matchGroupOf(row: ComparedRow): string {
  const { type, asset, amount, txid, timestampMs } = row;
  const second = Math.floor(timestampMs / SECOND_MS);
  return JSON.stringify([type, asset, shortestDecimal(amount), txid ?? second]);
}

/** Returns true if a change of a row does not affect to which rows it is equal. */
export function isEqualAsBefore(before: ComparedRow, row: ComparedRow): boolean {
  if (matchGroupOf(before) !== matchGroupOf(row)) return false;
  return row.txid !== null || before.timestampMs === row.timestampMs;
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

/** Pairs rows that all have the same {@link matchGroupOf}. */
function pairGroup<Left extends ComparedRow, Right extends ComparedRow>(
  left: readonly Left[],
  right: readonly Right[],
): readonly (readonly [Left, Right])[] {
  const pairs: (readonly [Left, Right])[] = [];
  const timeOf = ({ timestampMs }: ComparedRow): number => timestampMs;
  const pairRest = (lefts: readonly Left[], rights: readonly Right[], valueOf = timeOf): void => {
    const paired = new Set<unknown>(pairs.flat());
    const isOpen = (row: Left | Right): boolean => !paired.has(row);
    pairs.push(...zip(lefts.filter(isOpen), rights.filter(isOpen), valueOf));
  };
  pairRest(left, right);
  if (left[0]?.txid !== null) {
    pairRest(left, right, () => 0);
  } else {
    pairRest(left.filter(isWholeSecond), right, () => 0);
    pairRest(left, right.filter(isWholeSecond), () => 0);
  }
  return pairs;
}

function isWholeSecond({ timestampMs }: ComparedRow): boolean {
  return timestampMs % SECOND_MS === 0;
}

/** Pairs the rows with equal values, in order. */
function zip<Left extends ComparedRow, Right extends ComparedRow>(
  left: readonly Left[],
  right: readonly Right[],
  valueOf: (row: ComparedRow) => number,
): readonly (readonly [Left, Right])[] {
  const rights = Map.groupBy([...right].sort(comparePlaces), valueOf);
  const lefts = Map.groupBy([...left].sort(comparePlaces), valueOf);
  return [...lefts].flatMap(([value, rows]) => {
    const others = rights.get(value) ?? [];
    return others
      .slice(0, rows.length)
      .map((other, index) => [rows[index] as Left, other] as const);
  });
}
