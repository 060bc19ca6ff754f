/**
 * Gate, API v4 (gate.com/docs/developers/apiv4, Wallet and Spot). Facts of its history: deposits and
 * withdrawals are told in windows of at most 30 days, in whole seconds, 500 rows a page at most; the
 * account book, which tells of transfers and rewards, 1000 rows a page.
 */
import { SECOND_MS, DAY_MS } from '../../domain/duration.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
} from '../exchange.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import type { ExchangeProfile, ProfileContext } from '../profile.ts';
import { expectList, expectObject } from '../mapping/raw-row.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import { readPagedWindow } from '../client/window-rows.ts';
import { mapAccountBook } from './account-book.ts';
import { mapBalances } from './balances.ts';
import { mapPermissions } from './permissions.ts';
import { mapDeposits, mapWithdrawals } from './rows.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.gateio.ws/api/v4/account/main_keys',
  'GET api.gateio.ws/api/v4/spot/time',
  'GET api.gateio.ws/api/v4/spot/currencies',
  'GET api.gateio.ws/api/v4/spot/account_book',
  'GET api.gateio.ws/api/v4/spot/accounts',
  'GET api.gateio.ws/api/v4/wallet/deposits',
  'GET api.gateio.ws/api/v4/wallet/withdrawals',
  'GET api.gateio.ws/api/v4/wallet/withdraw_status',
];

const ROWS_MAX = 500;
const BOOK_ROWS_MAX = 1000;
/** A clock that lags is mended by reading the time again; ccxt takes it for a wrong key. */
const EXPIRED = 'REQUEST_EXPIRED';

const COMMON_SOURCE = {
  // Gate opened in 2013.
  startMs: Date.UTC(2013, 0, 1),
  // At most 30 days, also when both bounds are widened to whole seconds.
  windowMsMax: 30 * DAY_MS - 3 * SECOND_MS,
  windowMsMin: SECOND_MS,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  { name: 'account-book', ...COMMON_SOURCE, optional: true },
];

/** An account at Gate. */
class GateAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: ProfileContext) {
    this.#client = client;
  }

  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> => {
      const answer = expectObject(await this.#client.call('publicSpotGetTime'), 'spot/time');
      return Number(answer['server_time']);
    };
    return readExchangeClock(this.#client, read);
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    switch (source.name) {
      case 'deposits':
        return mapDeposits(
          await this.#readRecords(source, 'privateWalletGetDeposits', fromMs, toMs),
          toSymbol,
        );
      case 'withdrawals':
        return mapWithdrawals(
          await this.#readRecords(source, 'privateWalletGetWithdrawals', fromMs, toMs),
          toSymbol,
        );
      case 'account-book':
        return mapAccountBook(await this.#readBook(source, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`gate has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const currencies = await this.#list('publicSpotGetCurrencies');
    const limits = await this.#list('privateWalletGetWithdrawStatus');
    const accounts = await this.#list('privateSpotGetAccounts');
    return mapBalances({ accounts, currencies, limits }, this.#client.toSymbol);
  }

  async readPermissions(): Promise<KeyPermissions> {
    const keys = await this.#list('privateAccountGetMainKeys');
    return mapPermissions(keys, this.#client.ccxt.apiKey);
  }

  async #readRecords(
    source: HistorySource,
    endpoint: string,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    return this.#readPages(source, fromMs, toMs, ROWS_MAX, (window, page) =>
      this.#list(endpoint, { ...window, offset: page * ROWS_MAX }),
    );
  }

  /** Pages of the account book are numbered, from one. */
  async #readBook(source: HistorySource, fromMs: number, toMs: number): Promise<unknown[]> {
    return this.#readPages(source, fromMs, toMs, BOOK_ROWS_MAX, (window, page) =>
      this.#list('privateSpotGetAccountBook', { ...window, page: page + 1 }),
    );
  }

  /** The rows of the whole seconds that hold a window; only a single second is read in pages. */
  async #readPages(
    source: HistorySource,
    fromMs: number,
    toMs: number,
    rowsMax: number,
    readPage: (window: Record<string, number>, page: number) => Promise<readonly unknown[]>,
  ): Promise<unknown[]> {
    const seconds = {
      from: Math.floor(fromMs / SECOND_MS),
      to: Math.ceil(toMs / SECOND_MS),
      limit: rowsMax,
    };
    return readPagedWindow({ source, fromMs, toMs, rowsMax }, (page) => readPage(seconds, page));
  }

  async #list(
    endpoint: string,
    parameters: Record<string, number> = {},
  ): Promise<readonly unknown[]> {
    try {
      return expectList(await this.#client.call(endpoint, parameters), endpoint);
    } catch (error) {
      const expired = error instanceof ExchangeError && error.message.includes(EXPIRED);
      throw expired ? new ExchangeError('exchange_unavailable', error.message) : error;
    }
  }
}

/** Gate's profile. */
export const GATE: ExchangeProfile = {
  name: 'gate',
  facts: {
    title: 'Gate',
    certified: true,
    history: 'complete',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read-only, wallet and spot',
    tellsPermissions: true,
    withdrawableAccount: 'spot account: `available`',
    withdrawableSource: null,
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Each of these endpoints takes 200 requests in ten seconds of a user
  // (gate.com/docs/developers/apiv4, Frequency limit rule).
  budget: { capacity: 10, refillPerSecond: 10 },
  costs: {},
  numbersRequests: false,
  open: (context) => new GateAccount(context),
};
