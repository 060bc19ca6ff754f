import { LeaseLostError } from '../errors.ts';
import type { WalletClaim, WalletLease } from '../sync.ts';
import { boundRuns, misdatedLeaseMs, whereRunMisdated } from '../rules/misdated-times.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresRow, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import type { RecordedWallet } from '../rules/wallet-events.ts';
import { lockShard } from './shard-revisions.ts';
import { RECORDED_COLUMNS, toRecordedWallet } from './wallet-events.ts';

const FREE = '(lease_until_ms IS NULL OR lease_until_ms <= $1 OR lease_until_ms > $3)';
const TAKE = 'UPDATE wallet_sync SET lease_token = lease_token + 1, lease_until_ms = $2';
const HELD = 'wallet_id = $1 AND lease_token = $2 AND lease_until_ms IS NOT NULL';

/** Returns the claim of a due wallet. Concurrent workers skip the rows that others have locked. */
const claimDue = (isDue: string): string => `${TAKE} WHERE wallet_id = (
      SELECT due.wallet_id FROM wallet_sync AS due
        JOIN wallet ON wallet.wallet_id = due.wallet_id
        WHERE ${isDue} AND ${FREE} AND wallet.exchange <> ALL ($4::text[])
        ORDER BY next_run_at_ms, due.wallet_id LIMIT 1 FOR UPDATE OF due SKIP LOCKED
    ) RETURNING wallet_id, lease_token`;
const CLAIM_DUE_LONGEST: Statement = {
  name: 'claim_due_longest',
  text: claimDue('next_run_at_ms <= $1'),
};
const CLAIM_MISDATED: Statement = {
  name: 'claim_misdated',
  text: claimDue(whereRunMisdated({ outcomeMs: '$5', refreshMs: '$6', retryMs: '$7' })),
};
const CLAIM_NAMED: Statement = {
  name: 'claim_named',
  text: `${TAKE} WHERE wallet_id = $4 AND ${FREE} RETURNING wallet_id, lease_token`,
};
const RENEW: Statement = {
  name: 'renew_lease',
  text: `UPDATE wallet_sync SET lease_until_ms = $3 WHERE ${HELD}`,
};
const RELEASE: Statement = {
  name: 'release_lease',
  text: `UPDATE wallet_sync SET lease_until_ms = NULL WHERE ${HELD}`,
};
const HOLD: Statement = {
  name: 'hold_lease',
  text: `SELECT has_imports, ${RECORDED_COLUMNS} FROM wallet_sync WHERE ${HELD} FOR UPDATE`,
};

/** The columns of a wallet that its writers need. */
export interface HeldWallet extends RecordedWallet {
  readonly hasImports: boolean;
}

/** See `SyncStore.claimWallet`. */
export async function claimWallet(
  database: PostgresDatabase,
  claim: WalletClaim,
): Promise<WalletLease | undefined> {
  const { nowMs, untilMs, walletId, exceptExchanges = [] } = claim;
  const { outcomeMs, refreshMs, retryMs } = boundRuns(claim);
  const bounds = [outcomeMs, refreshMs, retryMs] as const;
  const times = [nowMs, untilMs, misdatedLeaseMs({ nowMs, untilMs })];
  const claimMisdated = (): Promise<readonly PostgresRow[]> =>
    database.read(CLAIM_MISDATED, ...times, exceptExchanges, ...bounds);
  const claimNext = async (): Promise<PostgresRow | undefined> =>
    (await database.read(CLAIM_DUE_LONGEST, ...times, exceptExchanges))[0] ??
    (await claimMisdated())[0];
  const taken =
    walletId === undefined
      ? await claimNext()
      : (await database.read(CLAIM_NAMED, ...times, walletId))[0];
  return taken && { walletId: taken[0] as string, token: taken[1] as number };
}

/** See `SyncStore.renewLease`. Also renews an expired lease if no other worker has claimed the wallet. */
export async function renewLease(
  database: PostgresDatabase,
  { walletId, token }: WalletLease,
  untilMs: number,
): Promise<void> {
  const { rowCount } = await database.runOnState(RENEW, walletId, token, untilMs);
  if (rowCount === 0) throw new LeaseLostError(walletId);
}

/** See `SyncStore.releaseLease`. The token stays, so that the next claim gets a higher one. */
export async function releaseLease(
  database: PostgresDatabase,
  { walletId, token }: WalletLease,
): Promise<void> {
  await database.runOnState(RELEASE, walletId, token);
}

/**
 * Runs writes to a wallet in a transaction that holds the lease, so that a worker that has lost the lease
 * cannot overwrite the data of its successor. Reading takes one round trip.
 *
 * @param read reads the input of the writes; it sees everything that earlier workers have written.
 * @param write also receives the locked wallet.
 * @throws {LeaseLostError} if the lease is lost; nothing is written then.
 */
export async function writeUnderLease<T>(
  database: PostgresDatabase,
  lease: WalletLease,
  read: (connection: PostgresConnection) => Promise<T>,
  write: (connection: PostgresConnection, known: T, held: HeldWallet) => Promise<unknown>,
): Promise<void> {
  const lockAndRead = async (connection: PostgresConnection): Promise<T> =>
    (await Promise.all([lockShard(connection, lease.walletId), read(connection)]))[1];
  await database.writeOfWallet(lease.walletId, (connection) =>
    writeWhileHeld(connection, lease, lockAndRead, write),
  );
}

/** Like {@link writeUnderLease}, for the sync state only, which is on the coordinator. */
export async function writeStateUnderLease<T>(
  database: PostgresDatabase,
  lease: WalletLease,
  read: (connection: PostgresConnection) => Promise<T>,
  write: (connection: PostgresConnection, known: T, held: HeldWallet) => Promise<unknown>,
): Promise<void> {
  await database.writeState(lease.walletId, (connection) =>
    writeWhileHeld(connection, lease, read, write),
  );
}

async function writeWhileHeld<T>(
  connection: PostgresConnection,
  { walletId, token }: WalletLease,
  read: (connection: PostgresConnection) => Promise<T>,
  write: (connection: PostgresConnection, known: T, held: HeldWallet) => Promise<unknown>,
): Promise<void> {
  const [held, known] = await Promise.all([
    connection.run(HOLD, walletId, token),
    read(connection),
  ]);
  const [row] = held.rows;
  if (row === undefined) throw new LeaseLostError(walletId);
  const [hasImports, ...recorded] = row;
  await write(connection, known, {
    hasImports: hasImports === true,
    ...toRecordedWallet(recorded),
  });
}
