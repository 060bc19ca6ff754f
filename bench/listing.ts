/**
 * Measures a page with its total in the store, which has no response cache, by size of the wallet, filters
 * and depth of the page. All results are ratios within one run.
 */
import { LIMIT_MAX, type TransactionQuery } from '../src/domain/query.ts';
import type { Store } from '../src/store/store.ts';
import { makeQuery } from '../test/store/contract/fixtures.ts';
import { type Databases, type Engine, ENGINES, type FilledDatabase } from './databases.ts';
import { COMBINATIONS, makeFilters, nameFilters } from './filters.ts';
import {
  atLeast,
  formatCount,
  makeRatio,
  type Measurement,
  reportProgress,
} from './measurement.ts';
import { deepestPage, RARE_ASSET, RARE_EVERY, SMALL_ROWS } from './rows.ts';

/** Repetitions of each query; PostgreSQL is slower and varies less. */
const EFFORTS = {
  SQLite: { rounds: 25, calls: 40, pageCalls: 4 },
  PostgreSQL: { rounds: 15, calls: 10, pageCalls: 2 },
} as const satisfies Record<Engine, Effort>;

interface Effort {
  readonly rounds: number;
  readonly calls: number;
  /** Repetitions for a page of 1,000 rows. */
  readonly pageCalls: number;
}

/** Maximum total time of a query in a round; then it is not repeated. */
const ROUND_MS_MAX = 100;

/** Measures all listings of both engines. */
export async function measureListing(databases: Databases): Promise<Measurement[]> {
  const results: Measurement[] = [];
  for (const engine of ENGINES) {
    const database = await databases.filled(engine);
    reportProgress(`${engine}: totals and pages of the store`);
    const measured = await database.installation.withStore(async (store) => [
      ...(await measureFilters(store, database)),
      ...(await measurePages(store, database)),
    ]);
    for (const each of measured) results.push({ ...each, name: `${engine}, ${each.name}` });
  }
  return results;
}

/** Measures the first page of every combination of filters, large wallets against the smallest. */
async function measureFilters(store: Store, database: FilledDatabase): Promise<Measurement[]> {
  const { walletIds, engine } = database;
  const asked = COMBINATIONS.flatMap((names) =>
    [...walletIds].map(([rows, walletId]) => ({
      walletId,
      query: makeQuery(makeFilters(names, rows)),
    })),
  );
  const elapsedMs = await compare(store, asked, EFFORTS[engine]);
  const sizes = [...walletIds.keys()];
  const ratioOf = (combination: number, size: number): number => {
    const [small = 0, ...large] = elapsedMs.slice(combination * sizes.length);
    return small / (large[size - 1] ?? 0);
  };
  const describe = (rows: number): string => `${formatCount(rows)} rows against ${SMALL_ROWS}`;
  const largest = sizes.at(-1)!;
  return [
    ...COMBINATIONS.map((names, combination) => {
      const name = `${nameFilters(names)}: ${describe(largest)}`;
      return makeRatio(name, ratioOf(combination, sizes.length - 1), atLeast(0.6));
    }),
    ...sizes.slice(1).map((rows, index) => {
      // A failed query counts as slower than any other.
      const ratios = COMBINATIONS.map((_, combination) => ratioOf(combination, index + 1) || 0);
      return makeRatio(`first page, median of all filters: ${describe(rows)}`, medianOf(ratios));
    }),
  ];
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0;
}

async function measurePages(store: Store, database: FilledDatabase): Promise<Measurement[]> {
  const [rows, walletId] = [...database.walletIds].at(-1)!;
  const { rounds, pageCalls: calls } = EFFORTS[database.engine];
  const compareQueries = async (queries: readonly Partial<TransactionQuery>[]): Promise<number> => {
    const asked = queries.map((query) => {
      return { walletId, query: makeQuery({ limit: LIMIT_MAX, ...query }) };
    });
    const [first = 0, second = 0] = await compare(store, asked, { rounds, calls });
    return first / second;
  };
  const page = deepestPage(rows);
  const deepest = await compareQueries([{}, { page }]);
  const filter = { type: 'deposit', status: 'completed' } as const;
  const filteredPage = Math.floor(page / 3);
  const filtered = await compareQueries([filter, { ...filter, page: filteredPage }]);
  const oldestPage = Math.max(0, Math.floor(rows / RARE_EVERY / 100) - 1);
  const rare = { asset: RARE_ASSET, limit: 100 } as const;
  const oldest = await compareQueries([rare, { ...rare, page: oldestPage }]);
  return [
    makeRatio(`page ${page} of 1,000 against page 0`, deepest, atLeast(0.8)),
    makeRatio(`page ${filteredPage} of 1,000 against page 0, filtered`, filtered),
    makeRatio(`oldest page of an asset of every ${RARE_EVERY}th row against page 0`, oldest),
  ];
}

interface Asked {
  readonly walletId: string;
  readonly query: TransactionQuery;
}

/** Returns milliseconds of each query, the best of several alternating rounds; NaN if it failed. */
async function compare(
  store: Store,
  asked: readonly Asked[],
  { rounds, calls }: Pick<Effort, 'rounds' | 'calls'>,
): Promise<number[]> {
  const best = asked.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, question] of asked.entries()) {
      if (Number.isNaN(best[index])) continue;
      best[index] = Math.min(best[index]!, await timeCalls(store, question, calls));
    }
  }
  return best;
}

/** Returns the mean milliseconds of a call; a slow call is made once. NaN if it fails. */
async function timeCalls(store: Store, { walletId, query }: Asked, calls: number): Promise<number> {
  const startMs = performance.now();
  let made = 0;
  try {
    while (made < calls && performance.now() - startMs < ROUND_MS_MAX) {
      await store.listTransactions(walletId, query);
      made += 1;
    }
    return (performance.now() - startMs) / made;
  } catch (error) {
    reportProgress(`${walletId}, ${JSON.stringify(query)}: ${String(error)}`);
    return NaN;
  }
}
