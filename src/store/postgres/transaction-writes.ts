import type { Transaction } from '../../domain/transaction.ts';
import { compareKeys } from '../counted/count-key.ts';
import { RecordNotFoundError } from '../errors.ts';
import { matchKeyOf } from '../rules/equal-rows.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import {
  adoptEqualRows,
  asSynced,
  findChanges,
  replaceTransaction,
  type RowChanges,
} from '../rules/row-changes.ts';
import type { RecordedWallet } from '../rules/wallet-events.ts';
import type { PostgresConnection } from './connection.ts';
import type { BoundStatement, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { OF_WALLET } from './listing-order.ts';
import { lookUpEach } from './look-up.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { lockShard } from './shard-revisions.ts';
import { bindTimeChanges } from './time-changes.ts';
import { WalletCounts } from './transaction-counts.ts';
import { decodeTransactionId, encodeTransactionId } from './transaction-id.ts';
import {
  STORED_COLUMNS,
  toStoredTransaction,
  toTransactionArrays,
  TRANSACTION_ARRAYS,
} from './transaction-rows.ts';
import {
  RECORDED_COLUMNS,
  type Recording,
  recordRowEvents,
  toRecordedWallet,
} from './wallet-events.ts';

const LOCK_WALLET: Statement = {
  name: 'lock_wallet',
  text: `SELECT ${RECORDED_COLUMNS} FROM wallet_sync WHERE wallet_id = $1 FOR UPDATE`,
};
const KNOWN: Statement = {
  name: 'find_known_transactions',
  text: lookUpEach(STORED_COLUMNS, 'wallet_transaction', 'id', 'bytea'),
};
const WRITE: Statement = {
  name: 'write_transactions',
  text: `INSERT INTO wallet_transaction (wallet_id, ${STORED_COLUMNS})
    SELECT $1, * FROM unnest(${TRANSACTION_ARRAYS})
    ON CONFLICT (wallet_id, id) DO UPDATE SET timestamp_ms = excluded.timestamp_ms,
      content = excluded.content, import_no = excluded.import_no, match_key = excluded.match_key`,
};
const REMOVE: Statement = {
  name: 'remove_transaction',
  text: 'DELETE FROM wallet_transaction WHERE wallet_id = $1 AND id = $2',
};
const FIND_EQUAL: Statement = {
  name: 'find_equal_imported',
  text: lookUpEach(STORED_COLUMNS, 'wallet_transaction', 'match_key', 'bigint', OF_WALLET),
};
const FIND_CHANGED: Statement = {
  name: 'find_import_changed',
  text: lookUpEach('transaction_id', 'wallet_import_change', 'transaction_id', 'bytea'),
};
const DELETE_CHANGES: Statement = {
  name: 'remove_changes_of_row',
  text: 'DELETE FROM wallet_import_change WHERE wallet_id = $1 AND transaction_id = $2',
};

/** Locks the wallet against other writers. Returns `undefined` if the wallet does not exist. */
export async function lockWallet(
  connection: PostgresConnection,
  walletId: string,
): Promise<RecordedWallet | undefined> {
  const [locked] = await Promise.all([
    connection.run(LOCK_WALLET, walletId),
    lockShard(connection, walletId),
  ]);
  const [row] = locked.rows;
  return row && toRecordedWallet(row);
}

/** See `CopyTarget.copyTransactions`. */
export function copyTransactions(
  database: PostgresDatabase,
  walletId: string,
  rows: readonly (Transaction & Partial<StoredTransaction>)[],
): Promise<{ readonly added: number }> {
  return database.writeOfWallet(walletId, async (connection) => {
    const [locked, stored] = await Promise.all([
      lockWallet(connection, walletId),
      readKnown(connection, walletId, rows),
    ]);
    if (locked === undefined) throw new RecordNotFoundError('wallet', walletId);
    const copied = rows.map((row) => ({ ...asSynced(row), ...row }));
    const changes = findChanges(stored, copied, replaceTransaction);
    await writeChanges(connection, walletId, changes, []);
    return { added: changes.addedCount };
  });
}

/**
 * Returns the changes that turn imported rows which the exchange also returned into synced rows (see
 * `rules/row-changes.ts`), and the statements that remove the former values of these rows.
 */
export async function adoptImported(
  connection: PostgresConnection,
  walletId: string,
  merged: RowChanges,
  stored: readonly StoredTransaction[],
): Promise<readonly [RowChanges, readonly BoundStatement[]]> {
  if (merged.written.length === 0) return [merged, []];
  const keys = [...new Set(merged.written.map(matchKeyOf))];
  const { rows } = await connection.run(FIND_EQUAL, walletId, keys);
  const changes = adoptEqualRows(merged, stored, rows.map(toStoredTransaction));
  const ids = [...changes.written, ...changes.removed].map(({ id }) => encodeTransactionId(id));
  const changed = await connection.run(FIND_CHANGED, walletId, ids);
  const removed = new Set(changed.rows.map(([id]) => decodeTransactionId(id as Uint8Array)));
  return [changes, [...removed].map((id) => [DELETE_CHANGES, walletId, encodeTransactionId(id)])];
}

/** Returns the stored rows that have the identifiers of these transactions. */
export async function readKnown(
  connection: PostgresConnection,
  walletId: string,
  transactions: readonly Pick<Transaction, 'id'>[],
): Promise<readonly StoredTransaction[]> {
  if (transactions.length === 0) return [];
  const ids = transactions.map(({ id }) => encodeTransactionId(id));
  return (await connection.run(KNOWN, walletId, ids)).rows.map(toStoredTransaction);
}

/**
 * Writes and removes rows, writes their counts and, if there are rows, a new revision of the wallet. The same
 * round trip runs the other given statements. The wallet must be locked.
 *
 * @param recording appends webhook events; if missing, the change has none.
 */
export async function writeChanges(
  connection: PostgresConnection,
  walletId: string,
  changes: RowChanges,
  others: readonly BoundStatement[],
  recording?: Recording,
): Promise<void> {
  const { written, removed, displaced, counted } = changes;
  const timeChanges = await bindTimeChanges(connection, walletId, displaced);
  const rows: BoundStatement[] = [];
  for (const { id } of removed) rows.push([REMOVE, walletId, encodeTransactionId(id)]);
  // Index pages stay full only if entries are added in ascending order (`_bt_afternewitemoff` of PostgreSQL).
  const ascending = written.toSorted(compareKeys);
  if (written.length > 0) rows.push([WRITE, walletId, ...toTransactionArrays(ascending)]);
  if (rows.length > 0) {
    rows.push(...renewTransactionsRevision(connection, walletId), ...timeChanges);
  }
  const sent = connection.runAll([...rows, ...others]);
  // The counts are read in the same round trip, after the rows are written.
  const counting = new WalletCounts(connection, walletId).change(counted);
  const recorded = recording && recordRowEvents(connection, walletId, recording, changes);
  await Promise.allSettled([sent, counting, recorded]);
  await sent;
  await counting;
  await recorded;
}
