/** Leases of wallets: which worker may write. */
import { LeaseLostError } from '../errors.ts';
import type { Database, WriteSession } from '../sql/database.ts';
import { FOR_UPDATE_SKIP_LOCKED, joinQueries, type Query, raw, sql } from '../sql/query.ts';
import type { SyncStore, WalletClaim, WalletLease } from '../sync.ts';
import { isFree, isRunMisdated } from './due-conditions.ts';
import { readValue } from './read-value.ts';
import { lockIf, numberOf, type WrittenWallet } from './written-wallet.ts';

/** Returns the methods of leases. */
export function leaseStatements(database: Database) {
  return {
    async claimWallet(claim) {
      for (const find of selectClaimed(claim)) {
        // First read without a lock, because an idle worker that polls must not block others.
        if ((await database.row(find)) === undefined) continue;
        const lease = await database.write(async (session) => {
          const claimed = sql`${find} ${FOR_UPDATE_SKIP_LOCKED}`;
          const walletNo = await readValue<number>(session, claimed);
          if (walletNo === undefined) return undefined;
          return session.row<WalletLease>(sql`UPDATE wallet_sync
            SET lease_token = lease_token + 1, lease_until_ms = ${claim.untilMs}
            WHERE wallet_no = ${walletNo}
            RETURNING lease_token AS token, next_run_at_ms AS "nextRunAtMs",
              (SELECT id FROM wallet WHERE wallet.wallet_no = wallet_sync.wallet_no) AS "walletId"`);
        });
        if (lease !== undefined) return lease;
      }
      return undefined;
    },

    async renewLease(lease, untilMs) {
      const renewed = await database.change(sql`UPDATE wallet_sync SET lease_until_ms = ${untilMs}
        WHERE ${isHeld(lease)}`);
      if (renewed === 0) throw new LeaseLostError(lease.walletId);
    },

    /** The token remains, so that the next claim gets a higher one. */
    async releaseLease(lease) {
      await database.change(
        sql`UPDATE wallet_sync SET lease_until_ms = NULL WHERE ${isHeld(lease)}`,
      );
    },
  } satisfies Partial<SyncStore>;
}

/** Takes a wallet from the worker that has its lease, in an `UPDATE` of `wallet_sync`: writes with the former token fail. */
export const END_LEASE = raw(`lease_until_ms = NULL,
  lease_token = lease_token + CASE WHEN lease_until_ms IS NULL THEN 0 ELSE 1 END`);

/** Returns the queries of the named wallet, or of the one that has been due longest and of one with an impossible wait. */
function selectClaimed(claim: WalletClaim): readonly Query[] {
  const { nowMs, walletId, onlyIfDue = false, exceptExchanges = [] } = claim;
  const select = (isDue: Query, rest: Query): Query => sql`SELECT due.wallet_no
    FROM wallet_sync AS due JOIN wallet ON wallet.wallet_no = due.wallet_no
    WHERE ${isDue} AND ${isFree(claim)}${rest}`;
  if (walletId !== undefined && !onlyIfDue) {
    return [select(sql`wallet.id = ${walletId} AND NOT due.paused`, raw(''))];
  }
  const isNamed = walletId === undefined ? raw('') : sql` AND wallet.id = ${walletId}`;
  const isOther = exceptExchanges.map((exchange) => sql` AND wallet.exchange <> ${exchange}`);
  const inOrder = sql` ORDER BY due.next_run_at_ms, due.wallet_no LIMIT 1`;
  const rest = joinQueries([isNamed, ...isOther, inOrder], '');
  return [
    select(sql`due.next_run_at_ms <= ${nowMs}`, rest),
    select(isRunMisdated(nowMs, claim.refreshWaitMsMax), rest),
  ];
}

function isHeld({ walletId, token }: WalletLease): Query {
  return sql`wallet_no = ${numberOf(walletId)}
    AND lease_token = ${token} AND lease_until_ms IS NOT NULL`;
}

/**
 * Runs `work` in a transaction that only writes while the lease is valid, so that a worker that has lost its wallet never
 * overwrites data of the next worker.
 *
 * @throws {LeaseLostError} if the lease is lost; then nothing is written.
 */
export function writeUnderLease<T>(
  database: Database,
  lease: WalletLease,
  work: (session: WriteSession, wallet: WrittenWallet) => Promise<T>,
): Promise<T> {
  return database.write(async (session) => {
    const wallet = await lockIf(session, lease.walletId, isHeld(lease));
    if (wallet === undefined) throw new LeaseLostError(lease.walletId);
    return work(session, wallet);
  });
}
