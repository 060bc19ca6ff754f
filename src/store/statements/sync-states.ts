/** How the state of a wallet's synchronisation is read. */
import { RecordNotFoundError } from '../errors.ts';
import type { WalletSyncState } from '../records.ts';
import type { Session } from '../sql/database.ts';
import { raw, sql } from '../sql/query.ts';

/** The columns of a {@link SyncRow}, from `wallet_sync`. */
export const SYNC_COLUMNS = raw(`wallet_sync.last_sync_at_ms, wallet_sync.history_complete,
  wallet_sync.next_run_at_ms, wallet_sync.failure_code, wallet_sync.failure_message,
  wallet_sync.failure_at_ms, wallet_sync.failure_count, wallet_sync.has_imports, wallet_sync.paused`);

/** A row of {@link SYNC_COLUMNS}. */
export interface SyncRow {
  readonly last_sync_at_ms: number | null;
  readonly history_complete: boolean | number;
  readonly next_run_at_ms: number | null;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly failure_at_ms: number | null;
  readonly failure_count: number;
  readonly has_imports: boolean | number;
  readonly paused: boolean | number;
}

/** Returns the state of a wallet's synchronisation. @throws {RecordNotFoundError} if there is no such wallet. */
export async function readSyncState(session: Session, walletId: string): Promise<WalletSyncState> {
  const row = await session.row<SyncRow>(sql`SELECT ${SYNC_COLUMNS} FROM wallet_sync
    WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ${walletId})`);
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  return toSyncState(row);
}

/** Returns the state of a row of {@link SYNC_COLUMNS}. */
export function toSyncState(row: SyncRow): WalletSyncState {
  const { failure_code: code, failure_message: message, failure_at_ms: atMs } = row;
  return {
    lastSyncAtMs: row.last_sync_at_ms,
    historyComplete: Boolean(row.history_complete),
    nextRunAtMs: row.next_run_at_ms,
    failure: code === null ? null : { code, message: message ?? '', atMs: atMs ?? 0 },
    failureCount: row.failure_count,
    hasImports: Boolean(row.has_imports),
    paused: Boolean(row.paused),
  };
}
