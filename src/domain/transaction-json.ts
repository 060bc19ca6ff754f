/**
 * Transactions as JSON text in the form of the response. Decimals are copied digit by digit from their
 * text, which `JSON.stringify` cannot do: it would need them as binary floats.
 */
import { TRANSACTION_FIELDS, type Transaction, type TransactionField } from './transaction.ts';

type FieldWriter = (transaction: Transaction, walletIdJson: string) => string;

/** A database stores half of a surrogate pair as U+FFFD, so it is written as that everywhere. */
const quote = (text: string): string => JSON.stringify(text.toWellFormed());
const quoteOrNull = (text: string | null): string => (text === null ? 'null' : quote(text));

/** The writer of each field. The values of `type` and `status` need no escaping. */
const FIELD_WRITERS: Readonly<Record<TransactionField, FieldWriter>> = {
  id: (transaction) => `"id":${quote(transaction.id)}`,
  walletId: (_transaction, walletIdJson) => `"walletId":${walletIdJson}`,
  asset: (transaction) => `"asset":${quote(transaction.asset)}`,
  type: (transaction) => `"type":"${transaction.type}"`,
  amount: (transaction) => `"amount":${transaction.amount}`,
  timestamp: (transaction) => `"timestamp":${transaction.timestampMs}`,
  status: (transaction) => `"status":"${transaction.status}"`,
  txid: (transaction) => `"txid":${quoteOrNull(transaction.txid)}`,
  address: (transaction) => `"address":${quoteOrNull(transaction.address)}`,
  feeCost: (transaction) => `"feeCost":${transaction.feeCost ?? 'null'}`,
  feeCurrency: (transaction) => `"feeCurrency":${quoteOrNull(transaction.feeCurrency)}`,
};

/** Writers by the set of fields, as bits in the order of the fields: at most 2^11 sets. */
const writersByFieldSet = new Map<number, readonly FieldWriter[]>();

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

/** Returns the function that writes a transaction as a JSON object with these fields. */
export function transactionWriter(
  walletId: string,
  fields: readonly TransactionField[],
): (transaction: Transaction) => string {
  const [first, ...others] = writersOf(fields);
  const walletIdJson = quote(walletId);
  return (transaction) => {
    let text = first === undefined ? '{' : `{${first(transaction, walletIdJson)}`;
    for (const write of others) text += `,${write(transaction, walletIdJson)}`;
    return `${text}}`;
  };
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

function writersOf(fields: readonly TransactionField[]): readonly FieldWriter[] {
  let fieldSet = 0;
  for (const field of fields) fieldSet |= 1 << TRANSACTION_FIELDS.indexOf(field);
  const known = writersByFieldSet.get(fieldSet);
  if (known !== undefined) return known;
  const writers = fields.map((field) => FIELD_WRITERS[field]);
  writersByFieldSet.set(fieldSet, writers);
  return writers;
}
