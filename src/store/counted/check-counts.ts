import type { StoreCheck } from '../admin.ts';
import { type CountKey, LOWEST_KEY } from './count-key.ts';
import type { MendedPart } from './mend-tree.ts';

/** What is to be done with the counts of a wallet, in a transaction of its own. */
export type CountsStep =
  /** Tell what of a part is not what the rows say; see `mendPart`. */
  | { readonly do: 'check'; readonly at: CountKey }
  /** Make a part what the rows say, while no other writes the wallet. */
  | { readonly do: 'mend'; readonly at: CountKey }
  /** Count all rows anew, while no other writes the wallet. */
  | { readonly do: 'rebuild' };

/** What was found of a part; `undefined` where the tree cannot be read. */
export type CheckedPart = Pick<MendedPart, 'differences' | 'next'> | undefined;

/**
 * The counts of a wallet against its rows: tells how many are wrong. A fix counts anew what is wrong,
 * some thousand rows in a transaction, so that writers wait for milliseconds; a tree that cannot be
 * read is built anew in one. It yields the steps and is given what they found.
 */
export function* checkCounts(fix: boolean): Generator<CountsStep, number, CheckedPart> {
  let differences = 0;
  // Each part begins after the one before, and there are fewer parts than rows.
  for (let at: CountKey | undefined = LOWEST_KEY; at !== undefined;) {
    const found: CheckedPart = yield { do: 'check', at };
    const isWrong: boolean = found !== undefined && found.differences > 0;
    const part: CheckedPart = fix && isWrong ? yield { do: 'mend', at } : found;
    if (found === undefined || part === undefined) {
      if (fix) yield { do: 'rebuild' };
      return differences + 1;
    }
    differences += found.differences;
    at = part.next;
  }
  return differences;
}

/** What the operator is told of the counts of all wallets. */
export function tellCounts(wrong: number, fix: boolean): StoreCheck {
  const name = 'counts';
  if (wrong === 0) return { name, ok: true, detail: 'counts are those of the rows' };
  return fix
    ? { name, ok: true, detail: `repaired: ${wrong} counts were not those of the rows` }
    : { name, ok: false, detail: `${wrong} counts are not those of the rows; mend with --fix` };
}
