/** Listings of a wallet's transactions: chooses how a page is read. */
import type { TransactionQuery } from '../../domain/query.ts';
import type { TransactionPage } from '../serving.ts';
import type { SqliteConnection } from './connection.ts';
import { listByCounts } from './counted-page.ts';
import { listNewest } from './newest-page.ts';

/**
 * See `ServingStore.listTransactions`. With a revision, the snapshot of this turn is new enough. An unknown wallet has no transactions. Total and page are
 * read from one state of the database.
 *
 * @throws {StoreUnavailableError} if the counts are corrupt.
 * @throws {WalkExpiredError}
 */
export function listTransactions(
  connection: SqliteConnection,
  walletId: string,
  query: TransactionQuery,
  revision?: number,
): TransactionPage {
  const list = (): TransactionPage =>
    listNewest(connection, walletId, query) ?? listByCounts(connection, walletId, query);
  return revision === undefined ? connection.read(list) : connection.readInTurn(list);
}
