import type { Transaction } from '../../domain/transaction.ts';
import { RecordNotFoundError } from '../store.ts';
import { toTransaction, TRANSACTION_COLUMNS } from '../table-rows.ts';
import type { BoundStatement, PostgresConnection, Statement } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { findChanges, replaceTransaction, type TransactionChanges } from './transaction-changes.ts';
import { WalletCounts } from './transaction-counts.ts';
import { toTransactionArrays, TRANSACTION_ARRAYS } from './transaction-rows.ts';

/** One writer of a wallet at a time. */
export const LOCK_WALLET: Statement = {
  name: 'lock_wallet',
  text: 'SELECT 1 FROM wallet_sync WHERE wallet_id = $1 FOR UPDATE',
};
const KNOWN: Statement = {
  name: 'known_transactions',
  text: `SELECT ${TRANSACTION_COLUMNS} FROM wallet_transaction
    WHERE wallet_id = $1 AND id = ANY ($2::text[])`,
};
const WRITE: Statement = {
  name: 'write_transactions',
  text: `INSERT INTO wallet_transaction (wallet_id, ${TRANSACTION_COLUMNS})
    SELECT $1, * FROM unnest(${TRANSACTION_ARRAYS})
    ON CONFLICT (wallet_id, id) DO UPDATE SET timestamp_ms = excluded.timestamp_ms,
      asset = excluded.asset, type = excluded.type, status = excluded.status,
      amount = excluded.amount, txid = excluded.txid, address = excluded.address,
      fee_cost = excluded.fee_cost, fee_currency = excluded.fee_currency`,
};
/** See `AdminStore.importTransactions`. */
export function importTransactions(
  database: PostgresDatabase,
  walletId: string,
  transactions: readonly Transaction[],
): Promise<{ readonly added: number }> {
  return database.write(async (connection) => {
    const [locked, known] = await Promise.all([
      connection.run(LOCK_WALLET, walletId),
      readKnown(connection, walletId, transactions),
    ]);
    if (locked.rowCount === 0) throw new RecordNotFoundError('wallet', walletId);
    const changes = findChanges(known, transactions, replaceTransaction);
    await writeChanges(connection, walletId, changes, []);
    return { added: changes.addedCount };
  });
}

/** The rows that are kept of those that were read, by identifier. */
export async function readKnown(
  connection: PostgresConnection,
  walletId: string,
  transactions: readonly Transaction[],
): Promise<readonly Transaction[]> {
  if (transactions.length === 0) return [];
  const ids = transactions.map(({ id }) => id);
  return (await connection.run(KNOWN, walletId, ids)).rows.map(toTransaction);
}

/**
 * Writes rows, their counts and, where there are any, another revision of the wallet; with them, in
 * the same round trip, what else there is to write. The wallet is locked.
 */
export async function writeChanges(
  connection: PostgresConnection,
  walletId: string,
  { written, counted }: TransactionChanges,
  others: readonly BoundStatement[],
): Promise<void> {
  const rows: readonly BoundStatement[] =
    written.length === 0
      ? []
      : [
          [WRITE, walletId, ...toTransactionArrays(written)],
          renewTransactionsRevision(connection, walletId),
        ];
  const sent = connection.runAll([...rows, ...others]);
  // What it reads goes the same way, after the rows.
  const counting = new WalletCounts(connection, walletId).change(counted);
  await Promise.allSettled([sent, counting]);
  await sent;
  await counting;
}
