import {
  type CheckedPart,
  checkCounts,
  type CountsStep,
  tellCounts,
} from '../counted/check-counts.ts';
import { CountedTreeError } from '../counted/counted-tree-error.ts';
import type { StoreCheck } from '../admin.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { SqliteConnection } from './connection.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { TOTAL, WalletCounts } from './transaction-counts.ts';
import { countTransactions } from './transaction-listing.ts';

const READ_TOTAL = `SELECT ${TOTAL} FROM wallet WHERE wallet_no = ?`;

/** The counts of every wallet against its rows; see {@link checkCounts}. */
export function checkWalletCounts(
  connection: SqliteConnection,
  { fix }: { readonly fix: boolean },
): StoreCheck {
  let wrong = 0;
  for (const [walletNo] of connection.readRows('SELECT wallet_no FROM wallet ORDER BY wallet_no')) {
    if (!isTotalRight(connection, walletNo as number)) {
      wrong += 1;
      if (fix) take(connection, walletNo as number, { do: 'rebuild' });
    }
    const work = checkCounts(fix);
    let step = work.next();
    // Each step is of a later part than the one before.
    while (step.done !== true) step = work.next(take(connection, walletNo as number, step.value));
    wrong += step.value;
  }
  return tellCounts(wrong, fix);
}

/** The stored total against that of the tree; if that cannot be read, the check of its parts reports it. */
function isTotalRight(connection: SqliteConnection, walletNo: number): boolean {
  try {
    return connection.read(() => {
      const [total] = connection.readRow(READ_TOTAL, walletNo) ?? [];
      return (total ?? 0) === countTransactions(connection, walletNo);
    });
  } catch (error) {
    if (error instanceof StoreUnavailableError) return true;
    throw error;
  }
}

function take(connection: SqliteConnection, walletNo: number, step: CountsStep): CheckedPart {
  const counts = new WalletCounts(connection, walletNo);
  try {
    if (step.do === 'check') return connection.read(() => counts.checkPart(step.at));
    return connection.write(() => {
      renewTransactionsRevision(connection, walletNo);
      if (step.do === 'mend') return counts.mendPart(step.at);
      counts.rebuild();
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
    return undefined;
  }
}
