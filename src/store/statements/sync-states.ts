/** How the state of a wallet's synchronisation is read. */
import { RecordNotFoundError } from '../errors.ts';
import type { SyncFailure, WalletSyncState } from '../records.ts';
import type { Session, Stored } from '../sql/database.ts';
import { raw, sql } from '../sql/query.ts';
import { numberOf } from './written-wallet.ts';

/** The columns of a {@link SyncRow}, from `wallet_sync`. */
export const SYNC_COLUMNS = raw(`wallet_sync.last_sync_at_ms AS "lastSyncAtMs",
  wallet_sync.history_complete AS "historyComplete", wallet_sync.next_run_at_ms AS "nextRunAtMs",
  wallet_sync.failure_code AS code, wallet_sync.failure_message AS message,
  wallet_sync.failure_at_ms AS "atMs", wallet_sync.failure_count AS "failureCount",
  wallet_sync.has_imports AS "hasImports", wallet_sync.paused, wallet_sync.state`);

/** A row of {@link SYNC_COLUMNS}. */
export type SyncRow = Stored<Omit<WalletSyncState, 'failure'>> & {
  readonly [Name in keyof SyncFailure]: SyncFailure[Name] | null;
};

/** Returns the state of a wallet's synchronisation. @throws {RecordNotFoundError} if there is no such wallet. */
export async function readSyncState(session: Session, walletId: string): Promise<WalletSyncState> {
  const row = await session.row<SyncRow>(sql`SELECT ${SYNC_COLUMNS} FROM wallet_sync
    WHERE wallet_no = ${numberOf(walletId)}`);
  if (row === undefined) throw new RecordNotFoundError('wallet', walletId);
  return toSyncState(row);
}

/** Returns the state of a row of {@link SYNC_COLUMNS}. */
export function toSyncState(row: SyncRow): WalletSyncState {
  const { state, lastSyncAtMs, nextRunAtMs, failureCount, code, message, atMs } = row;
  return {
    state,
    lastSyncAtMs,
    historyComplete: Boolean(row.historyComplete),
    nextRunAtMs,
    failure: code === null ? null : { code, message: message ?? '', atMs: atMs ?? 0 },
    failureCount,
    hasImports: Boolean(row.hasImports),
    paused: Boolean(row.paused),
  };
}
