import { appendTo } from '../client/long-lists.ts';
import type { CcxtClient, CcxtExchange } from '../client/ccxt-client.ts';
import type {
  BalanceReading,
  ExchangeAccount,
  HistorySource,
  KeyPermissions,
  WindowReading,
} from '../exchange.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import type { AccountContext } from '../client/account-context.ts';
import { type MappedRows, mapEach } from '../mapping/map-rows.ts';
import {
  expectList,
  expectObject,
  type RawRow,
  readText,
  requireText,
  UnreadableRowError,
} from '../mapping/raw-row.ts';
import { selectWindow, type ListScan } from '../client/list-scan.ts';
import { tooManyPages } from '../client/window-rows.ts';
import { listReportedIds, mapBalances } from './balances.ts';
import { mapPermissions } from './permissions.ts';
import { createdAtOf, hasOwnMoves, mapTransactions } from './transactions.ts';
import { TRANSACTIONS } from './profile.ts';

const ROWS_MAX = 100;

const BALANCES_MAX = 250;

/** Pages of accounts, of one account's rows, of balances. */
const PAGES_MAX = 5000;

/** What an account's identifier looks like: a UUID, or its currency where it was never used. */
const ACCOUNT_ID = /^[\w-]{1,64}$/;

/** Opens an account at Coinbase. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new CoinbaseAccount(context);
}

class CoinbaseAccount implements ExchangeAccount {
  readonly sources = [TRANSACTIONS];
  readonly #client: CcxtClient;
  /** The last walk since the clock was read; windows up to that time need no other. */
  #walk: ListScan | undefined;

  constructor({ client }: AccountContext) {
    this.#client = client;
    stampTokensByExchangeTime(client.ccxt);
  }

  async fetchTimeMs(): Promise<number> {
    this.#walk = undefined;
    const read = async (): Promise<number> => {
      const response = await this.#client.call('v3PublicGetBrokerageTime');
      return Number(expectObject(response, 'brokerage/time')['epochMillis']);
    };
    return readExchangeClock(this.#client, read);
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    if (source.name !== TRANSACTIONS.name) throw new RangeError(`coinbase has no ${source.name}`);
    if (this.#walk === undefined || this.#walk.fromMs > fromMs) {
      this.#walk = { fromMs, reading: await this.#walkAccounts(fromMs) };
    }
    return selectWindow(this.#walk, fromMs, toMs);
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

  /** Every account's rows from its newest back to `fromMs`; an account left out would be lost. */
  async #walkAccounts(fromMs: number): Promise<WindowReading> {
    const accounts: unknown[] = [];
    await this.#readPages(ACCOUNTS, {}, (page) => {
      appendTo(accounts, page);
      return true;
    });
    const { values: accountIds, unreadable } = mapAccountIds(accounts);
    const found: { readonly accountId: string; readonly row: unknown }[] = [];
    for (const accountId of new Set(accountIds)) {
      await this.#readPages(ACCOUNT_TRANSACTIONS, { account_id: accountId }, (rows) => {
        appendTo(
          found,
          rows.map((row) => ({ accountId, row })),
        );
        return !isOlder(rows, fromMs);
      });
    }
    // Which accounts count matters only for what moves between them.
    const isNeeded = hasOwnMoves(found.map(({ row }) => row));
    const reported = listReportedIds(isNeeded ? await this.#listBalances() : []);
    const reading = mapTransactions(
      found.map(({ accountId, row }) => ({ row, isReported: reported.has(accountId) })),
      this.#client.toSymbol,
    );
    return { ...reading, unreadable: [...unreadable, ...reading.unreadable] };
  }

  /**
   * Page by page, newest first, until there is no next page or one is the last that is wanted. The
   * cursor names the row after which a page begins, so rows that arrive meanwhile shift nothing. A
   * page may be short, or empty, and have a next one. A page whose next one begins where it began
   * itself is the last.
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

/** ccxt stamps tokens with this machine's seconds; the exchange refuses those of a wrong clock. */
function stampTokensByExchangeTime(ccxt: CcxtExchange): void {
  Object.assign(ccxt, { seconds: () => Math.floor(ccxt.nonce() / 1000) });
}

/**
 * The identifiers of accounts. One that no request can name goes to quarantine, so that its rows are known
 * to be missing and those of the others are read.
 */
function mapAccountIds(accounts: readonly unknown[]): MappedRows<string> {
  return mapEach(
    'accounts',
    accounts,
    (account) => {
      const id = requireText(account, 'id');
      if (ACCOUNT_ID.test(id)) return id;
      throw new UnreadableRowError(`id cannot be part of a path: ${id.slice(0, 64)}`);
    },
    ({ id }) => (typeof id === 'string' ? `account:${id.slice(0, 64)}` : undefined),
  );
}

/**
 * Whether nothing of a page is wanted any more. All of its rows have to be older, so that neither a
 * row out of order nor one without a time ends the walk too early.
 */
function isOlder(rows: readonly unknown[], fromMs: number): boolean {
  return rows.length > 0 && rows.every((row) => (createdAtOf(row) ?? fromMs) < fromMs);
}

/** `next_starting_after`, or the one in `next_uri` where only that is told. */
function readCursor(pagination: RawRow): string | undefined {
  const told = readText(pagination, 'next_starting_after');
  if (told !== null) return told;
  const uri = readText(pagination, 'next_uri');
  const query = uri === null ? '' : uri.slice(uri.indexOf('?') + 1);
  return new URLSearchParams(query).get('starting_after') ?? undefined;
}
