import { LeaseLostError } from '../errors.ts';
import type { WalletClaim, WalletLease } from '../sync.ts';
import { boundRuns, misdatedLeaseMs, whereRunMisdated } from '../rules/misdated-times.ts';
import type { SqliteConnection, SqliteRow } from './connection.ts';

const FREE = '(lease_until_ms IS NULL OR lease_until_ms <= ?1 OR lease_until_ms > ?2)';
const findDue = (isDue: string): string => `SELECT wallet_no
  FROM wallet_sync INDEXED BY wallet_sync_by_due
  WHERE ${isDue} AND ${FREE} AND (SELECT exchange FROM wallet
    WHERE wallet.wallet_no = wallet_sync.wallet_no) NOT IN (SELECT value FROM json_each(?3))
  ORDER BY next_run_at_ms, wallet_no LIMIT 1`;
const DUE_LONGEST = findDue('next_run_at_ms <= ?1');
const MISDATED = findDue(whereRunMisdated({ outcomeMs: '?4', refreshMs: '?5', retryMs: '?6' }));
const NAMED = `SELECT wallet_no FROM wallet_sync
  WHERE wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?3) AND ${FREE}`;
const TAKE = `UPDATE wallet_sync SET lease_token = lease_token + 1, lease_until_ms = ?
  WHERE wallet_no = ?
  RETURNING lease_token, (SELECT id FROM wallet WHERE wallet_no = wallet_sync.wallet_no)`;
const HELD = `wallet_no = (SELECT wallet_no FROM wallet WHERE id = ?1)
  AND lease_token = ?2 AND lease_until_ms IS NOT NULL`;

/** See `SyncStore.claimWallet`. */
export function claimWallet(
  connection: SqliteConnection,
  claim: WalletClaim,
): WalletLease | undefined {
  const { nowMs, walletId } = claim;
  const excepted = JSON.stringify(claim.exceptExchanges ?? []);
  const misdatedMs = misdatedLeaseMs(claim);
  const { outcomeMs, refreshMs, retryMs } = boundRuns(claim);
  const bounds = [outcomeMs, refreshMs, retryMs] as const;
  const findRow = (): SqliteRow | undefined =>
    walletId === undefined
      ? (connection.readRow(DUE_LONGEST, nowMs, misdatedMs, excepted) ??
        connection.readRow(MISDATED, nowMs, misdatedMs, excepted, ...bounds))
      : connection.readRow(NAMED, nowMs, misdatedMs, walletId);
  const find = (): number | undefined => findRow()?.[0] as number | undefined;
  // First queried without the write lock, because an idle worker that polls must not block others.
  if (find() === undefined) return undefined;
  return connection.write(() => {
    const walletNo = find();
    if (walletNo === undefined) return undefined;
    const taken = connection.readRow(TAKE, claim.untilMs, walletNo);
    return taken && { token: taken[0] as number, walletId: taken[1] as string };
  });
}

/**
 * See `SyncStore.renewLease`. An expired lease is also renewed, unless another worker has taken over the
 * wallet.
 */
export function renewLease(
  connection: SqliteConnection,
  lease: WalletLease,
  untilMs: number,
): void {
  const renewed = connection.change(
    `UPDATE wallet_sync SET lease_until_ms = ?3 WHERE ${HELD}`,
    lease.walletId,
    lease.token,
    untilMs,
  );
  if (renewed === 0) throw new LeaseLostError(lease.walletId);
}

/** See `SyncStore.releaseLease`. The token remains, so that the next claim gets a higher one. */
export function releaseLease(connection: SqliteConnection, lease: WalletLease): void {
  connection.change(
    `UPDATE wallet_sync SET lease_until_ms = NULL WHERE ${HELD}`,
    lease.walletId,
    lease.token,
  );
}

/**
 * Runs `work` in a transaction that only writes while the lease is valid, so that a worker that has lost its
 * wallet never overwrites data of the next worker. `work` receives the wallet's number and whether it has
 * imports.
 *
 * @throws {LeaseLostError} if the lease is lost; then nothing is written.
 */
export function writeUnderLease(
  connection: SqliteConnection,
  lease: WalletLease,
  work: (walletNo: number, hasImports: boolean) => void,
): void {
  connection.write(() => {
    const row = connection.readRow(
      `SELECT wallet_no, has_imports FROM wallet_sync WHERE ${HELD}`,
      lease.walletId,
      lease.token,
    );
    if (row === undefined) throw new LeaseLostError(lease.walletId);
    work(row[0] as number, row[1] === 1);
  });
}
