/** How the rows of `wallet_transaction` are read, and their checksum. */
import { crc32 } from 'node:zlib';

import type { TransactionQuery } from '../../domain/query.ts';
import { transactionWriter } from '../../domain/transaction-json.ts';
import { TRANSACTION_FIELDS, type Transaction } from '../../domain/transaction.ts';
import { StoreUnavailableError } from '../errors.ts';
import { type StoredTransaction, toValues } from '../rules/import-rows.ts';
import type { Stored } from '../sql/database.ts';
import { at, type Columns, EngineText, type Query, sql } from '../sql/query.ts';

/** The columns of a {@link TransactionRow}. */
export const TRANSACTION_COLUMNS = sql`tx.id, tx.time AS "timestampMs", tx.asset, tx.type, tx.status,
  tx.amount, tx.txid, tx.address, tx.fee_cost AS "feeCost", tx.fee_currency AS "feeCurrency",
  tx.import_no AS "importNo", tx.adoptable, tx.wallet_no AS "walletNo"
  ${new EngineText({ sqlite: ', tx.checksum', postgres: '' })}`;

/** The columns of the values of a transaction, for `insertInto`. */
export const VALUE_COLUMNS = {
  id: ['text', ({ id }) => id],
  time: ['timestamptz', ({ timestampMs }) => at(timestampMs)],
  asset: ['text', ({ asset }) => asset],
  type: ['transaction_type', ({ type }) => type],
  status: ['transaction_status', ({ status }) => status],
  amount: ['numeric', ({ amount }) => amount],
  txid: ['text', ({ txid }) => txid],
  address: ['text', ({ address }) => address],
  fee_cost: ['numeric', ({ feeCost }) => feeCost],
  fee_currency: ['text', ({ feeCurrency }) => feeCurrency],
} satisfies Columns<Transaction>;

/** Returns the conditions of the filters of a query on `wallet_transaction AS tx`. */
export function listFilters({
  asset,
  type,
  status,
}: Pick<TransactionQuery, 'asset' | 'type' | 'status'>): readonly (Query | false)[] {
  return [
    asset !== undefined && sql`tx.asset = ${asset}`,
    type !== undefined && sql`tx.type = ${type}`,
    status !== undefined && sql`tx.status = ${status}`,
  ];
}

/** Names an index after `AS tx`. SQLite has no statistics, and reads all rows of a wallet if it expects only a few. */
export function useIndex(name: string | undefined): EngineText {
  return new EngineText({ sqlite: name === undefined ? '' : `INDEXED BY ${name}`, postgres: '' });
}

/** A row of {@link TRANSACTION_COLUMNS}. */
export interface TransactionRow extends Stored<StoredTransaction> {
  readonly walletNo: number;
  /** Missing on PostgreSQL, whose pages have checksums; a corrupted one may have any type. */
  readonly checksum?: number | null;
}

/**
 * Returns the transaction of a row.
 *
 * @throws {StoreUnavailableError} if the row is corrupted.
 */
export function toTransaction(row: TransactionRow): StoredTransaction {
  const transaction = readRow(row);
  if (isCorrupted(row, transaction)) {
    throw new StoreUnavailableError(CORRUPTED_TRANSACTION);
  }
  return transaction;
}

/** Returns true if the values of a row do not match its checksum. */
export function isCorrupted(row: TransactionRow, transaction = readRow(row)): boolean {
  const { walletNo, checksum } = row;
  if (checksum === undefined) return false;
  try {
    return checksum !== checksumOfRow(walletNo, transaction);
  } catch {
    // An amount that is not a number cannot be written.
    return true;
  }
}

/** Returns the values of a row, whether or not it is corrupted. */
export function readRow(row: TransactionRow): StoredTransaction {
  return { ...toValues(row), importNo: row.importNo, adoptable: Boolean(row.adoptable) };
}

/** The message for a row that does not match its checksum. */
export const CORRUPTED_TRANSACTION = 'a transaction is corrupted; run `teller doctor --fix`';

/** Writes the fields that are stored, without the wallet. */
const writeStored = transactionWriter(undefined, TRANSACTION_FIELDS);

/**
 * Returns the checksum of a row, which detects every change of up to 32 consecutive bits. It does not cover the number of the
 * project. The SQL of `page-rows.ts` writes the same text.
 */
export function checksumOfRow(walletNo: number, row: StoredTransaction): number {
  const { importNo, adoptable } = row;
  return extendChecksum(checksumOfValues(walletNo, row), importNo, Number(adoptable));
}

/** Returns the checksum of a row without its origin, which {@link extendChecksum} adds. */
export function checksumOfValues(walletNo: number, row: Transaction): number {
  return checksumOfJson(walletNo, writeStored(row));
}

/**
 * Returns the checksum of a row by its JSON, which is what a page contains. The number of the wallet is included, so that a
 * corrupted one never shows the row to another tenant.
 */
export function checksumOfJson(walletNo: number, json: string): number {
  return crc32(json, walletNo);
}

/** Adds the origin of a row to the checksum of its values. SQLite calls it as `extend_checksum`. */
export function extendChecksum(
  checksum: number,
  importNo: number | null,
  adoptable: number,
): number {
  return crc32(JSON.stringify([importNo, adoptable]), checksum);
}
