import {
  type CheckedPart,
  checkCounts,
  type CountsStep,
  tellCounts,
} from '../counted/check-counts.ts';
import { CountedTreeError } from '../counted/counted-tree-error.ts';
import type { StoreCheck } from '../admin.ts';
import { StoreUnavailableError } from '../errors.ts';
import type { Statement } from './connection.ts';
import { TOTAL } from './count-statements.ts';
import type { PostgresDatabase } from './database.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { WalletCounts } from './transaction-counts.ts';
import { selectRoot } from './listing-steps.ts';
import { countInRoot } from './transaction-listing.ts';
import { lockWallet } from './transaction-writes.ts';

const WALLETS: Statement = {
  name: 'list_wallet_ids',
  text: 'SELECT wallet_id FROM wallet ORDER BY wallet_id',
};

const READ_TOTAL: Statement = { name: 'read_total', text: `SELECT ${TOTAL}` };

/** The counts of every wallet against its rows; see {@link checkCounts}. */
export async function checkWalletCounts(
  database: PostgresDatabase,
  { fix }: { readonly fix: boolean },
): Promise<StoreCheck> {
  let wrong = 0;
  for (const [walletId] of await database.read(WALLETS)) {
    if (!(await isTotalRight(database, walletId as string))) {
      wrong += 1;
      if (fix) await take(database, walletId as string, { do: 'rebuild' });
    }
    const work = checkCounts(fix);
    let step = work.next();
    // Each step is of a later part than the one before.
    while (step.done !== true) {
      step = work.next(await take(database, walletId as string, step.value));
    }
    wrong += step.value;
  }
  return tellCounts(wrong, fix);
}

/** The stored total against that of the tree; of a tree that cannot be read the parts tell. */
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

async function take(
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
      if (step.do === 'mend') return counts.mendPart(step.at);
      await counts.rebuild();
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
    return undefined;
  }
}
