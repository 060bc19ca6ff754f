/** Lists a wallet's transactions: chooses how to read a page, and limits its total time. */
import type { TransactionQuery } from '../../domain/query.ts';
import { translateTreeError } from '../counted/counted-tree-error.ts';
import type { TransactionPage } from '../serving.ts';
import { listByCounts } from './counted-page.ts';
import type { PostgresDatabase } from './database.ts';
import { isUnfiltered, type ListingRequest } from './listing-request.ts';
import { listNewest } from './newest-page.ts';
import { limitTime } from './time-limit.ts';

/** Maximum limit of a filtered page that is searched in the newest rows first. */
const SEARCHED_LIMIT_MAX = 100;

/** Maximum duration, as of any other read: a connection (3 s), its settings (3 s), a statement (6 s). */
const LISTING_TIME_MS = 12_000;

/** Options of {@link listTransactions}. */
interface ListingOptions {
  /** Maximum duration of all statements. */
  readonly timeMs?: number;
  /** The revision that the caller of the service has seen. */
  readonly revision?: number | undefined;
}

/**
 * See `ServingStore.listTransactions`. An unknown wallet has no transactions. Total and page are
 * read from one state of the database.
 *
 * @throws {StoreUnavailableError} if the counts are corrupted, or if the time limit is exceeded.
 */
export async function listTransactions(
  database: PostgresDatabase,
  walletId: string,
  query: TransactionQuery,
  { timeMs = LISTING_TIME_MS, revision }: ListingOptions = {},
): Promise<TransactionPage> {
  try {
    return await limitTime(timeMs, async (checkTime) => {
      const read = { walletId, of: 'transactions', revision } as const;
      return list({ database, read, walletId, query, checkTime });
    });
  } catch (error) {
    throw translateTreeError(error);
  }
}

/** Reads the page in one round trip if it is among the newest rows, else in several by the counts. */
async function list(request: ListingRequest): Promise<TransactionPage> {
  const { query, checkTime } = request;
  const { after, page, limit } = query;
  const isFirst = page === 0 || after !== undefined;
  const isNewest = isFirst && (limit <= SEARCHED_LIMIT_MAX || isUnfiltered(query));
  const listed = isNewest ? await listNewest(request) : undefined;
  checkTime();
  return listed ?? listByCounts(request);
}
