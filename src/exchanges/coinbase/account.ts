/** Requests the data of an account at Coinbase. */
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readClockField } from '../client/exchange-clock.ts';
import {
  type ListScan,
  rereadWindow,
  type RereadWindow,
  selectWindow,
} from '../client/list-scan.ts';
import { appendTo } from '../client/long-lists.ts';
import { tooManyPages } from '../client/window-rows.ts';
import type {
  BalanceReading,
  ExchangeAccount,
  HistorySource,
  KeyPermissions,
  WindowReading,
} from '../exchange.ts';
import { type MappedRows, mapEach } from '../mapping/map-rows.ts';
import { TIME_TOLERANCE_MS } from '../mapping/pair-movements.ts';
import {
  expectList,
  expectObject,
  type RawRow,
  readText,
  requireText,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import { listReportedIds, mapBalances } from './balances.ts';
import { mapPermissions } from './permissions.ts';
import { TRANSACTIONS } from './profile.ts';
import { createdAtOf, hasOwnMoves, mapTransactions } from './transactions.ts';

const ROWS_MAX = 100;
const BALANCES_MAX = 250;
/** Maximum pages of the list of accounts, of one account's rows, and of balances. */
const PAGES_MAX = 5000;

/** An account's identifier: a UUID, or its currency if the account was never used. */
const ACCOUNT_ID = /^[\w-]{1,64}$/;

/** Opens an account at Coinbase. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new CoinbaseAccount(context);
}

class CoinbaseAccount implements ExchangeAccount {
  readonly sources = [TRANSACTIONS];
  readonly #client: CcxtClient;
  /** The last scan since the clock was read; windows up to that time need no further scan. */
  #scan: ListScan | undefined;

  constructor({ client }: AccountContext) {
    this.#client = client;
  }

  async fetchTimeMs(): Promise<number> {
    this.#scan = undefined;
    return readClockField(this.#client, 'v3PublicGetBrokerageTime', 'epochMillis');
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    if (source.name !== TRANSACTIONS.name) throw new RangeError(`coinbase has no ${source.name}`);
    if (this.#scan === undefined || this.#scan.fromMs > fromMs) {
      this.#scan = { fromMs, reading: await this.#scanAccounts(fromMs) };
    }
    return selectWindow(this.#scan, fromMs, toMs);
  }

  async readBalances(): Promise<BalanceReading> {
    return mapBalances(await this.#listBalances(), this.#client.toSymbol);
  }

  async #listBalances(): Promise<readonly unknown[]> {
    const accounts: unknown[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const parameters = { limit: BALANCES_MAX, ...(cursor === null ? {} : { cursor }) };
      const response = expectObject(await this.#client.call(BALANCES, parameters), BALANCES);
      appendTo(accounts, expectList(response['accounts'], BALANCES));
      const next = readText(response, 'cursor');
      if (response['has_next'] !== true || next === null || next === cursor) {
        return accounts;
      }
      cursor = next;
    }
    throw tooManyPages(BALANCES, PAGES_MAX);
  }

  async readPermissions(): Promise<KeyPermissions> {
    return mapPermissions(await this.#client.call(KEY_PERMISSIONS));
  }

  /**
   * Reads the rows of every account from its newest back to `fromMs`, and before that as far as the other row of a
   * move can be: a move whose other row is missing would be mapped by both of its rows, in two windows.
   */
  async #scanAccounts(fromMs: number): Promise<WindowReading> {
    const startedAtMs = this.#client.exchangeNowMs();
    const accounts: unknown[] = [];
    await this.#readPages(ACCOUNTS, {}, (page) => {
      appendTo(accounts, page);
      return true;
    });
    const windowOf = (row: unknown): RereadWindow =>
      rereadWindow(createdAtOf(row), TRANSACTIONS, startedAtMs);
    // All rows of an account that cannot be requested are missing.
    const { values: accountIds, unreadable } = mapAccountIds(accounts, () =>
      rereadWindow(undefined, TRANSACTIONS, startedAtMs),
    );
    const found: { readonly accountId: string; readonly row: unknown }[] = [];
    for (const accountId of new Set(accountIds)) {
      await this.#readPages(ACCOUNT_TRANSACTIONS, { account_id: accountId }, (rows) => {
        appendTo(
          found,
          rows.map((row) => ({ accountId, row })),
        );
        return !isOlder(rows, fromMs - TIME_TOLERANCE_MS);
      });
    }
    // Only moves between accounts need the list of accounts that count.
    const isNeeded = hasOwnMoves(found.map(({ row }) => row));
    const reported = listReportedIds(isNeeded ? await this.#listBalances() : []);
    const reading = mapTransactions(
      found.map(({ row, accountId }) => ({ row, accountId, isReported: reported.has(accountId) })),
      this.#client.toSymbol,
      { startedAtMs, windowOf },
    );
    return { ...reading, unreadable: [...unreadable, ...reading.unreadable] };
  }

  /**
   * Reads page by page, newest first, until there is no next page or `takePage` returns false. The cursor
   * names the row after which a page begins, so new rows do not shift the pages. A short or empty page may
   * have a next page. If the next cursor is the page's own cursor, the page is the last one.
   */
  async #readPages(
    endpoint: string,
    parameters: Record<string, string>,
    takePage: (rows: readonly unknown[]) => boolean,
  ): Promise<void> {
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const response = await this.#client.call(endpoint, {
        ...parameters,
        limit: ROWS_MAX,
        ...(cursor === undefined ? {} : { starting_after: cursor }),
      });
      const { data, pagination } = expectObject(response, endpoint);
      const wantsMore = takePage(expectList(data, endpoint));
      const next = readCursor(expectObject(pagination, `${endpoint} pagination`));
      if (!wantsMore || next === undefined || next === cursor) return;
      cursor = next;
    }
    throw tooManyPages(endpoint, PAGES_MAX);
  }
}

const ACCOUNTS = 'v2PrivateGetAccounts';
const ACCOUNT_TRANSACTIONS = 'v2PrivateGetAccountsAccountIdTransactions';
const BALANCES = 'v3PrivateGetBrokerageAccounts';
const KEY_PERMISSIONS = 'v3PrivateGetBrokerageKeyPermissions';

/**
 * Returns the identifiers of accounts. An identifier that cannot be part of a request is quarantined: its
 * rows are missing, and the rows of other accounts are read.
 */
function mapAccountIds(
  accounts: readonly unknown[],
  windowOf: () => RereadWindow,
): MappedRows<string> {
  return mapEach(
    'accounts',
    accounts,
    (account) => {
      const id = requireText(account, 'id');
      if (ACCOUNT_ID.test(id)) return id;
      throw new UnreadableRowError(`id cannot be part of a path: ${id.slice(0, 64)}`);
    },
    ({ id }) => (typeof id === 'string' ? `account:${id.slice(0, 64)}` : undefined),
    windowOf,
  );
}

/**
 * Returns true if all rows of a page are older than `fromMs`. So a row out of order, or without a time, does
 * not end the scan too early.
 */
function isOlder(rows: readonly unknown[], fromMs: number): boolean {
  return rows.length > 0 && rows.every((row) => (createdAtOf(row) ?? fromMs) < fromMs);
}

/** Returns `next_starting_after`, or the cursor in `next_uri` if the response has only that. */
function readCursor(pagination: RawRow): string | undefined {
  const next = readText(pagination, 'next_starting_after');
  if (next !== null) return next;
  const uri = readText(pagination, 'next_uri');
  const query = uri === null ? '' : uri.slice(uri.indexOf('?') + 1);
  return new URLSearchParams(query).get('starting_after') ?? undefined;
}
