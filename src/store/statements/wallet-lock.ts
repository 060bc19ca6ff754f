import { RecordNotFoundError } from '../errors.ts';
import type { Session } from '../sql/database.ts';
import { FOR_UPDATE, sql } from '../sql/query.ts';
import type { WrittenWallet } from './transactions.ts';

/** Locks a wallet for a writer without a lease. @throws {RecordNotFoundError} if there is no such wallet. */
export async function lockWallet(session: Session, walletId: string): Promise<WrittenWallet> {
  const row = await session.row<{
    readonly wallet_no: number;
    readonly webhook_events: number;
    readonly history_complete: boolean | number;
  }>(sql`SELECT wallet_no, webhook_events, history_complete FROM wallet_sync
    WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ${walletId}) ${FOR_UPDATE}`);
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  return {
    walletNo: row.wallet_no,
    walletId,
    eventBits: row.webhook_events,
    historyComplete: Boolean(row.history_complete),
  };
}
