import { type CountKey, LOWEST_KEY } from './count-key.ts';
import type { RepairedPart, RowFindings } from './repair-tree.ts';

/** A step of the check of a wallet's counts; each runs in its own transaction. */
export type CountsStep =
  /** Report the differences between a part and its rows; see `repairPart`. */
  | { readonly do: 'check'; readonly at: CountKey }
  /** Correct a part to match its rows, while nothing else writes to the wallet. */
  | { readonly do: 'repair'; readonly at: CountKey }
  /** Recount all rows, while nothing else writes to the wallet. */
  | { readonly do: 'rebuild' };

/** Findings about a part; `undefined` if the tree cannot be read. */
export type CheckedPart = Omit<RepairedPart, 'writes'> | undefined;

/** Findings about a wallet. */
export interface WalletFindings extends RowFindings {
  /** Counts that differ from the rows. */
  readonly differences: number;
  /** False if the tree cannot be read; then the rows cannot be checked. */
  readonly isReadable: boolean;
}

/**
 * Compares the counts of a wallet with its rows, and the rows with their checksums. A fix recounts wrong
 * parts, some thousand rows in a transaction, so that writers wait for milliseconds; it rebuilds an
 * unreadable tree in one transaction. Rows are never changed. Yields the steps; `next` passes in the
 * findings of each.
 */
export function* checkCounts(fix: boolean): Generator<CountsStep, WalletFindings, CheckedPart> {
  let differences = 0;
  let isRebuilt = false;
  let parts: RowFindings[] = [];
  const describe = (isReadable: boolean): WalletFindings => ({
    differences,
    isReadable,
    corruptedLeaves: parts.flatMap(({ corruptedLeaves }) => corruptedLeaves),
  });
  // Each part begins after the one before, and there are fewer parts than rows.
  for (let at: CountKey | undefined = LOWEST_KEY; at !== undefined;) {
    const found: CheckedPart = yield { do: 'check', at };
    const isWrong: boolean = found !== undefined && found.differences > 0;
    const part: CheckedPart = fix && isWrong ? yield { do: 'repair', at } : found;
    if (found === undefined || part === undefined) {
      differences += 1;
      if (!fix || isRebuilt) return describe(false);
      yield { do: 'rebuild' };
      isRebuilt = true;
      parts = [];
      at = LOWEST_KEY;
      continue;
    }
    differences += found.differences;
    parts.push(part);
    at = part.next;
  }
  return describe(true);
}
