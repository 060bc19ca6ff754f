import type { Transaction } from '../../domain/transaction.ts';
import { matchKeyOf } from '../rules/equal-rows.ts';
import type { StoredTransaction } from '../rules/import-rows.ts';
import {
  adoptEqualRows,
  asSynced,
  findChanges,
  mergeTransaction,
  replaceTransaction,
  type RowChanges,
  type Update,
} from '../rules/row-changes.ts';
import type { ChangeOrigin } from '../rules/wallet-events.ts';
import { STORED_COLUMNS, toStoredTransaction } from '../table-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../transaction-codes.ts';
import type { SqliteConnection, SqliteValue } from './connection.ts';
import { renewTransactionsRevision } from './revisions.ts';
import { recordTimeChanges } from './time-changes.ts';
import { WalletCounts } from './transaction-counts.ts';
import { recordRowEvents } from './wallet-events.ts';
import { requireWalletNo } from './wallets.ts';

const INSERT_STORED = `INSERT INTO wallet_transaction (wallet_no, id, timestamp_ms, asset, type,
    status, amount, txid, address, fee_cost, fee_currency, import_no, match_key)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
  ON CONFLICT (wallet_no, id) DO NOTHING`;

const REPLACE = `UPDATE wallet_transaction SET timestamp_ms = ?3, asset = ?4, type = ?5,
    status = ?6, amount = ?7, txid = ?8, address = ?9, fee_cost = ?10, fee_currency = ?11,
    import_no = ?12, match_key = ?13
  WHERE wallet_no = ?1 AND id = ?2`;

const REMOVE = 'DELETE FROM wallet_transaction WHERE wallet_no = ? AND id = ?';
const DELETE_CHANGES =
  'DELETE FROM wallet_import_change WHERE wallet_no = ? AND transaction_id = ?';
const FIND_EQUAL = `SELECT ${STORED_COLUMNS} FROM wallet_transaction
  WHERE wallet_no = ? AND match_key = ?`;

const FIND_STORED = `SELECT ${STORED_COLUMNS} FROM wallet_transaction WHERE wallet_no = ? AND id = ?`;

/** See `CopyTarget.copyTransactions`. */
export function copyTransactions(
  connection: SqliteConnection,
  walletId: string,
  rows: readonly (Transaction & Partial<StoredTransaction>)[],
): { readonly added: number } {
  return connection.write(() => {
    const walletNo = requireWalletNo(connection, walletId);
    return { added: addRows(connection, walletNo, rows, replaceTransaction) };
  });
}

/**
 * Adds the rows whose ids are not stored, and updates the others. Most rows of a refresh are unchanged and
 * are not written.
 *
 * @returns the number of added rows.
 */
function addRows(
  connection: SqliteConnection,
  walletNo: number,
  rows: readonly NewRow[],
  update: Update,
  origin?: ChangeOrigin,
): number {
  const repeated = insertRows(connection, walletNo, rows);
  const stored = findStored(connection, walletNo, repeated);
  const read = repeated.map((row) => ({ importNo: null, matchKey: null, ...row }));
  const changes = findChanges(stored, read, update);
  const inserted = withoutRepeated(rows, repeated);
  writeChanges(connection, walletNo, changes, { inserted, origin });
  return rows.length - repeated.length;
}

/** A row to add; without an origin it is a synced row. */
type NewRow = Transaction & Partial<StoredTransaction>;

/**
 * Adds the rows whose ids are not stored, without counting them, and returns the others.
 *
 * @param importNo the import of all rows; by default the import of each row.
 */
export function insertRows<Row extends NewRow>(
  connection: SqliteConnection,
  walletNo: number,
  rows: readonly Row[],
  importNo?: number,
): readonly Row[] {
  return rows.filter((row) => {
    const values = toStoredValues(walletNo, row, importNo);
    return connection.change(INSERT_STORED, ...values) === 0;
  });
}

/** Returns the stored rows of these ids, with their origin. */
export function findStored(
  connection: SqliteConnection,
  walletNo: number,
  rows: readonly Pick<Transaction, 'id'>[],
): readonly StoredTransaction[] {
  return [...new Set(rows.map(({ id }) => id))].flatMap((id) => {
    const row = connection.readRow(FIND_STORED, walletNo, id);
    return row === undefined ? [] : toStoredTransaction(row);
  });
}

/** The circumstances of a change. */
interface ChangeContext {
  /** Rows that were already added, to be counted with the changes. */
  readonly inserted?: readonly Transaction[];
  /** If missing, the change has no webhook events. */
  readonly origin?: ChangeOrigin | undefined;
}

/** Writes changes of rows, counts them and appends their webhook events. */
export function writeChanges(
  connection: SqliteConnection,
  walletNo: number,
  changes: RowChanges,
  { inserted = [], origin }: ChangeContext = {},
): void {
  const { written, removed, displaced, counted } = changes;
  for (const row of removed) connection.change(REMOVE, walletNo, row.id);
  for (const row of insertRows(connection, walletNo, written)) {
    connection.change(REPLACE, ...toStoredValues(walletNo, row));
  }
  recordTimeChanges(connection, walletNo, displaced);
  new WalletCounts(connection, walletNo).change({
    removed: counted.removed,
    added: [...inserted, ...counted.added],
  });
  if (written.length + removed.length + inserted.length === 0) return;
  renewTransactionsRevision(connection, walletNo);
  if (origin !== undefined) recordRowEvents(connection, walletNo, origin, changes, inserted);
}

/** Returns the rows of a list that are not in another list. */
export function withoutRepeated<Row>(
  rows: readonly Row[],
  repeated: readonly Row[],
): readonly Row[] {
  if (repeated.length === 0) return rows;
  const others = new Set(repeated);
  return rows.filter((row) => !others.has(row));
}

/** The wallet of a transaction of the synchronisation. */
export interface WrittenWallet {
  readonly walletNo: number;
  /** True if the wallet may have imported rows, which equal rows of a reading replace. */
  readonly hasImports: boolean;
}

/** Adds rows of a reading, or merges them into the stored rows, inside a transaction. */
export function mergeTransactions(
  connection: SqliteConnection,
  { walletNo, hasImports }: WrittenWallet,
  transactions: readonly Transaction[],
  readAtMs: number,
): void {
  const origin = { atMs: readAtMs, by: 'sync' } as const;
  if (hasImports) adoptTransactions(connection, walletNo, transactions, origin);
  else addRows(connection, walletNo, transactions, mergeTransaction, origin);
}

/** Adds or merges rows like {@link mergeTransactions}, for a wallet that may have imported rows. */
function adoptTransactions(
  connection: SqliteConnection,
  walletNo: number,
  transactions: readonly Transaction[],
  origin: ChangeOrigin,
): void {
  const stored = findStored(connection, walletNo, transactions);
  const merged = findChanges(stored, transactions.map(asSynced), mergeTransaction);
  const keys = new Set(merged.written.map(matchKeyOf));
  const imported = [...keys].flatMap((key) =>
    connection.readRows(FIND_EQUAL, walletNo, key).map(toStoredTransaction),
  );
  const changes = adoptEqualRows(merged, stored, imported);
  writeChanges(connection, walletNo, changes, { origin });
  for (const { id } of [...changes.written, ...changes.removed]) {
    connection.change(DELETE_CHANGES, walletNo, id);
  }
}

function toStoredValues(
  walletNo: number,
  row: NewRow,
  importNo = row.importNo ?? null,
): readonly SqliteValue[] {
  return [
    walletNo,
    row.id,
    row.timestampMs,
    row.asset,
    TYPE_CODES[row.type],
    STATUS_CODES[row.status],
    row.amount,
    row.txid,
    row.address,
    row.feeCost,
    row.feeCurrency,
    importNo,
    row.matchKey ?? null,
  ];
}
