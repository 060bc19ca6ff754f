import type {
  TransactionPage,
  TransactionQuery,
  WalletSync,
  WalletTeller,
} from '../../../../client/src/index.ts';
import type { Period } from './periods.ts';

/** Types of counted transactions, in the order of the columns. */
export const COUNTED_TYPES = ['deposit', 'withdrawal'] as const;
export type CountedType = (typeof COUNTED_TYPES)[number];

/** Number of transactions of each type. */
export type Counts = Readonly<Record<CountedType, number>>;

/** Number of transactions in each period of a page. */
export interface Activity {
  /** Counts in the order of the periods. */
  readonly counts: readonly Counts[];
  /** Time of the newest earlier transaction, Unix milliseconds; `undefined` if none is earlier. */
  readonly earlierMs: number | undefined;
  readonly sync: WalletSync;
  /** Responses, for the `previous` option of the next requests. */
  readonly pages: readonly Page[];
}

type Page = TransactionPage<'text', 'timestamp'>;

/** Maximum concurrent requests. A browser opens six connections to a host. */
const CONCURRENCY = 6;

/**
 * Returns the number of transactions in each period, with any status. It reads the totals of listings, so
 * that the number of requests does not depend on the number of rows.
 *
 * @param previous the previous result for the same periods.
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

/** Returns the totals of the first pages, one for each type. */
function readCounts(pages: readonly Page[]): Counts {
  const totals = COUNTED_TYPES.map((type, index) => [
    type,
    pages[index]?.pagination.totalCount ?? 0,
  ]);
  return Object.fromEntries(totals) as Counts;
}

/** Runs a function concurrently for the items. Returns the results in the order of the items. */
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
