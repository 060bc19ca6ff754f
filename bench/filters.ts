/** Any filters at any depth, called in the store: the worst of a fixed set of queries of the large wallet. */
import { LIMIT_DEFAULT, type TransactionQuery } from '../src/domain/query.ts';
import { TRANSACTION_FIELDS } from '../src/domain/transaction.ts';
import type { WalletKey } from '../src/store/serving.ts';
import type { Store } from '../src/store/store.ts';
import { type Databases, ENGINES, type FilledDatabase } from './databases.ts';
import { formatCount } from '../src/cli/format.ts';
import { medianOf, reportProgress, round } from './figures.ts';
import type { Result } from './floors.ts';
import { COMMON_ASSET, END_MS, MIDDLE_ASSET, RARE_ASSET, START_MS } from './rows.ts';

type Filters = Partial<Omit<TransactionQuery, 'after'>>;

/** Calls of each query; the median counts. */
const CALLS = 9;
/** The number of slowest queries that are measured again, because another program may have delayed them. */
const REPEATED = 10;
/** A wallet with more rows than this has the floor of the largest one. */
const LARGE_ROWS = 1_100_000;
const LARGEST_ROWS = 10_000_000;

const FILTERS: readonly Filters[] = [
  {},
  { asset: COMMON_ASSET },
  { asset: MIDDLE_ASSET },
  { asset: RARE_ASSET },
  { asset: 'MISSING' },
  { type: 'deposit' },
  { status: 'failed' },
  { type: 'reward', status: 'failed' },
  { asset: COMMON_ASSET, type: 'withdrawal' },
  { asset: MIDDLE_ASSET, type: 'reward', status: 'failed' },
];
/** None of the bounds is the start of a month or day, so parts of days have to be counted. */
const BOUNDS: readonly Filters[] = [
  {},
  { sinceMs: at(0.25) },
  { beforeMs: at(0.75) },
  { sinceMs: at(0.25), beforeMs: at(0.75) },
  { sinceMs: at(0.5), beforeMs: at(0.5) + 40_000_000 },
];
/** What is reported of a query. */
const DESCRIBED = ['asset', 'type', 'status', 'sinceMs', 'beforeMs', 'page'];
/** The place of a page in the listing: newest, in the middle, oldest. */
const DEPTHS = [0, 0.5, 1];

function at(share: number): number {
  return Math.floor(START_MS + (END_MS - START_MS) * share) + 7_654_321;
}

/** Measures both engines: without statistics right after the import, and PostgreSQL also with them. */
export async function measureFilters(databases: Databases): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of ENGINES) {
    results.push(await measureWorst(await databases.filled(engine), 'right after the import'));
  }
  results.push(await measureWorst(await databases.analyzed('PostgreSQL'), 'analyzed'));
  return results;
}

async function measureWorst(database: FilledDatabase, state: string): Promise<Result> {
  const { engine, title, installation, wallets } = database;
  const { id, rows } = wallets.at(-1)!;
  const work = `any filters at any depth, ${formatCount(rows)} rows, ${title}, ${state}`;
  reportProgress(work);
  const timed = await installation.withStore(async (store) => {
    const all = [];
    const wallet = await store.readWalletKey(id);
    for (const query of await listQueries(store, wallet)) {
      all.push({ query, ms: await time(store, wallet, query) });
    }
    for (const slow of all.sort((left, right) => right.ms - left.ms).slice(0, REPEATED)) {
      slow.ms = Math.min(slow.ms, await time(store, wallet, slow.query));
    }
    return all.sort((left, right) => right.ms - left.ms);
  });
  const [worst] = timed;
  reportProgress(`slowest of ${timed.length}: ${JSON.stringify(worst!.query, DESCRIBED)}`);
  const size = rows > LARGE_ROWS ? LARGEST_ROWS : LARGE_ROWS;
  return {
    name: `any filters at any depth, ${formatCount(size)} rows, ${engine}`,
    work,
    measured: round(worst!.ms),
  };
}

/** Returns every combination of filters, bounds and depths, and a walk from the middle of each listing. */
async function listQueries(store: Store, wallet: WalletKey): Promise<readonly TransactionQuery[]> {
  const queries: TransactionQuery[] = [];
  const first = { page: 0, limit: LIMIT_DEFAULT, fields: TRANSACTION_FIELDS };
  const listings = FILTERS.flatMap((filters) =>
    BOUNDS.map((bounds) => Object.assign({}, first, filters, bounds)),
  );
  for (const query of listings) {
    const { totalCount } = await store.listTransactions(wallet, query);
    const lastPage = Math.max(0, Math.ceil(totalCount / LIMIT_DEFAULT) - 1);
    const pages = new Set(DEPTHS.map((depth) => Math.floor(lastPage * depth)));
    for (const page of pages) queries.push({ ...query, page });
    const page = Math.floor(lastPage / 2);
    const { next } = await store.listTransactions(wallet, { ...query, page });
    if (next !== undefined) queries.push({ ...query, page: page + 1, after: next });
  }
  return queries;
}

/** Returns the median milliseconds of several calls, after one that is not counted. */
async function time(store: Store, wallet: WalletKey, query: TransactionQuery): Promise<number> {
  await store.listTransactions(wallet, query);
  const durations: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const startMs = performance.now();
    await store.listTransactions(wallet, query);
    durations.push(performance.now() - startMs);
  }
  return medianOf(durations);
}
