/**
 * Transactions as JSON text in the form of the response. Decimals are copied digit by digit: they never are binary floats.
 */
import { TRANSACTION_FIELDS, type Transaction, type TransactionField } from './transaction.ts';

/** The JSON of each field. Types, statuses and decimals need no escaping. */
const VALUES: Readonly<
  Record<Exclude<TransactionField, 'walletId'>, (transaction: Transaction) => string>
> = {
  id: ({ id }) => quote(id),
  asset: ({ asset }) => quote(asset),
  type: ({ type }) => `"${type}"`,
  amount: ({ amount }) => amount,
  timestamp: ({ timestampMs }) => String(timestampMs),
  status: ({ status }) => `"${status}"`,
  txid: ({ txid }) => quote(txid),
  address: ({ address }) => quote(address),
  feeCost: ({ feeCost }) => feeCost ?? 'null',
  feeCurrency: ({ feeCurrency }) => quote(feeCurrency),
};

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
 * Returns the function that writes a transaction as a JSON object with these fields. Joined texts take half of the time of
 * `JSON.stringify()` with `JSON.rawJSON()`: 0.9 µs instead of 1.6.
 *
 * @param walletId without one, the field is omitted.
 */
export function transactionWriter(
  walletId: string | undefined,
  fields: readonly TransactionField[],
): (transaction: Transaction) => string {
  const walletJson = quote(walletId ?? null);
  const members = fields
    .filter((field) => field !== 'walletId' || walletId !== undefined)
    .map((field, index) => {
      const valueOf = field === 'walletId' ? () => walletJson : VALUES[field];
      return [`${index === 0 ? '' : ','}"${field}":`, valueOf] as const;
    });
  return (transaction) => {
    let json = '{';
    for (const [name, valueOf] of members) json += name + valueOf(transaction);
    return `${json}}`;
  };
}

/** Writes a text. A database stores half of a surrogate pair as U+FFFD, so it is written as that everywhere. */
function quote(text: string | null): string {
  return text === null ? 'null' : JSON.stringify(text.toWellFormed());
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
