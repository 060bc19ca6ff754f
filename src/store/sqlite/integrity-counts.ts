import { type CheckedPart, checkCounts, type CountsStep } from '../counted/check-counts.ts';
import type { CheckProgress } from '../check-progress.ts';
import { CountedTreeError } from '../counted/counted-tree-error.ts';
import type { NamedFindings } from '../counted/report-counts.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { SqliteConnection } from './connection.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { TOTAL, WalletCounts } from './transaction-counts.ts';
import { countTransactions } from './count-reading.ts';

const READ_TOTAL = `SELECT ${TOTAL} FROM wallet WHERE wallet_no = ?`;

const READ_SUM = `SELECT sum(${TOTAL}) FROM wallet`;

const WALLETS = 'SELECT wallet_no, id FROM wallet ORDER BY wallet_no';

/** Compares the counts of every wallet with its rows, and the rows with their checksums. */
export function checkWalletCounts(
  connection: SqliteConnection,
  { fix }: { readonly fix: boolean },
  progress: CheckProgress,
): readonly NamedFindings[] {
  const [total] = progress.isShown ? (connection.readRow(READ_SUM) ?? []) : [];
  const onRows = (count: number): void => progress.addRows(count, (total as number | null) ?? 0);
  return connection
    .readRows(WALLETS)
    .map(([walletNo, walletId]) =>
      checkWallet(
        connection,
        { walletNo: walletNo as number, walletId: walletId as string },
        { fix, onRows },
      ),
    );
}

function checkWallet(
  connection: SqliteConnection,
  { walletNo, walletId }: { readonly walletNo: number; readonly walletId: string },
  { fix, onRows }: { readonly fix: boolean; readonly onRows: (count: number) => void },
): NamedFindings {
  const isRight = isTotalRight(connection, walletNo);
  if (!isRight && fix) runStep(connection, walletNo, { do: 'rebuild' });
  const work = checkCounts(fix);
  let step = work.next();
  // Each step checks a later part than the previous one.
  while (step.done !== true) {
    const part = runStep(connection, walletNo, step.value);
    if (step.value.do === 'check') onRows(part?.rowCount ?? 0);
    step = work.next(part);
  }
  const differences = step.value.differences + (isRight ? 0 : 1);
  return { ...step.value, differences, walletId };
}

/** Compares the stored total with the tree. The check of the parts reports an unreadable tree. */
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

function runStep(connection: SqliteConnection, walletNo: number, step: CountsStep): CheckedPart {
  const counts = new WalletCounts(connection, walletNo);
  try {
    if (step.do === 'check') return connection.read(() => counts.checkPart(step.at));
    return connection.write(() => {
      renewTransactionsRevision(connection, walletNo);
      if (step.do === 'repair') return counts.repairPart(step.at);
      counts.rebuild();
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
    return undefined;
  }
}
