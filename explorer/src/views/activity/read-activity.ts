import type {
  TransactionPage,
  TransactionQuery,
  WalletSync,
  WalletTeller,
} from '../../../../client/src/index.ts';
import type { Period } from './periods.ts';

/** The types that are counted, in the order of the columns. */
export const COUNTED_TYPES = ['deposit', 'withdrawal'] as const;
export type CountedType = (typeof COUNTED_TYPES)[number];

/** Transactions of each type. */
export type Counts = Readonly<Record<CountedType, number>>;

/** How many transactions there are in some periods. */
export interface Activity {
  /** In the order of the periods. */
  readonly counts: readonly Counts[];
  /** The newest transaction before the periods, Unix milliseconds; `undefined` if there is none. */
  readonly earlierMs: number | undefined;
  readonly sync: WalletSync;
  /** The responses, for the next reading. */
  readonly pages: readonly Page[];
}

type Page = TransactionPage<'text', 'timestamp'>;

/** A browser opens six connections to a host. */
const CONCURRENCY = 6;

/**
 * Counts the transactions of each period by the totals of listings, so it takes as long for millions of
 * rows as for one. Totals of all statuses.
 *
 * @param previous the result for the same periods before.
 */
export async function readActivity(
  wallet: WalletTeller,
  { periods, asset }: { readonly periods: readonly Period[]; readonly asset: string | undefined },
  { signal, previous }: { signal: AbortSignal; previous: Activity | undefined },
): Promise<Activity> {
  const ranges = [
    { before: periods[0]?.since },
    ...periods.map(({ since, before }) => ({ since, before })),
  ];
  const queries = ranges.flatMap((range) =>
    COUNTED_TYPES.map((type): TransactionQuery<'timestamp'> => ({
      ...range,
      type,
      asset,
      limit: 1,
      fields: ['timestamp'],
    })),
  );
  const pages = await mapConcurrently(queries, (query, index) =>
    wallet.transactions.list(query, { signal, previous: previous?.pages[index] }),
  );
  const newest = pages[0];
  if (newest === undefined) throw new Error('there are no periods');
  const earlier = pages.slice(0, COUNTED_TYPES.length).flatMap(({ transactions }) => transactions);
  return {
    counts: periods.map((_, index) => readCounts(pages.slice((index + 1) * COUNTED_TYPES.length))),
    earlierMs:
      earlier.length === 0 ? undefined : Math.max(...earlier.map(({ timestamp }) => timestamp)),
    sync: newest.sync,
    pages,
  };
}

/** Reads the totals at the beginning of the pages. */
function readCounts(pages: readonly Page[]): Counts {
  const totals = COUNTED_TYPES.map((type, index) => [
    type,
    pages[index]?.pagination.totalCount ?? 0,
  ]);
  return Object.fromEntries(totals) as Counts;
}

/** Runs a function for each item, some of them concurrently; the results have the items' order. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of remaining) results[index] = await run(item, index);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results;
}
