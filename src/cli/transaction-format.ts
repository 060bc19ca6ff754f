/** The formats of a list of transactions. */
import { formatCsvRecord } from '../domain/csv.ts';
import { formatInstant } from '../domain/instant.ts';
import { writeTransactions } from '../domain/transaction-json.ts';
import type { Transaction, TransactionField } from '../domain/transaction.ts';
import { formatCount } from './format.ts';
import type { ListingFormat } from './listing-format.ts';
import type { Session } from './runtime.ts';
import { formatTable } from './table.ts';

/** The listed rows, and the fields that are shown. */
export interface Listing {
  readonly walletId: string;
  readonly totalCount: number;
  readonly page: number;
  readonly limit: number;
  readonly fields: readonly TransactionField[];
  readonly transactions: readonly Transaction[];
}

/** The table omits fields that are equal in every line, unless they are requested. */
const TABLE_FIELDS: readonly TransactionField[] = [
  'timestamp',
  'type',
  'status',
  'asset',
  'amount',
  'feeCost',
  'feeCurrency',
  'address',
  'txid',
  'id',
];

/** Returns what is written before the rows. */
export function writeStart(fields: readonly TransactionField[], format: ListingFormat): string {
  if (format === 'json') return '{"transactions":[';
  return format === 'csv' ? `${fields.join(',')}\n` : '';
}

/** Returns some rows of a listing in a format without a table; `isContinued` if rows were written before. */
export function writeRows(
  listing: Pick<Listing, 'walletId' | 'fields' | 'transactions'>,
  format: Exclude<ListingFormat, 'table'>,
  isContinued: boolean,
): string {
  const { walletId, fields, transactions } = listing;
  if (format === 'json') {
    const json = writeTransactions(walletId, fields, transactions);
    return isContinued && json !== '' ? `,${json}` : json;
  }
  const lines = transactions.map((row) =>
    format === 'csv'
      ? formatCsvRecord(fields.map((field) => writeCell(field, row, walletId)))
      : writeTransactions(walletId, fields, [row]),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns a table, which shows fewer fields unless they are chosen. */
export function writeTable(session: Session, listing: Listing, fieldsChosen: boolean): string {
  const fields = fieldsChosen ? listing.fields : TABLE_FIELDS;
  const rows = listing.transactions.map((row) =>
    fields.map((field) => writeCell(field, row, listing.walletId) ?? '-'),
  );
  const header = fields.map((field) => field.toUpperCase());
  const table = formatTable(header, rows, session.stdout.columns, ['AMOUNT', 'FEECOST']);
  return `${table}\n\n${describePage(listing)}`;
}

function writeCell(field: TransactionField, row: Transaction, walletId: string): string | null {
  if (field === 'walletId') return walletId;
  return field === 'timestamp' ? formatInstant(row.timestampMs) : row[field];
}

function describePage({ totalCount, page, limit, transactions }: Listing): string {
  const pageCount = Math.ceil(totalCount / limit);
  return `${transactions.length} of ${formatCount(totalCount)} transactions (page ${page}; pages 0 to ${Math.max(pageCount - 1, 0)})`;
}
