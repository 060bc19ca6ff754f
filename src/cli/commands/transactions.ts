import { type Command, Option } from 'commander';

import {
  LIMIT_MAX,
  parseTransactionQuery,
  TRANSACTION_PARAMETERS,
  type TransactionQuery,
} from '../../domain/query.ts';
import { readTransactions } from '../../domain/transaction-json.ts';
import { type Transaction, TRANSACTION_FIELDS } from '../../domain/transaction.ts';
import { writePagination } from '../../domain/response-json.ts';
import type { ServingStore, TransactionPage, WalletKey } from '../../store/serving.ts';
import { example } from '../example.ts';
import { UsageError } from '../failure.ts';
import { formatCount } from '../format.ts';
import { chooseListingFormat, type ListingFormat, listingFormatOption } from '../listing-format.ts';
import { requireOption } from '../option-values.ts';
import { requireHistory } from '../require-data.ts';
import { note, startSession, withStore, type Runtime, type Session } from '../runtime.ts';
import { writeListing, writePart } from '../transaction-format.ts';

type ListOptions = Readonly<Record<string, string | undefined>> & {
  readonly wallet?: string;
  readonly format?: ListingFormat;
};

/** `--all` reads pages of this size. */
const PAGE_ROWS = LIMIT_MAX;
/** Maximum rows of a table with `--all`: its columns are as wide as the widest value of all rows. */
const TABLE_ROWS_MAX = 10_000;

/** Adds `teller transactions`, the listing endpoint for the terminal. */
export function addTransactionsCommand(program: Command, runtime: Runtime): void {
  const list = program
    .command('transactions')
    .description('list transactions of a wallet, newest first')
    .option('--wallet <id>', 'the wallet');
  for (const [name, { description }] of Object.entries(TRANSACTION_PARAMETERS)) {
    list.option(`--${name} <${name}>`, description);
  }
  list
    .addOption(
      new Option('--all', 'every matching transaction instead of one page').conflicts([
        'page',
        'limit',
      ]),
    )
    .addOption(listingFormatOption())
    .addHelpText(
      'after',
      example(
        'teller transactions --wallet wallet_f0… --asset BTC --since 2024-01-01 --limit 20',
        'teller transactions --wallet wallet_f0… --all --format csv >history.csv',
      ),
    )
    .action(async (options: ListOptions & { all?: true }, command: Command) => {
      const walletId = requireOption(options.wallet, '--wallet <id>');
      const query = parseTransactionQuery(toRawQuery(options));
      const session = startSession(runtime, command.optsWithGlobals());
      const format = chooseListingFormat(session, options.format);
      const fieldsChosen = options['fields'] !== undefined;
      await withStore(session, { create: false }, async (store) => {
        await requireHistory(store, walletId);
        const wallet = await store.readWalletKey(walletId);
        const listed = { session, store, wallet, query, format, fieldsChosen };
        await (options.all === true ? printAll(listed) : printPage(listed));
      });
    });
}

/** What to list, and how to print it. */
interface ListingOptions {
  readonly session: Session;
  readonly store: ServingStore;
  readonly wallet: WalletKey;
  readonly query: TransactionQuery;
  readonly format: ListingFormat;
  readonly fieldsChosen: boolean;
}

/** Prints the requested page, and says if there are more rows. */
async function printPage(options: ListingOptions): Promise<void> {
  const { session, store, wallet, query, format, fieldsChosen } = options;
  const { totalCount, json } = await store.listTransactions(wallet, {
    ...query,
    fields: TRANSACTION_FIELDS,
  });
  const { page, limit, fields } = query;
  const transactions = readTransactions(json);
  const listing = { walletId: wallet.id, totalCount, page, limit, fields, transactions };
  printLines(session, writeListing(session, listing, format, fieldsChosen));
  if (transactions.length < totalCount) {
    const shown = `${formatCount(transactions.length)} of ${formatCount(totalCount)} transactions`;
    // A table says so below its rows.
    note(
      session,
      format === 'table'
        ? '--all lists all of them'
        : `These are ${shown}; --all lists all of them`,
    );
  }
}

/** Prints every row, page by page. A row that arrives meanwhile is not printed, and none is printed twice. */
async function printAll(options: ListingOptions): Promise<void> {
  const { session, wallet, query, format, fieldsChosen } = options;
  const { fields } = query;
  const walletId = wallet.id;
  if (format === 'csv') printLines(session, fields.join(','));
  if (format === 'json') session.stdout.write('{"transactions":[');
  const shown: Transaction[] = [];
  let count = 0;
  for await (const transactions of readPages(options)) {
    if (format === 'table') shown.push(...transactions);
    else session.stdout.write(writePart({ walletId, fields, transactions }, format, count > 0));
    count += transactions.length;
  }
  const listing = { walletId, fields, totalCount: count, page: 0, limit: Math.max(count, 1) };
  if (format === 'json') session.stdout.write(`],"pagination":${writePagination(listing)}}\n`);
  if (format === 'table') {
    const table = { ...listing, transactions: shown };
    printLines(session, writeListing(session, table, format, fieldsChosen));
  }
}

/** Reads every matching row, newest first. Each page starts after the last row of the one before. */
async function* readPages({
  store,
  wallet,
  query,
  format,
}: ListingOptions): AsyncGenerator<readonly Transaction[]> {
  let part: TransactionQuery | undefined = {
    ...query,
    fields: TRANSACTION_FIELDS,
    limit: PAGE_ROWS,
  };
  while (part !== undefined) {
    const { totalCount, json, next }: TransactionPage = await store.listTransactions(wallet, part);
    if (format === 'table' && totalCount > TABLE_ROWS_MAX) {
      throw new UsageError(
        `${formatCount(totalCount)} transactions are too many for a table; use --format csv or jsonl`,
      );
    }
    yield readTransactions(json);
    part = next && { ...part, page: part.page + 1, after: next };
  }
}

function printLines(session: Session, text: string): void {
  if (text !== '') session.stdout.write(`${text}\n`);
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
