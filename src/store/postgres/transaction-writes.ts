import type { Transaction } from '../../domain/transaction.ts';
import { RecordNotFoundError } from '../store.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { BoundStatement, PostgresConnection, Statement } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { findChanges, replaceTransaction, type TransactionChanges } from './transaction-changes.ts';
import {
  toTransaction,
  toTransactionArrays,
  TRANSACTION_ARRAYS,
  TRANSACTION_COLUMNS,
} from './transaction-rows.ts';

const LOCK_WALLET: Statement = {
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
const COUNT: Statement = {
  name: 'count_transactions',
  text: `INSERT INTO wallet_transaction_count (wallet_id, asset, type, status, count)
    SELECT $1, * FROM unnest($2::text[], $3::smallint[], $4::smallint[], $5::bigint[])
    ON CONFLICT (wallet_id, asset, type, status)
      DO UPDATE SET count = wallet_transaction_count.count + excluded.count`,
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
    await connection.runAll(writeChanges(walletId, changes));
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

/** Writes rows, their counts and, where there are any, another revision of the wallet. */
export function writeChanges(
  walletId: string,
  { written, counts }: TransactionChanges,
): readonly BoundStatement[] {
  if (written.length === 0) return [];
  return [
    [WRITE, walletId, ...toTransactionArrays(written)],
    [
      COUNT,
      walletId,
      counts.map(({ asset }) => asset),
      counts.map(({ type }) => TYPE_CODES[type]),
      counts.map(({ status }) => STATUS_CODES[status]),
      counts.map(({ change }) => change),
    ],
    ...renewTransactionsRevision(walletId),
  ];
}
