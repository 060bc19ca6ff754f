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
import { warnOfHistory, writeWarnings } from '../data-warnings.ts';
import { example } from '../example.ts';
import { describeFailure, printedError, ReportedError, UsageError } from '../failure.ts';
import { formatCount } from '../format.ts';
import { chooseListingFormat, type ListingFormat, listingFormatOption } from '../listing-format.ts';
import { requireOption } from '../option-values.ts';
import { requireHistory } from '../require-data.ts';
import { note, startSession, withStore, type Runtime, type Session } from '../runtime.ts';
import { writeRows, writeStart, writeTable } from '../transaction-format.ts';

type ListOptions = Readonly<Record<string, string | undefined>> & {
  readonly wallet?: string;
  readonly format?: ListingFormat;
};

/** `--all` reads pages of this size. */
const PAGE_ROWS = LIMIT_MAX;
/** Maximum rows of a table with `--all`: its columns are as wide as the widest value of all rows. */
const TABLE_ROWS_MAX = 10_000;

const WARNINGS_EXPLANATION = `
With every format, warnings on standard error say if older transactions are missing, or if the last
synchronisation failed.`;

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
    .addHelpText('after', WARNINGS_EXPLANATION)
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
      await withStore(session, { create: false, readsStandby: true }, async (store) => {
        const sync = await requireHistory(store, walletId);
        const wallet = await store.readWalletKey(walletId);
        const isAll = options.all === true;
        await printListing({ session, store, wallet, query, isAll, format, fieldsChosen });
        writeWarnings(session, warnOfHistory(walletId, sync));
      });
    });
}

/** What to list, and how to print it. */
interface ListingOptions {
  readonly session: Session;
  readonly store: ServingStore;
  readonly wallet: WalletKey;
  readonly query: TransactionQuery;
  readonly isAll: boolean;
  readonly format: ListingFormat;
  readonly fieldsChosen: boolean;
}

/** Prints the requested page, and says if there are more rows; or every row, page by page. */
async function printListing(options: ListingOptions): Promise<void> {
  const { session, wallet, query, isAll, format, fieldsChosen } = options;
  const { fields, page, limit } = query;
  const walletId = wallet.id;
  const shown: Transaction[] = [];
  let count = 0;
  let matching = 0;
  try {
    for await (const { totalCount, json } of readPages(options)) {
      const transactions = readTransactions(json);
      if (count === 0) session.stdout.write(writeStart(fields, format));
      if (format === 'table') shown.push(...transactions);
      else session.stdout.write(writeRows({ walletId, fields, transactions }, format, count > 0));
      count += transactions.length;
      matching = totalCount;
    }
  } catch (error) {
    if (count === 0 || format !== 'json') throw error;
    const shown = printedError(describeFailure(error));
    session.stdout.write(`],"error":${JSON.stringify(shown)}}\n`);
    throw new ReportedError(error);
  }
  const pagination = isAll
    ? { totalCount: count, page: 0, limit: Math.max(count, 1) }
    : { totalCount: matching, page, limit };
  if (format === 'json') session.stdout.write(`],"pagination":${writePagination(pagination)}}\n`);
  if (format === 'table') {
    const listing = { walletId, fields, transactions: shown, ...pagination };
    session.stdout.write(`${writeTable(session, listing, fieldsChosen)}\n`);
  }
  const { totalCount } = pagination;
  if (count === totalCount) return;
  const listed = `These are ${formatCount(count)} of ${formatCount(totalCount)} transactions; `;
  // A table says so below its rows.
  note(session, `${format === 'table' ? '' : listed}--all lists all of them`);
}

/**
 * Reads the requested page, or every matching row, newest first: each page starts after the last row of the one before. So a
 * row that arrives meanwhile is not printed, and none is printed twice.
 */
async function* readPages(options: ListingOptions): AsyncGenerator<TransactionPage> {
  const { store, wallet, query, isAll, format } = options;
  const first = { ...query, fields: TRANSACTION_FIELDS };
  let part: TransactionQuery | undefined = isAll ? { ...first, limit: PAGE_ROWS } : first;
  while (part !== undefined) {
    const page: TransactionPage = await store.listTransactions(wallet, part);
    if (isAll && format === 'table' && page.totalCount > TABLE_ROWS_MAX) {
      throw new UsageError(
        `${formatCount(page.totalCount)} transactions are too many for a table; use --format csv or jsonl`,
      );
    }
    yield page;
    const { next }: TransactionPage = page;
    part = isAll && next ? { ...part, page: part.page + 1, after: next } : undefined;
  }
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
