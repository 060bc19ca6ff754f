/** Revisions of a wallet's data (see the migration that added their columns). */
import type { SqliteConnection } from './connection.ts';

/** An SQL expression for a new revision. */
export const NEW_REVISION = 'abs(random() % 4503599627370496)';

/** Sets a new revision of the wallet's transactions, in the transaction that changed them. */
export function renewTransactionsRevision(connection: SqliteConnection, walletNo: number): void {
  connection.change(
    `UPDATE wallet_sync SET transactions_revision = ${NEW_REVISION} WHERE wallet_no = ?`,
    walletNo,
  );
}

/** Sets a new revision of the wallet's balances, in the transaction that changed them. */
export function renewBalancesRevision(connection: SqliteConnection, walletNo: number): void {
  connection.change(
    `UPDATE wallet_sync SET balances_revision = ${NEW_REVISION} WHERE wallet_no = ?`,
    walletNo,
  );
}
