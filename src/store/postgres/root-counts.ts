/** Counts of all rows of a wallet, from the root of its counted tree. */
import type { TransactionStatus } from '../../domain/transaction.ts';
import { toCountFilter } from '../counted/count-filter.ts';
import { translateTreeError } from '../counted/counted-tree-error.ts';
import { countMatches } from '../counted/read-tree.ts';
import { ALL_ASSETS } from '../counted/code-counts.ts';
import { ROOT_NODE_NO, runTreeWork } from '../counted/tree-request.ts';
import { VIEW_NODES } from './count-statements.ts';
import { CountViews } from './count-views.ts';
import type { BoundStatement, PostgresRow } from './statement.ts';

/** Returns the statement that reads the root, which has every count without a time. */
export function selectRoot(walletId: string): BoundStatement {
  return [VIEW_NODES, walletId, [ROOT_NODE_NO], ALL_ASSETS];
}

/**
 * Returns how many rows a wallet has, optionally of one status, from the rows of {@link selectRoot}.
 *
 * @throws {StoreUnavailableError} if the counts are corrupted.
 */
export function countInRoot(rows: readonly PostgresRow[], status?: TransactionStatus): number {
  const filter = toCountFilter({ status });
  try {
    return runTreeWork(countMatches({ filter }), new CountViews(rows).require);
  } catch (error) {
    throw translateTreeError(error);
  }
}
