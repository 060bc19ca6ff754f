/**
 * The bodies of answers as JSON text. Decimals are copied digit by digit from their text, which
 * `JSON.stringify` cannot do: it would need them as binary floats.
 */
import {
  TRANSACTION_FIELDS,
  type Transaction,
  type TransactionField,
} from '../domain/transaction.ts';
import type { TransactionPage } from '../store/store.ts';

/** A page of transactions, and what of it is asked for. */
export interface TransactionListing extends TransactionPage {
  readonly walletId: string;
  readonly page: number;
  readonly limit: number;
  readonly fields: readonly TransactionField[];
}

type FieldWriter = (transaction: Transaction, walletIdJson: string) => string;

const quote = (text: string): string => JSON.stringify(text);
const quoteOrNull = (text: string | null): string => (text === null ? 'null' : quote(text));

/** The member of each field; `type` and `status` are of closed vocabularies that need no escape. */
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

/** Writers by the set of fields, as bits in the order of the fields: 2^11 sets at most. */
const writersByFieldSet = new Map<number, readonly FieldWriter[]>();

/** The JSON body of the transaction listing. */
export function writeTransactionListing(listing: TransactionListing): string {
  const { totalCount, page, limit } = listing;
  const pageCount = Math.ceil(totalCount / limit);
  return (
    `{"transactions":[${writeTransactions(listing)}],"pagination":{"totalCount":${totalCount},` +
    `"page":${page},"limit":${limit},"pageCount":${pageCount}}}`
  );
}

function writeTransactions({ walletId, fields, transactions }: TransactionListing): string {
  const writers = writersOf(fields);
  const walletIdJson = quote(walletId);
  let text = '';
  for (const transaction of transactions) {
    text += text === '' ? '{' : ',{';
    let separator = '';
    for (const write of writers) {
      text += separator + write(transaction, walletIdJson);
      separator = ',';
    }
    text += '}';
  }
  return text;
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

/**
 * The JSON body of the withdrawable balance.
 *
 * @param lastSyncAt ISO 8601 UTC with milliseconds.
 * @param balances a JSON array, see `BalanceDocument`.
 */
export function writeBalances(lastSyncAt: string, balances: string): string {
  return `{"lastSyncAt":${quote(lastSyncAt)},"balances":${balances}}`;
}
