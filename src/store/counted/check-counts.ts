import { type CountKey, LOWEST_KEY } from './count-key.ts';
import type { MendedPart, RowFindings } from './mend-tree.ts';

/** What is to be done with the counts of a wallet, in a transaction of its own. */
export type CountsStep =
  /** Tell what of a part is not what the rows say; see `mendPart`. */
  | { readonly do: 'check'; readonly at: CountKey }
  /** Make a part what the rows say, while no other writes the wallet. */
  | { readonly do: 'mend'; readonly at: CountKey }
  /** Count all rows anew, while no other writes the wallet. */
  | { readonly do: 'rebuild' };

/** What was found of a part; `undefined` where the tree cannot be read. */
export type CheckedPart = Omit<MendedPart, 'writes'> | undefined;

/** What was found of a wallet. */
export interface WalletFindings extends RowFindings {
  /** Counts that are not those of the rows. */
  readonly differences: number;
  /** False if the tree cannot be read: nothing is known of the rows then. */
  readonly isReadable: boolean;
}

/**
 * The counts of a wallet against its rows, and the rows against their checksums. A fix counts anew what
 * is wrong, some thousand rows in a transaction, so that writers wait for milliseconds; a tree that
 * cannot be read is built anew in one. Rows stay as they are. It yields the steps and is given what they
 * found.
 */
export function* checkCounts(fix: boolean): Generator<CountsStep, WalletFindings, CheckedPart> {
  let differences = 0;
  let isRebuilt = false;
  let parts: RowFindings[] = [];
  const describe = (isReadable: boolean): WalletFindings => ({
    differences,
    isReadable,
    corrupted: parts.flatMap(({ corrupted }) => corrupted),
    missing: parts.flatMap(({ missing }) => missing),
  });
  // Each part begins after the one before, and there are fewer parts than rows.
  for (let at: CountKey | undefined = LOWEST_KEY; at !== undefined;) {
    const found: CheckedPart = yield { do: 'check', at };
    const isWrong: boolean = found !== undefined && found.differences > 0;
    const part: CheckedPart = fix && isWrong ? yield { do: 'mend', at } : found;
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
