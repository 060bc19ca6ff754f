/** Describes corrupted and missing rows, for people. */
import { type CountKey, HIGHEST_KEY, type KeyRange, LOWEST_KEY } from './counted/count-key.ts';
import type { CorruptedLeaf } from './counted/repair-tree.ts';

const ROWS_SHOWN_MAX = 5;
const WALLETS_SHOWN_MAX = 10;

/** Returns the corrupted and missing rows of a wallet as text. */
export function describeCorruption(corruptedLeaves: readonly CorruptedLeaf[]): string {
  const corrupted = corruptedLeaves.flatMap((leaf) => leaf.corrupted);
  const missing = corruptedLeaves.filter(({ missingCount }) => missingCount > 0);
  const texts = [
    ...(corrupted.length > 0 ? [describeCorrupted(corrupted)] : []),
    ...missing.slice(0, ROWS_SHOWN_MAX).map(describeMissing),
  ];
  return texts.join(', ');
}

/** Returns the first texts, and the number of the others. */
function listFirst(texts: readonly string[], max: number, what: string, separator: string): string {
  const more = texts.length - max;
  const shown = texts.slice(0, max).join(separator);
  return more > 0 ? `${shown}${separator}and ${more} more ${what}` : shown;
}

/** Returns the first wallets, or texts about them, and the number of the others. */
export function listFirstWallets(wallets: readonly string[], separator = ', '): string {
  return listFirst(wallets, WALLETS_SHOWN_MAX, 'wallets', separator);
}

function describeCorrupted(rows: readonly CountKey[]): string {
  const names = rows.map(({ id, timestampMs }) => `${id} (${formatTime(timestampMs)})`);
  const count = rows.length === 1 ? '1 transaction is' : `${rows.length} transactions are`;
  return `${count} corrupted: ${listFirst(names, ROWS_SHOWN_MAX, 'others', ', ')}`;
}

function describeMissing({ range, missingCount }: CorruptedLeaf): string {
  const what = missingCount === 1 ? '1 transaction is' : `${missingCount} transactions are`;
  return [`${what} missing`, ...describeBounds(range)].join(' ');
}

function describeBounds({ low, high }: KeyRange): readonly string[] {
  const isFirst = low.timestampMs === LOWEST_KEY.timestampMs;
  const isLast = high.timestampMs === HIGHEST_KEY.timestampMs;
  return [
    ...(isFirst ? [] : [`from ${formatTime(low.timestampMs)}`]),
    ...(isLast ? [] : [`to ${formatTime(high.timestampMs)}`]),
  ];
}

/** Returns a time as ISO 8601, or in ms if a corrupted time is outside of the calendar. */
function formatTime(timestampMs: number): string {
  const date = new Date(timestampMs);
  return Number.isNaN(date.getTime()) ? `${timestampMs} ms` : date.toISOString();
}
