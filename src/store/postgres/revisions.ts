/** Revisions of what is told of a wallet (see the migration that made their columns). */
import type { BoundStatement, PostgresConnection, Statement } from './connection.ts';

/** An SQL expression that gives a new revision: 52 random bits, which a JavaScript number holds. */
export const NEW_REVISION = 'floor(random() * 4503599627370496)::bigint';

const RENEW_TRANSACTIONS_REVISION: Statement = {
  name: 'renew_transactions_revision',
  text: `UPDATE wallet_sync SET transactions_revision = ${NEW_REVISION} WHERE wallet_id = $1`,
};
const RENEW_BALANCES_REVISION: Statement = {
  name: 'renew_balances_revision',
  text: `UPDATE wallet_sync SET balances_revision = ${NEW_REVISION} WHERE wallet_id = $1`,
};

/** Says that the wallet's transactions are others now, in the transaction that changes them. */
export function renewTransactionsRevision(
  { changed }: PostgresConnection,
  walletId: string,
): BoundStatement {
  changed.add(walletId);
  return [RENEW_TRANSACTIONS_REVISION, walletId];
}

/** Says that the wallet's balances are others now, in the transaction that changes them. */
export function renewBalancesRevision(
  { changed }: PostgresConnection,
  walletId: string,
): BoundStatement {
  changed.add(walletId);
  return [RENEW_BALANCES_REVISION, walletId];
}
