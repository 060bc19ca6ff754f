import type { DecimalForm } from './amount.ts';
import type { ListingParameters, Pagination, Transaction, TransactionField } from './schemas.ts';
import type { CallOptions, WalletGet, WalletResponse } from './wallet-get.ts';

const PATH = '/v0/wallet/transactions';
/** Transactions per request of a walk: few requests for a long history, with a short response time for each. */
const ROWS_PER_REQUEST = 500;

/** Filters and page of a listing. `cursor` is the `nextCursor` of a page. */
export interface TransactionQuery<
  Field extends TransactionField = TransactionField,
> extends ListingParameters {
  /** Inclusive: a `Date`, a date (`2024-02-29`, in UTC), or a date-time with `Z` or an offset. */
  readonly since?: string | Date | undefined;
  /** Exclusive, in the same forms as `since`. */
  readonly before?: string | Date | undefined;
  /** Fields to return; all if absent. */
  readonly fields?: readonly Field[] | undefined;
}

/** A page of a listing, newest first. */
export interface TransactionPage<
  Form extends DecimalForm = 'text',
  Field extends TransactionField = TransactionField,
> extends WalletResponse {
  readonly transactions: readonly Pick<Transaction<Form>, Field>[];
  readonly pagination: Pagination;
  /** The cursor of the next page, which may be above 1000; `null` on the last page. */
  readonly nextCursor: string | null;
}

/** The transactions of a wallet. */
export class Transactions<Form extends DecimalForm> {
  readonly #get: WalletGet;

  constructor(get: WalletGet) {
    this.#get = get;
  }

  /**
   * Returns one page.
   *
   * @param options may also be members of the query.
   * @throws {ProblemError} `errors` lists every invalid parameter. `wallet_not_synced` or `wallet_stopped` if
   * the wallet was never synchronised and has no imported transactions.
   * @throws {ConnectionError}
   */
  async list<Field extends TransactionField = TransactionField>(
    query: TransactionQuery<Field> & CallOptions<TransactionPage<Form, Field>> = {},
    options: CallOptions<TransactionPage<Form, Field>> = {},
  ): Promise<TransactionPage<Form, Field>> {
    const { signal = query.signal, previous = query.previous } = options;
    return this.#get(PATH + writeSearch(query), { signal, previous }, (body, headers) => ({
      ...(body as Pick<TransactionPage<Form, Field>, 'transactions' | 'pagination'>),
      nextCursor: readNextCursor(headers.get('link')),
    }));
  }

  /**
   * Yields every transaction that matches, newest first, by following the `Link` of each page. A transaction
   * that exists during the whole walk is yielded exactly once, even if others arrive meanwhile.
   *
   * @param query `cursor` yields the transactions after the page of {@link list} that returned it. All other parameters must
   * be those of that page.
   * @throws the errors of {@link list}.
   */
  async *all<Field extends TransactionField = TransactionField>(
    query: Omit<TransactionQuery<Field>, 'page'> & Pick<CallOptions, 'signal'> = {},
    options: Pick<CallOptions, 'signal'> = {},
  ): AsyncGenerator<Pick<Transaction<Form>, Field>, void, undefined> {
    let cursor: string | null | undefined = query.cursor;
    // A cursor is bound to the limit of its page, also to the default of the service.
    const { limit = cursor === undefined ? ROWS_PER_REQUEST : undefined } = query;
    const parameters = { ...query, limit };
    do {
      const page: TransactionPage<Form, Field> = await this.list<Field>(
        { ...parameters, cursor },
        options,
      );
      yield* page.transactions;
      // A service that repeats a page would cause an endless loop.
      if (page.nextCursor === cursor) throw new Error('the next page is the same page');
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

/** Options of a call that may be members of the query. */
const OPTIONS: ReadonlySet<string> = new Set([
  'signal',
  'previous',
] satisfies (keyof CallOptions)[]);

/** Writes the defined parameters as a query string. The service rejects unknown parameters. */
export function writeSearch(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || OPTIONS.has(name)) continue;
    search.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** Returns the cursor of the link to the next page (RFC 8288). The service encodes commas in the URL. */
export function readNextCursor(header: string | null): string | null {
  const next = header?.split(',').find((link) => link.includes('rel="next"')) ?? '';
  const query = next.slice(next.indexOf('?') + 1, next.indexOf('>'));
  return new URLSearchParams(query).get('cursor');
}
