import type { Transaction } from '../../domain/transaction.ts';
import {
  COUNTED_COLUMNS,
  type CountedColumns,
  toCountedColumns,
} from '../counted/counted-columns.ts';
import { matchKeyOf } from '../rules/equal-rows.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import {
  adoptEqualRows,
  asSynced,
  findChanges,
  mergeTransaction,
  replaceTransaction,
  type RowChanges,
} from '../rules/row-changes.ts';
import { STORED_COLUMNS, toStoredTransaction } from '../table-rows.ts';
import type { DisplacedRow } from '../walk-page.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import { recordTimeChanges } from './time-changes.ts';
import { WalletCounts } from './transaction-counts.ts';
import { requireWalletNo } from './wallets.ts';

const INSERT_NEW = `INSERT INTO wallet_transaction (wallet_no, id, timestamp_ms, asset, type,
    status, amount, txid, address, fee_cost, fee_currency)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (wallet_no, id) DO NOTHING`;

const INSERT_STORED = `INSERT INTO wallet_transaction (wallet_no, id, timestamp_ms, asset, type,
    status, amount, txid, address, fee_cost, fee_currency, import_no, match_key)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
  ON CONFLICT (wallet_no, id) DO NOTHING`;

const REPLACE = `UPDATE wallet_transaction SET timestamp_ms = ?3, asset = ?4, type = ?5,
    status = ?6, amount = ?7, txid = ?8, address = ?9, fee_cost = ?10, fee_currency = ?11,
    import_no = ?12, match_key = ?13
  WHERE wallet_no = ?1 AND id = ?2`;

const REMOVE = 'DELETE FROM wallet_transaction WHERE wallet_no = ? AND id = ?';
const FORGET_CHANGES =
  'DELETE FROM wallet_import_change WHERE wallet_no = ? AND transaction_id = ?';
const FIND_EQUAL = `SELECT ${STORED_COLUMNS} FROM wallet_transaction
  WHERE wallet_no = ? AND match_key = ?`;

const FIND_STORED = `SELECT ${STORED_COLUMNS} FROM wallet_transaction WHERE wallet_no = ? AND id = ?`;

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

/** See `CopyTarget.copyTransactions`. */
export function copyTransactions(
  connection: SqliteConnection,
  walletId: string,
  rows: readonly (Transaction & Partial<StoredTransaction>)[],
): { readonly added: number } {
  return connection.write(() => {
    const walletNo = requireWalletNo(connection, walletId);
    const copied = rows.map((row) => ({ ...asSynced(row), ...row }));
    const repeated = insertRows(connection, walletNo, copied);
    const stored = findStored(connection, walletNo, repeated);
    const changes = findChanges(stored, repeated, replaceTransaction);
    writeChanges(connection, walletNo, changes, withoutRepeated(copied, repeated));
    return { added: rows.length - repeated.length };
  });
}

/**
 * Adds the rows whose ids are not stored, without counting them, and returns the others.
 *
 * @param importNo of all of them; by default that of each row.
 */
export function insertRows<Row extends Omit<StoredTransaction, 'importNo'>>(
  connection: SqliteConnection,
  walletNo: number,
  rows: readonly Row[],
  ...[importNo]: Row extends StoredTransaction ? [] : [number]
): readonly Row[] {
  return rows.filter((row) => {
    const values = toStoredValues(walletNo, row, importNo);
    return connection.change(INSERT_STORED, ...values) === 0;
  });
}

/** The stored rows of these ids, with their origin. */
export function findStored(
  connection: SqliteConnection,
  walletNo: number,
  rows: readonly Pick<Transaction, 'id'>[],
): readonly StoredTransaction[] {
  return [...new Set(rows.map(({ id }) => id))].flatMap((id) =>
    connection.readRows(FIND_STORED, walletNo, id).map(toStoredTransaction),
  );
}

/**
 * Writes changes of rows and counts them.
 *
 * @param inserted rows that were added before, to be counted with the changes.
 */
export function writeChanges(
  connection: SqliteConnection,
  walletNo: number,
  { written, removed, displaced, counted }: RowChanges,
  inserted: readonly CountedColumns[] = [],
): void {
  for (const row of removed) connection.change(REMOVE, walletNo, row.id);
  for (const row of insertRows(connection, walletNo, written)) {
    connection.change(REPLACE, ...toStoredValues(walletNo, row));
  }
  recordTimeChanges(connection, walletNo, displaced);
  new WalletCounts(connection, walletNo).change({
    removed: counted.removed,
    added: [...inserted, ...counted.added],
  });
  if (written.length + removed.length + inserted.length > 0) {
    renewTransactionsRevision(connection, walletNo);
  }
}

/** The rows of a list that were added: those of another list were not. */
export function withoutRepeated<Row>(
  rows: readonly Row[],
  repeated: readonly Row[],
): readonly Row[] {
  if (repeated.length === 0) return rows;
  const others = new Set(repeated);
  return rows.filter((row) => !others.has(row));
}

/** What a wallet is in a transaction of the synchronisation. */
export interface WrittenWallet {
  readonly walletNo: number;
  /** True if the wallet may have imported rows, which a reading then adopts. */
  readonly hasImports: boolean;
}

/** Adds rows of a reading or merges them into those that are known, inside a transaction. */
export function mergeTransactions(
  connection: SqliteConnection,
  { walletNo, hasImports }: WrittenWallet,
  transactions: readonly Transaction[],
): void {
  if (hasImports) adoptTransactions(connection, walletNo, transactions);
  else writeTransactions(connection, walletNo, transactions);
}

/** As {@link mergeTransactions}, for a wallet that may have imported rows. */
function adoptTransactions(
  connection: SqliteConnection,
  walletNo: number,
  transactions: readonly Transaction[],
): void {
  const stored = findStored(connection, walletNo, transactions);
  const merged = findChanges(stored, transactions.map(asSynced), mergeTransaction);
  const keys = new Set(merged.written.map(matchKeyOf));
  const imported = [...keys].flatMap((key) =>
    connection.readRows(FIND_EQUAL, walletNo, key).map(toStoredTransaction),
  );
  const changes = adoptEqualRows(merged, stored, imported);
  writeChanges(connection, walletNo, changes);
  for (const { id } of [...changes.written, ...changes.removed]) {
    connection.change(FORGET_CHANGES, walletNo, id);
  }
}

/** Adds a row where none has its id, without counting it, and tells whether it did. */
export function insertTransaction(
  connection: SqliteConnection,
  walletNo: number,
  transaction: Transaction,
): boolean {
  return connection.change(INSERT_NEW, ...toValues(walletNo, transaction)) === 1;
}

/** Adds rows of a wallet without imported ones, or merges them into those that are known. */
function writeTransactions(
  connection: SqliteConnection,
  walletNo: number,
  transactions: readonly Transaction[],
): void {
  const readCounted = (id: string): CountedColumns =>
    toCountedColumns(connection.readRow(COUNTED_BY, walletNo, id) ?? []);
  const removed: CountedColumns[] = [];
  const displaced: DisplacedRow[] = [];
  const added: CountedColumns[] = [];
  for (const transaction of transactions) {
    if (insertTransaction(connection, walletNo, transaction)) {
      added.push(transaction);
      continue;
    }
    const was = readCounted(transaction.id);
    if (connection.change(MERGE, ...toValues(walletNo, transaction)) === 0) continue;
    const is = readCounted(transaction.id);
    removed.push(was);
    added.push(is);
    if (is.timestampMs !== was.timestampMs) displaced.push({ id: was.id, place: was });
  }
  recordTimeChanges(connection, walletNo, displaced);
  new WalletCounts(connection, walletNo).change({ removed, added });
  if (added.length > 0) renewTransactionsRevision(connection, walletNo);
}

function toStoredValues(
  walletNo: number,
  row: Omit<StoredTransaction, 'importNo'> & { readonly importNo?: number | null },
  importNo: number | null = row.importNo ?? null,
): readonly SqliteValue[] {
  const values = toValues(walletNo, row);
  values.push(importNo, row.matchKey);
  return values;
}

function toValues(walletNo: number, transaction: Transaction): SqliteValue[] {
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
