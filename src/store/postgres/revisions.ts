/** Revisions of the content of a wallet's responses (see the migration that created their columns). */
import { randomBytes } from 'node:crypto';

import type { PostgresConnection } from './connection.ts';
import type { BoundStatement, Statement } from './statement.ts';

const RANDOM_BITS_DROPPED = 12n;

const RENEW_TRANSACTIONS_REVISION: Statement = {
  name: 'renew_transactions_revision',
  text: 'UPDATE wallet_sync SET transactions_revision = $2 WHERE wallet_id = $1',
};
const RENEW_BALANCES_REVISION: Statement = {
  name: 'renew_balances_revision',
  text: 'UPDATE wallet_sync SET balances_revision = $2 WHERE wallet_id = $1',
};

/** A missing row is created; its other revision gets a value that no wallet has. */
const RENEW_SHARD_TRANSACTIONS: Statement = {
  name: 'renew_shard_transactions_revision',
  text: `INSERT INTO wallet_revision (wallet_id, transactions_revision, balances_revision)
    VALUES ($1, $2, -1)
    ON CONFLICT (wallet_id) DO UPDATE SET transactions_revision = excluded.transactions_revision`,
};
const RENEW_SHARD_BALANCES: Statement = {
  name: 'renew_shard_balances_revision',
  text: `INSERT INTO wallet_revision (wallet_id, transactions_revision, balances_revision)
    VALUES ($1, -1, $2)
    ON CONFLICT (wallet_id) DO UPDATE SET balances_revision = excluded.balances_revision`,
};

/**
 * Returns a new revision: 52 random bits, which a JavaScript number holds. It is bound as a
 * parameter because Citus refuses volatile functions in an UPDATE of a table that it manages.
 */
export function newRevision(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> RANDOM_BITS_DROPPED);
}

/** Sets a new revision of the wallet's transactions, in the transaction that changes them. */
export function renewTransactionsRevision(
  connection: PostgresConnection,
  walletId: string,
): readonly BoundStatement[] {
  return renew(connection, walletId, [RENEW_TRANSACTIONS_REVISION, RENEW_SHARD_TRANSACTIONS]);
}

/** Sets a new revision of the wallet's balances, in the transaction that changes them. */
export function renewBalancesRevision(
  connection: PostgresConnection,
  walletId: string,
): readonly BoundStatement[] {
  return renew(connection, walletId, [RENEW_BALANCES_REVISION, RENEW_SHARD_BALANCES]);
}

/** On a Citus cluster the shard gets the same revision; see shard-revisions.ts. */
function renew(
  { changed, isCitus }: PostgresConnection,
  walletId: string,
  statements: readonly [Statement, Statement],
): readonly BoundStatement[] {
  changed.add(walletId);
  const revision = newRevision();
  const used = isCitus ? statements : statements.slice(0, 1);
  return used.map((statement) => [statement, walletId, revision] as const);
}
