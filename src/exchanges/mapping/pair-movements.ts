import { addDecimals, type Decimal, DecimalError, shortestDecimal } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/duration.ts';

/** A movement as a list reports it. */
export interface Movement {
  readonly asset: string;
  readonly amount: Decimal;
  readonly timestampMs: number;
}

/** A movement as the ledger books it; `amount` excludes the fee. */
export interface BookedMovement extends Movement {
  readonly fee: Decimal | null;
}

/**
 * Maximum difference between the times of one movement in two lists. In users' data they differ by up to an
 * hour (rotki, pull request 7131).
 */
export const TIME_TOLERANCE_MS = HOUR_MS;

/**
 * Returns the row of another list for each booked movement, for lists that no identifier links: the row with
 * the same asset, the amount with or without the fee, and the nearest time. Each row is used at most once.
 *
 * @param canBeOne returns false for two rows that cannot be one movement; by default any two can.
 */
export function pairMovements<Entry extends BookedMovement, Other extends Movement>(
  entries: readonly Entry[],
  others: readonly Other[],
  canBeOne: (entry: Entry, other: Other) => boolean = () => true,
): ReadonlyMap<Entry, Other> {
  const byContent = Map.groupBy(others, ({ asset, amount, timestampMs }) =>
    contentKey(asset, amount, slotOf(timestampMs)),
  );
  const candidates = entries.flatMap((entry) =>
    contentKeysOf(entry)
      .flatMap((key) => byContent.get(key) ?? [])
      .filter((other) => canBeOne(entry, other))
      .map((other) => ({
        entry,
        other,
        apartMs: Math.abs(entry.timestampMs - other.timestampMs),
      })),
  );
  const paired = new Map<Entry, Other>();
  const taken = new Set<Other>();
  for (const { entry, other, apartMs } of candidates.toSorted((a, b) => a.apartMs - b.apartMs)) {
    if (apartMs > TIME_TOLERANCE_MS || paired.has(entry) || taken.has(other)) continue;
    paired.set(entry, other);
    taken.add(other);
  }
  return paired;
}

/**
 * Returns the hour of a Unix time: times that differ by at most an hour are in the same slot or in adjacent
 * ones.
 */
function slotOf(timestampMs: number): number {
  return Math.floor(timestampMs / TIME_TOLERANCE_MS);
}

function contentKeysOf({ asset, amount, fee, timestampMs }: BookedMovement): string[] {
  const slot = slotOf(timestampMs);
  const amounts = fee === null ? [amount] : [amount, ...sumOf(amount, fee)];
  return amounts.flatMap((each) =>
    [slot - 1, slot, slot + 1].map((near) => contentKey(asset, each, near)),
  );
}

/** Returns the sum; nothing if it has more digits than the amount of a row can have. */
function sumOf(amount: Decimal, fee: Decimal): Decimal[] {
  try {
    return [addDecimals(amount, fee)];
  } catch (error) {
    if (error instanceof DecimalError) return [];
    throw error;
  }
}

function contentKey(asset: string, amount: Decimal, slot: number): string {
  return `${asset} ${shortestDecimal(amount)} ${slot}`;
}
