import { type CountKey, LOWEST_KEY } from '../counted/count-key.ts';
import { CountedTreeError } from '../counted/counted-tree-error.ts';
import type { StoreCheck } from '../store.ts';
import type { SqliteConnection } from './connection.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { WalletCounts } from './transaction-counts.ts';

/** The counts of every wallet against its rows; a fix counts anew what is wrong. */
export function checkCounts(
  connection: SqliteConnection,
  { fix }: { readonly fix: boolean },
): StoreCheck {
  const name = 'counts';
  let wrong = 0;
  const wallets = connection.readRows('SELECT wallet_no FROM wallet ORDER BY wallet_no');
  for (const [walletNo] of wallets) {
    wrong += fix
      ? mendWallet(connection, walletNo as number)
      : checkWallet(connection, walletNo as number);
  }
  if (wrong === 0) return { name, ok: true, detail: 'counts are those of the rows' };
  return fix
    ? { name, ok: true, detail: `mended: ${wrong} counts were not those of the rows` }
    : { name, ok: false, detail: `${wrong} counts are not those of the rows; mend with --fix` };
}

function checkWallet(connection: SqliteConnection, walletNo: number): number {
  try {
    return walkParts((at) =>
      connection.read(() => new WalletCounts(connection, walletNo).checkPart(at)),
    );
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
    return 1;
  }
}

/**
 * Each part, some thousand rows, is mended in a transaction of its own, so that writers wait for
 * milliseconds. A tree that cannot be read is built anew in one.
 */
function mendWallet(connection: SqliteConnection, walletNo: number): number {
  const mend = <Result>(work: (counts: WalletCounts) => Result): Result =>
    connection.write(() => {
      renewTransactionsRevision(connection, walletNo);
      return work(new WalletCounts(connection, walletNo));
    });
  try {
    return walkParts((at) => {
      const part = connection.read(() => new WalletCounts(connection, walletNo).checkPart(at));
      if (part.differences === 0) return part;
      return mend((counts) => counts.mendPart(at));
    });
  } catch (error) {
    if (!(error instanceof CountedTreeError)) throw error;
    mend((counts) => counts.rebuild());
    return 1;
  }
}

function walkParts(
  visit: (at: CountKey) => { readonly differences: number; readonly next: CountKey | undefined },
): number {
  let differences = 0;
  // Each part begins after the one before, and there are fewer parts than rows.
  for (let at: CountKey | undefined = LOWEST_KEY; at !== undefined;) {
    const part = visit(at);
    differences += part.differences;
    at = part.next;
  }
  return differences;
}
