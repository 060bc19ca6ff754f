import type { Transaction } from '../../domain/transaction.ts';
import {
  COUNTED_COLUMNS,
  type CountedColumns,
  toCountedColumns,
} from '../counted/counted-columns.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import { WalletCounts } from './transaction-counts.ts';
import { requireWalletNo } from './wallets.ts';

const INSERT_NEW = `INSERT INTO wallet_transaction (wallet_no, id, timestamp_ms, asset, type,
    status, amount, txid, address, fee_cost, fee_currency)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (wallet_no, id) DO NOTHING`;

/** Writes nothing where the row says the same already: an import that is repeated. */
const REPLACE = `UPDATE wallet_transaction SET timestamp_ms = ?3, asset = ?4, type = ?5,
    status = ?6, amount = ?7, txid = ?8, address = ?9, fee_cost = ?10, fee_currency = ?11
  WHERE wallet_no = ?1 AND id = ?2
    AND (timestamp_ms, asset, type, status, amount, txid, address, fee_cost, fee_currency)
      IS NOT (?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`;

const COUNTED_BY = `SELECT ${COUNTED_COLUMNS} FROM wallet_transaction
  WHERE wallet_no = ? AND id = ?`;

/**
 * What the new reading leaves open keeps what was told before; the earlier time stays. A reading
 * that says nothing new writes nothing: most of a refresh re-reads rows that are known.
 */
const MERGE = `UPDATE wallet_transaction SET timestamp_ms = min(timestamp_ms, ?3), asset = ?4,
    type = ?5, status = ?6, amount = ?7, txid = coalesce(?8, txid), address = coalesce(?9, address),
    fee_cost = coalesce(?10, fee_cost), fee_currency = coalesce(?11, fee_currency)
  WHERE wallet_no = ?1 AND id = ?2
    AND (timestamp_ms, asset, type, status, amount, txid, address, fee_cost, fee_currency)
      IS NOT (min(timestamp_ms, ?3), ?4, ?5, ?6, ?7, coalesce(?8, txid), coalesce(?9, address),
        coalesce(?10, fee_cost), coalesce(?11, fee_currency))`;

/** See `AdminStore.importTransactions`. */
export function importTransactions(
  connection: SqliteConnection,
  walletId: string,
  transactions: readonly Transaction[],
): { readonly added: number } {
  return connection.write(() => {
    const walletNo = requireWalletNo(connection, walletId);
    return { added: writeTransactions(connection, walletNo, transactions, REPLACE) };
  });
}

/** Adds rows of a reading or merges them into those that are known, inside a transaction. */
export function mergeTransactions(
  connection: SqliteConnection,
  walletNo: number,
  transactions: readonly Transaction[],
): void {
  writeTransactions(connection, walletNo, transactions, MERGE);
}

/** Adds a row where none has its id, without counting it, and tells whether it did. */
export function insertTransaction(
  connection: SqliteConnection,
  walletNo: number,
  transaction: Transaction,
): boolean {
  return connection.change(INSERT_NEW, ...toValues(walletNo, transaction)) === 1;
}

/** Adds rows, writes known ones by `update`, counts them, and returns how many were added. */
function writeTransactions(
  connection: SqliteConnection,
  walletNo: number,
  transactions: readonly Transaction[],
  update: string,
): number {
  const readCounted = (id: string): CountedColumns =>
    toCountedColumns(connection.readRow(COUNTED_BY, walletNo, id) ?? []);
  const removed: CountedColumns[] = [];
  const added: CountedColumns[] = [];
  for (const transaction of transactions) {
    if (insertTransaction(connection, walletNo, transaction)) {
      added.push(transaction);
      continue;
    }
    const was = readCounted(transaction.id);
    if (connection.change(update, ...toValues(walletNo, transaction)) === 0) continue;
    removed.push(was);
    added.push(readCounted(transaction.id));
  }
  new WalletCounts(connection, walletNo).change({ removed, added });
  if (added.length > 0) renewTransactionsRevision(connection, walletNo);
  return added.length - removed.length;
}

function toValues(walletNo: number, transaction: Transaction): readonly SqliteValue[] {
  return [
    walletNo,
    transaction.id,
    transaction.timestampMs,
    transaction.asset,
    TYPE_CODES[transaction.type],
    STATUS_CODES[transaction.status],
    transaction.amount,
    transaction.txid,
    transaction.address,
    transaction.feeCost,
    transaction.feeCurrency,
  ];
}
