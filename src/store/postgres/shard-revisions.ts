/**
 * Revisions of a wallet on the shard that holds its rows (see the migration that made their table).
 *
 * A commit on a Citus cluster has two phases: the coordinator commits `wallet_sync` with the new
 * revision, then the shard commits the rows. In between, or until Citus has recovered a node that
 * failed, a reader sees the new revision and the old rows, and a writer gets the lock of `wallet_sync`
 * before the rows of the previous writer are visible.
 */
import type { PostgresConnection } from './connection.ts';
import type { BoundStatement, PostgresRow, Statement } from './statement.ts';

const ADD: Statement = {
  name: 'add_shard_revisions',
  text: `INSERT INTO wallet_revision (wallet_id, transactions_revision, balances_revision)
    VALUES ($1, $2, $3)`,
};
/** Commands that a database runs when it is distributed; wallets that have their row keep it. */
export const ADD_MISSING_REVISIONS = `INSERT INTO wallet_revision
    SELECT wallet_id, transactions_revision, balances_revision FROM wallet_sync
    ON CONFLICT DO NOTHING`;
const LOCK: Statement = {
  name: 'lock_shard_revisions',
  text: 'SELECT 1 FROM wallet_revision WHERE wallet_id = $1 FOR UPDATE',
};
const FIND_ON_COORDINATOR: Statement = {
  name: 'find_coordinator_revisions',
  text: 'SELECT transactions_revision, balances_revision FROM wallet_sync WHERE wallet_id = $1',
};
const FIND: Statement = {
  name: 'find_shard_revisions',
  text: `SELECT transactions_revision, balances_revision FROM wallet_revision
    WHERE wallet_id = $1`,
};

/** Revisions of the rows that a reader sees. */
export interface ShardRevisions {
  readonly transactions: number;
  readonly balances: number;
}

/** Adds the revisions of a new wallet. Does nothing without Citus. */
export function addShardRevisions(
  { isCitus }: PostgresConnection,
  walletId: string,
  transactions: number,
  balances: number,
): readonly BoundStatement[] {
  return isCitus ? [[ADD, walletId, transactions, balances]] : [];
}

/**
 * Waits until the previous write of the wallet is committed on its shard, and keeps other writers out.
 * Call it after the lock of `wallet_sync` and before the reads of the writer. Does nothing without Citus.
 */
export async function lockShard(connection: PostgresConnection, walletId: string): Promise<void> {
  if (connection.isCitus) await connection.run(LOCK, walletId);
}

/** Reads the revisions on the shard. It runs before the rows are read, so that the rows are not older. */
export function findShardRevisions(walletId: string): BoundStatement {
  return [FIND, walletId];
}

/** Returns the revisions of a row of {@link findShardRevisions}; -1, which no wallet has, without a row. */
export function toShardRevisions(row: PostgresRow | undefined): ShardRevisions {
  const [transactions = -1, balances = -1] = (row ?? []) as readonly number[];
  return { transactions, balances };
}

/**
 * Returns false if the coordinator stopped after the shard had committed new balances: responses that were
 * cached before are then stale, and the coordinator needs a new revision. True without Citus.
 */
export async function isBalancesRevisionCommitted(
  connection: PostgresConnection,
  walletId: string,
): Promise<boolean> {
  if (!connection.isCitus) return true;
  const found = await connection.runAll([
    [FIND, walletId],
    [FIND_ON_COORDINATOR, walletId],
  ]);
  const [shard, coordinator] = found.map(({ rows }) => toShardRevisions(rows[0]).balances);
  return shard === coordinator;
}
