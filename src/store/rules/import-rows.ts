/** Compares a row of an import with the stored row, for both engines. */
import { compareDecimals, type Decimal } from '../../domain/decimal.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { ComparedField, ReadRow } from '../import.ts';

/** A stored row with its origin. */
export interface StoredTransaction extends Transaction {
  /** The number of the import that added it; `null` if synchronisation has read it. */
  readonly importNo: number | null;
  /** True for an imported row that had no id in its file, so that a row of the exchange with equal values replaces it. */
  readonly adoptable: boolean;
}

/** A row of a file that is imported. */
export interface ImportRow extends Transaction, Pick<ReadRow, 'line' | 'hasBookingTime'> {
  /** True for a row without an id in its file, for which an id was generated. */
  readonly adoptable: boolean;
}

/** Returns the fields of a transaction without its origin. */
export function toValues(row: Transaction): Transaction {
  const { id, asset, type, amount, timestampMs, status, txid, address, feeCost, feeCurrency } = row;
  return { id, asset, type, amount, timestampMs, status, txid, address, feeCost, feeCurrency };
}

/** Returns the row with its missing fields filled from another row. */
export function fillGaps(row: Transaction, other: Transaction): Transaction {
  return {
    ...row,
    txid: row.txid ?? other.txid,
    address: row.address ?? other.address,
    feeCost: row.feeCost ?? other.feeCost,
    feeCurrency: row.feeCurrency ?? other.feeCurrency,
  };
}

/**
 * Returns the fields in which a row of a file differs from the stored row of the same id. A field that is missing in the
 * file is no difference.
 */
export function listDifferences(stored: Transaction, read: ImportRow): readonly ComparedField[] {
  const fields: ComparedField[] = [];
  if (stored.asset !== read.asset) fields.push('asset');
  if (stored.type !== read.type) fields.push('type');
  if (!isSameDecimal(stored.amount, read.amount)) fields.push('amount');
  if (read.hasBookingTime !== true && stored.timestampMs !== read.timestampMs) {
    fields.push('timestamp');
  }
  if (stored.status !== read.status) fields.push('status');
  if (isOtherText(stored.txid, read.txid)) fields.push('txid');
  if (isOtherText(stored.address, read.address)) fields.push('address');
  if (read.feeCost !== null && !isSameDecimal(stored.feeCost, read.feeCost)) fields.push('feeCost');
  if (isOtherText(stored.feeCurrency, read.feeCurrency)) fields.push('feeCurrency');
  return fields;
}

function isOtherText(stored: string | null, read: string | null): boolean {
  return read !== null && read !== stored;
}

function isSameDecimal(left: Decimal | null, right: Decimal): boolean {
  return left === right || (left !== null && compareDecimals(left, right) === 0);
}
