import { RecordNotFoundError } from '../errors.ts';
import type { Session, Stored } from '../sql/database.ts';
import { FOR_UPDATE, type Query, sql } from '../sql/query.ts';

/** The wallet that a writer has locked. */
export interface WrittenWallet {
  readonly walletNo: number;
  readonly projectNo: number;
  readonly walletId: string;
  /** The events that a webhook of the wallet receives; 0 without a webhook. */
  readonly eventBits: number;
  readonly historyComplete: boolean;
  /** True if the wallet may have imported rows, which equal rows of a reading replace. */
  readonly hasImports: boolean;
  /** False until the exchange has accepted the key for the first time. */
  readonly isConnected: boolean;
  /** The last failure that was reported by an event: 0 none, 1 one that is retried, 2 one that stops the wallet. */
  readonly reportedFailure: number;
}

/** Locks a wallet if its row of `wallet_sync` meets a condition; `undefined` if it does not. */
export async function lockIf(
  session: Session,
  walletId: string,
  condition: Query,
): Promise<WrittenWallet | undefined> {
  const row = await session.row<Stored<WrittenWallet>>(sql`SELECT wallet_no AS "walletNo",
      project_no AS "projectNo", webhook_events AS "eventBits", history_complete AS "historyComplete",
      has_imports AS "hasImports", connected AS "isConnected", reported_failure AS "reportedFailure"
    FROM wallet_sync WHERE ${condition} ${FOR_UPDATE}`);
  if (row === undefined) return undefined;
  const [historyComplete, hasImports] = [Boolean(row.historyComplete), Boolean(row.hasImports)];
  return { ...row, walletId, historyComplete, hasImports, isConnected: Boolean(row.isConnected) };
}

/** Returns the number of a wallet in its tables, as a subquery; null if there is no such wallet. */
export function numberOf(walletId: string): Query {
  return sql`(SELECT wallet_no FROM wallet WHERE id = ${walletId})`;
}

/** Locks a wallet for a writer without a lease. @throws {RecordNotFoundError} if there is no such wallet. */
export async function lockWallet(session: Session, walletId: string): Promise<WrittenWallet> {
  const wallet = await lockIfPresent(session, walletId);
  if (wallet === undefined) throw new RecordNotFoundError('wallet', walletId);
  return wallet;
}

/** Locks a wallet for a writer without a lease; `undefined` if there is no such wallet. */
export async function lockIfPresent(
  session: Session,
  walletId: string,
): Promise<WrittenWallet | undefined> {
  const wallet = await lockIf(session, walletId, sql`wallet_no = ${numberOf(walletId)}`);
  if (wallet !== undefined) await lockContent(session, wallet.walletNo);
  return wallet;
}

/**
 * Waits until the rows of the last writer of a wallet are visible. On Citus the coordinator commits first and releases the
 * lock of the wallet, and then the node commits the rows.
 */
export async function lockContent(session: Session, walletNo: number): Promise<void> {
  await session.rows(sql`SELECT 1 FROM wallet_content WHERE wallet_no = ${walletNo} ${FOR_UPDATE}`);
}
