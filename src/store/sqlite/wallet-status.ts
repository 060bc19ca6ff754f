import { QUARANTINE_LISTED_MAX, type WalletStatus } from '../admin.ts';
import { RecordNotFoundError } from '../errors.ts';
import type { SqliteConnection } from './connection.ts';
import { listCoverage } from './coverage.ts';
import { countTransactions } from './count-reading.ts';
import { findWallet, readSyncState, requireWalletNo } from './wallets.ts';

const COUNT_QUARANTINED = 'SELECT count(*) FROM wallet_quarantine WHERE wallet_no = ?';

/** See `AdminStore.readWalletStatus`. All data comes from one snapshot. */
export function readWalletStatus(connection: SqliteConnection, walletId: string): WalletStatus {
  return connection.read(() => {
    const wallet = findWallet(connection, walletId);
    if (wallet === undefined) throw new RecordNotFoundError('wallet', walletId);
    const walletNo = requireWalletNo(connection, walletId);
    return {
      wallet,
      sync: readSyncState(connection, walletId),
      coverage: listCoverage(connection, walletId),
      transactionCount: countTransactions(connection, walletNo),
      pendingCount: countTransactions(connection, walletNo, 'pending'),
      quarantined: listQuarantined(connection, walletNo),
      quarantinedCount: connection.readRow(COUNT_QUARANTINED, walletNo)?.[0] as number,
    };
  });
}

function listQuarantined(
  connection: SqliteConnection,
  walletNo: number,
): WalletStatus['quarantined'] {
  return connection
    .readRows(
      `SELECT key, source, raw, reason, quarantined_at_ms FROM wallet_quarantine
         WHERE wallet_no = ? ORDER BY quarantined_at_ms DESC, key LIMIT ?`,
      walletNo,
      QUARANTINE_LISTED_MAX,
    )
    .map(([key, source, raw, reason, quarantinedAtMs]) => ({
      key: key as string,
      source: source as string,
      raw: raw as string,
      reason: reason as string,
      quarantinedAtMs: quarantinedAtMs as number,
    }));
}
