import { RecordNotFoundError } from '../errors.ts';
import type { Session } from '../sql/database.ts';
import { FOR_UPDATE, raw, sql } from '../sql/query.ts';

/** The wallet that a writer has locked. */
export interface WrittenWallet {
  readonly walletNo: number;
  readonly walletId: string;
  /** The events that a webhook of the wallet receives; 0 without a webhook. */
  readonly eventBits: number;
  readonly historyComplete: boolean;
}

/** The columns of `wallet_sync` in a {@link WrittenRow}. */
export const WRITTEN_COLUMNS = raw('wallet_no, webhook_events, history_complete');

/** A row of {@link WRITTEN_COLUMNS}. */
export interface WrittenRow {
  readonly wallet_no: number;
  readonly webhook_events: number;
  readonly history_complete: boolean | number;
}

/** Returns the wallet of a row. */
export function toWrittenWallet(walletId: string, row: WrittenRow): WrittenWallet {
  return {
    walletNo: row.wallet_no,
    walletId,
    eventBits: row.webhook_events,
    historyComplete: Boolean(row.history_complete),
  };
}

/** Locks a wallet for a writer without a lease. @throws {RecordNotFoundError} if there is no such wallet. */
export async function lockWallet(session: Session, walletId: string): Promise<WrittenWallet> {
  const row = await session.row<WrittenRow>(sql`SELECT ${WRITTEN_COLUMNS} FROM wallet_sync
    WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ${walletId}) ${FOR_UPDATE}`);
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  await lockContent(session, row.wallet_no);
  return toWrittenWallet(walletId, row);
}

/**
 * Waits until the rows of the last writer of a wallet are visible. On Citus the coordinator commits first and releases the
 * lock of the wallet, and then the node commits the rows.
 */
export async function lockContent(session: Session, walletNo: number): Promise<void> {
  await session.rows(sql`SELECT 1 FROM wallet_content WHERE wallet_no = ${walletNo} ${FOR_UPDATE}`);
}
