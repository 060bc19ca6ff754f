import { type CheckedPart, checkCounts, type CountsStep } from '../counted/check-counts.ts';
import type { CheckProgress } from '../check-progress.ts';
import { CountedTreeError } from '../counted/counted-tree-error.ts';
import type { NamedFindings } from '../counted/report-counts.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { Statement } from './statement.ts';
import { TOTAL } from './count-statements.ts';
import type { PostgresDatabase } from './database.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { WalletCounts } from './transaction-counts.ts';
import { countInRoot, selectRoot } from './root-counts.ts';
import { lockWallet } from './transaction-writes.ts';

const WALLETS: Statement = {
  name: 'list_wallet_ids',
  text: 'SELECT wallet_id FROM wallet ORDER BY wallet_id',
};

const READ_TOTAL: Statement = { name: 'read_total', text: `SELECT ${TOTAL}` };

/** Compares the counts of every wallet with its rows, and the rows with their checksums. */
export async function checkWalletCounts(
  database: PostgresDatabase,
  { fix }: { readonly fix: boolean },
  progress: CheckProgress,
): Promise<readonly NamedFindings[]> {
  const findings: NamedFindings[] = [];
  const walletIds = (await database.read(WALLETS)).map(([walletId]) => walletId as string);
  const total = progress.isShown ? await readTotal(database, walletIds) : 0;
  const onRows = (count: number): void => progress.addRows(count, total);
  for (const walletId of walletIds) {
    findings.push(await checkWallet(database, walletId, { fix, onRows }));
  }
  return findings;
}

/** Returns the number of rows of all wallets, from their counts. */
async function readTotal(
  database: PostgresDatabase,
  walletIds: readonly string[],
): Promise<number> {
  let total = 0;
  for (const walletId of walletIds) {
    const [row] = await database.read(READ_TOTAL, walletId);
    total += (row?.[0] as number | null) ?? 0;
  }
  return total;
}

async function checkWallet(
  database: PostgresDatabase,
  walletId: string,
  { fix, onRows }: { readonly fix: boolean; readonly onRows: (count: number) => void },
): Promise<NamedFindings> {
  const isRight = await isTotalRight(database, walletId);
  if (!isRight && fix) await runStep(database, walletId, { do: 'rebuild' });
  const work = checkCounts(fix);
  let step = work.next();
  // Each step checks a later part than the previous one.
  while (step.done !== true) {
    const part = await runStep(database, walletId, step.value);
    if (step.value.do === 'check') onRows(part?.rowCount ?? 0);
    step = work.next(part);
  }
  const differences = step.value.differences + (isRight ? 0 : 1);
  return { ...step.value, differences, walletId };
}

/** Compares the stored total with the tree. The check of the parts reports an unreadable tree. */
async function isTotalRight(database: PostgresDatabase, walletId: string): Promise<boolean> {
  const [total, root] = await database.prove((reader) =>
    reader.runAll([[READ_TOTAL, walletId], selectRoot(walletId)]),
  );
  try {
    return (total?.rows[0]?.[0] ?? 0) === countInRoot(root?.rows ?? []);
  } catch (error) {
    if (error instanceof StoreUnavailableError) return true;
    throw error;
  }
}

async function runStep(
  database: PostgresDatabase,
  walletId: string,
  step: CountsStep,
): Promise<CheckedPart> {
  try {
    if (step.do === 'check') {
      return await database.prove((reader) =>
        new WalletCounts(reader, walletId).checkPart(step.at),
      );
    }
    return await database.maintain(async (connection) => {
      await lockWallet(connection, walletId);
      await connection.runAll(renewTransactionsRevision(connection, walletId));
      const counts = new WalletCounts(connection, walletId);
      if (step.do === 'repair') return counts.repairPart(step.at);
      await counts.rebuild();
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
    return undefined;
  }
}
