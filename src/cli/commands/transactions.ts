import type { Command } from 'commander';

import { textOf } from '../../domain/json-text.ts';
import { parseTransactionQuery, TRANSACTION_PARAMETERS } from '../../domain/query.ts';
import { readTransactions, writeTransactions } from '../../domain/transaction-json.ts';
import {
  type Transaction,
  TRANSACTION_FIELDS,
  type TransactionField,
} from '../../domain/transaction.ts';
import { writeTransactionListing } from '../../http/answer/json-writer.ts';
import { RecordNotFoundError } from '../../store/errors.ts';
import { formatCsvRecord } from '../csv.ts';
import { example } from '../example.ts';
import { formatCount, formatInstant } from '../format.ts';
import { chooseListingFormat, type ListingFormat, listingFormatOption } from '../listing-format.ts';
import { requireOption } from '../option-values.ts';
import { startSession, withStore, type Runtime, type Session } from '../runtime.ts';
import { formatTable } from '../table.ts';

type ListOptions = Readonly<Record<string, string | undefined>> & {
  readonly wallet?: string;
  readonly format?: ListingFormat;
};

/** The listed rows, and the fields that are shown. */
interface Listing {
  readonly walletId: string;
  readonly totalCount: number;
  readonly page: number;
  readonly limit: number;
  readonly fields: readonly TransactionField[];
  readonly transactions: readonly Transaction[];
}

/** Returns the text of a cell. */
type CellWriter = (transaction: Transaction, walletId: string) => string | null;

const CELLS: Readonly<Record<TransactionField, CellWriter>> = {
  id: ({ id }) => id,
  walletId: (_transaction, walletId) => walletId,
  asset: ({ asset }) => asset,
  type: ({ type }) => type,
  amount: ({ amount }) => amount,
  timestamp: ({ timestampMs }) => String(timestampMs),
  status: ({ status }) => status,
  txid: ({ txid }) => txid,
  address: ({ address }) => address,
  feeCost: ({ feeCost }) => feeCost,
  feeCurrency: ({ feeCurrency }) => feeCurrency,
};

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

/** Adds `teller transactions`, the listing endpoint from the terminal. */
export function addTransactionsCommand(program: Command, runtime: Runtime): void {
  const list = program
    .command('transactions')
    .description('list transactions of a wallet, newest first')
    .option('--wallet <id>', 'the wallet');
  for (const [name, { description }] of Object.entries(TRANSACTION_PARAMETERS)) {
    list.option(`--${name} <${name}>`, description);
  }
  list
    .addOption(listingFormatOption())
    .addHelpText(
      'after',
      example(
        'teller transactions --wallet wallet_f0… --asset BTC --since 2024-01-01 --limit 20',
        'teller transactions --wallet wallet_f0… --limit 1000 --format csv >history.csv',
      ),
    )
    .action(async (options: ListOptions, command: Command) => {
      const walletId = requireOption(options.wallet, '--wallet <id>');
      const query = parseTransactionQuery(toRawQuery(options));
      const session = startSession(runtime, command.optsWithGlobals());
      const format = chooseListingFormat(session, options.format);
      const { totalCount, json } = await withStore(session, { create: false }, async (store) => {
        if ((await store.findWallet(walletId)) === undefined) {
          throw new RecordNotFoundError('wallet', walletId);
        }
        return store.listTransactions(walletId, { ...query, fields: TRANSACTION_FIELDS });
      });
      const { page, limit, fields } = query;
      const transactions = readTransactions(json);
      const listing = { walletId, totalCount, page, limit, fields, transactions };
      const text = writeListing(session, listing, format, options['fields'] !== undefined);
      if (text !== '') session.stdout.write(`${text}\n`);
    });
}

/** Returns the options as the endpoint's query, so that both have the same rules. */
function toRawQuery(options: ListOptions): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(TRANSACTION_PARAMETERS)) {
    const value = options[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.toString();
}

function writeListing(
  session: Session,
  listing: Listing,
  format: ListingFormat,
  fieldsChosen: boolean,
): string {
  const { walletId, fields, transactions } = listing;
  if (format === 'json') {
    const json = writeTransactions(walletId, fields, transactions);
    return textOf(writeTransactionListing({ ...listing, json }));
  }
  if (format === 'jsonl') {
    return transactions.map((row) => writeTransactions(walletId, fields, [row])).join('\n');
  }
  if (format === 'csv') {
    return [fields.join(','), ...cellsOf(listing).map(formatCsvRecord)].join('\n');
  }
  return writeTable(session, listing, fieldsChosen ? fields : TABLE_FIELDS);
}

function cellsOf({ walletId, fields, transactions }: Listing): (string | null)[][] {
  return transactions.map((row) => fields.map((field) => CELLS[field](row, walletId)));
}

function writeTable(
  session: Session,
  listing: Listing,
  fields: readonly TransactionField[],
): string {
  const rows = listing.transactions.map((row) =>
    fields.map((field) =>
      field === 'timestamp'
        ? formatInstant(row.timestampMs)
        : (CELLS[field](row, listing.walletId) ?? '-'),
    ),
  );
  const header = fields.map((field) => field.toUpperCase());
  const table = formatTable(header, rows, session.stdout.columns, ['AMOUNT', 'FEECOST']);
  return `${table}\n\n${describePage(listing)}`;
}

function describePage({ totalCount, page, limit, transactions }: Listing): string {
  const pageCount = Math.ceil(totalCount / limit);
  return `${transactions.length} of ${formatCount(totalCount)} transactions (page ${page}; pages 0 to ${Math.max(pageCount - 1, 0)})`;
}
