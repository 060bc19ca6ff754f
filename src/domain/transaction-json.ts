/**
 * Transactions as JSON text in the form of the response. Decimals are copied digit by digit from their text, by
 * `JSON.rawJSON`: they never are binary floats.
 */
import type { Decimal } from './decimal.ts';
import { TRANSACTION_FIELDS, type Transaction, type TransactionField } from './transaction.ts';

declare global {
  interface JSON {
    /** Returns a value that `JSON.stringify` writes as this text, which is a number, text, boolean or null in JSON. */
    rawJSON: (text: string) => unknown;
  }
}

/** Returns true if every field is requested. */
export function isEveryField(fields: readonly TransactionField[]): boolean {
  return fields.length === TRANSACTION_FIELDS.length;
}

/**
 * Returns JSON objects, separated by commas.
 *
 * @param fields without repetition, in the order of `TRANSACTION_FIELDS`.
 */
export function writeTransactions(
  walletId: string,
  fields: readonly TransactionField[],
  transactions: readonly Transaction[],
): string {
  return transactions.map(transactionWriter(walletId, fields)).join(',');
}

/**
 * Returns the function that writes a transaction as a JSON object with these fields.
 *
 * @param walletId without one, the field is omitted.
 */
export function transactionWriter(
  walletId: string | undefined,
  fields: readonly TransactionField[],
): (transaction: Transaction) => string {
  const shown = isEveryField(fields) ? null : [...fields];
  return (transaction) => JSON.stringify(toJsonValue(transaction, walletId), shown);
}

/** In the order of `TRANSACTION_FIELDS`. */
function toJsonValue(
  transaction: Transaction,
  walletId: string | undefined,
): Readonly<Record<TransactionField, unknown>> {
  const { id, asset, type, amount, timestampMs, status } = transaction;
  const { txid, address, feeCost, feeCurrency } = transaction;
  return {
    id: toWellFormed(id),
    walletId,
    asset: toWellFormed(asset),
    type,
    amount: JSON.rawJSON(amount),
    timestamp: timestampMs,
    status,
    txid: toWellFormed(txid),
    address: toWellFormed(address),
    feeCost: toNumber(feeCost),
    feeCurrency: toWellFormed(feeCurrency),
  };
}

/** A database stores half of a surrogate pair as U+FFFD, so it is written as that everywhere. */
function toWellFormed(text: string | null): string | null {
  return text === null ? null : text.toWellFormed();
}

function toNumber(decimal: Decimal | null): unknown {
  return decimal === null ? null : JSON.rawJSON(decimal);
}

/** Parses transactions that were written with every field. */
export function readTransactions(json: string): readonly Transaction[] {
  const rows = JSON.parse(`[${json}]`, keepDecimal) as (Omit<Transaction, 'timestampMs'> & {
    readonly walletId: string;
    readonly timestamp: number;
  })[];
  return rows.map(({ walletId: _walletId, timestamp, ...row }) =>
    Object.assign(row, { timestampMs: timestamp }),
  );
}

function keepDecimal(name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || name === 'timestamp') return value;
  return context?.source;
}
