import { QUARANTINE_LISTED_MAX, type WalletStatus } from '../admin.ts';
import { RecordNotFoundError } from '../errors.ts';
import type { PostgresRow, Statement } from './statement.ts';
import { selectCoverage, toCoverageRange } from './coverage.ts';
import type { PostgresDatabase } from './database.ts';
import { countInRoot, selectRoot } from './root-counts.ts';
import { selectWallet, toSyncState, toWallet } from './wallets.ts';

const COUNT_QUARANTINED: Statement = {
  name: 'count_quarantined',
  text: 'SELECT count(*) FROM wallet_quarantine WHERE wallet_id = $1',
};
const QUARANTINED: Statement = {
  name: 'list_quarantined',
  text: `SELECT key, source, raw, reason, quarantined_at_ms FROM wallet_quarantine
    WHERE wallet_id = $1 ORDER BY quarantined_at_ms DESC, key LIMIT ${QUARANTINE_LISTED_MAX}`,
};

/** See `AdminStore.readWalletStatus`. All parts are from one snapshot of the database. */
export async function readWalletStatus(
  database: PostgresDatabase,
  walletId: string,
): Promise<WalletStatus> {
  const results = await database.readAll([
    ...selectWallet(walletId),
    selectCoverage(walletId),
    selectRoot(walletId),
    [COUNT_QUARANTINED, walletId],
    [QUARANTINED, walletId],
  ]);
  const [wallets, syncs, coverage, root = [], quarantinedCounts, quarantined] = results.map(
    ({ rows }) => rows,
  );
  const [wallet, sync] = [wallets?.[0], syncs?.[0]];
  if (wallet === undefined || sync === undefined) throw new RecordNotFoundError('wallet', walletId);
  return {
    wallet: toWallet(wallet),
    sync: toSyncState(sync),
    coverage: (coverage ?? []).map(toCoverageRange),
    transactionCount: countInRoot(root),
    pendingCount: countInRoot(root, 'pending'),
    quarantined: (quarantined ?? []).map(toQuarantined),
    quarantinedCount: quarantinedCounts?.[0]?.[0] as number,
  };
}

function toQuarantined(row: PostgresRow): WalletStatus['quarantined'][number] {
  const [key, source, raw, reason, quarantinedAtMs] = row;
  return {
    key: key as string,
    source: source as string,
    raw: raw as string,
    reason: reason as string,
    quarantinedAtMs: quarantinedAtMs as number,
  };
}
