/** Reads of the counted tree of a wallet. */
import type { TransactionStatus } from '../../domain/transaction.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import { translateTreeError } from '../counted/counted-tree-error.ts';
import { countMatches } from '../counted/read-tree.ts';
import type { TreeReading } from '../counted/tree-request.ts';
import type { SqliteConnection } from './connection.ts';
import { WalletCounts } from './transaction-counts.ts';

/** Returns how many rows a wallet has, optionally of one status. @throws {StoreUnavailableError} as `readTree`. */
export function countTransactions(
  connection: SqliteConnection,
  walletNo: number,
  status?: TransactionStatus,
): number {
  return readTree(connection, walletNo, countMatches({ filter: toCountFilter({ status }) }));
}

/** Runs a reading of the tree. @throws {StoreUnavailableError} if the counts are corrupt. */
export function readTree<Result>(
  connection: SqliteConnection,
  walletNo: number,
  work: TreeReading<Result>,
): Result {
  try {
    return new WalletCounts(connection, walletNo).run(work);
  } catch (error) {
    throw translateTreeError(error);
  }
}
