/**
 * Bybit, v5 (bybit-exchange.github.io/docs/v5). Facts of its history: every list is told in windows
 * whose bounds count in whole seconds (less than 30 days, transfers 7), 50 rows a page; deposits on
 * a chain, deposits from other customers, withdrawals and transfers are lists of their own.
 *
 * Not read: transfers to and from sub-accounts, which a key tells that may make them; the funding
 * account's history (`asset/fundinghistory`), whose rows have no identifier and no documented types.
 */
import { SECOND_MS, DAY_MS } from '../../domain/duration.ts';
import { appendTo } from '../client/long-lists.ts';
import { isDeepStrictEqual } from 'node:util';

import type { CcxtClient } from '../client/ccxt-client.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import { readExchangeClock } from '../client/exchange-clock.ts';
import type { ExchangeProfile, ProfileContext } from '../profile.ts';
import {
  expectList,
  expectListIn,
  expectObject,
  type RawRow,
  readText,
} from '../mapping/raw-row.ts';
import type { ReadEndpoint } from '../client/read-only.ts';
import { tooManyPages } from '../client/window-rows.ts';
import { mapBalances } from './balances.ts';
import { mapPermissions } from './permissions.ts';
import { readOptional } from '../client/read-optional.ts';
import { mapDeposits, mapInternalDeposits, mapTransfers, mapWithdrawals } from './rows.ts';
import { limitToWithdrawable } from './withdrawable.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.bybit.com/v5/market/time',
  'GET api.bybit.com/v5/asset/deposit/query-record',
  'GET api.bybit.com/v5/asset/deposit/query-internal-record',
  'GET api.bybit.com/v5/asset/withdraw/query-record',
  'GET api.bybit.com/v5/asset/transfer/query-inter-transfer-list',
  'GET api.bybit.com/v5/asset/transfer/query-account-coins-balance',
  'GET api.bybit.com/v5/asset/withdraw/withdrawable-amount',
  'GET api.bybit.com/v5/asset/coin/query-info',
  'GET api.bybit.com/v5/user/query-api',
];

const ROWS_MAX = 50;
/** Pages of one window before it is divided, so that what was read is kept in steps. */
const WINDOW_PAGES_MAX = 20;
/** Pages of a window that cannot be divided. */
const PAGES_MAX = 200;
/** Without it, withdrawals to other customers are left out. */
const WITHDRAWALS_OF_ALL_TYPES = 2;

const COMMON_SOURCE = {
  // Bybit opened in March 2018.
  startMs: Date.UTC(2018, 2, 1),
  // Less than 30 days, also when both bounds are widened to whole seconds.
  windowMsMax: 30 * DAY_MS - 3 * SECOND_MS,
  windowMsMin: SECOND_MS,
  // A deposit's only time moves when its status changes: what becomes of it is found here.
  overlapMs: 7 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'internal-deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
  {
    name: 'transfers',
    ...COMMON_SOURCE,
    // Until spot trading opened in July 2021, there were no two accounts to move between.
    startMs: Date.UTC(2021, 6, 1),
    windowMsMax: 7 * DAY_MS - 3 * SECOND_MS,
    overlapMs: 3 * DAY_MS,
    optional: true,
  },
];

/** An account at Bybit. */
class BybitAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;

  constructor({ client }: ProfileContext) {
    this.#client = client;
  }

  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> => {
      const answer = expectObject(await this.#client.call('publicGetV5MarketTime'), 'market/time');
      return Number(answer['time']);
    };
    return readExchangeClock(this.#client, read);
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, {}, fromMs, toMs), toSymbol);
      case 'internal-deposits':
        return mapInternalDeposits(
          await this.#readRows(source, INTERNAL_DEPOSITS, {}, fromMs, toMs),
          toSymbol,
        );
      case 'withdrawals':
        return mapWithdrawals(
          await this.#readRows(
            source,
            WITHDRAWALS,
            { withdrawType: WITHDRAWALS_OF_ALL_TYPES },
            fromMs,
            toMs,
          ),
          toSymbol,
        );
      case 'transfers':
        return mapTransfers(await this.#readRows(source, TRANSFERS, {}, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`bybit has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const coins = await this.#result(COINS, {});
    const account = await this.#result(FUNDING, { accountType: 'FUND' });
    const { rows, isVerified } = await limitToWithdrawable(
      expectListIn(account, ['balance'], FUNDING),
      (coin) => readOptional(this.#result(WITHDRAWABLE, { coin })),
    );
    const reading = mapBalances(rows, expectList(coins['rows'], COINS), this.#client.toSymbol);
    return isVerified ? reading : { ...reading, withdrawableUnverified: true };
  }

  async readPermissions(): Promise<KeyPermissions> {
    return mapPermissions(await this.#result('privateGetV5UserQueryApi', {}));
  }

  /**
   * The rows of the whole seconds that hold a window, page by page. The cursor names the record
   * after which a page begins, so rows that arrive meanwhile shift nothing; the last page is the
   * one without rows or cursor, because full and short pages alike may have one. A page that is
   * told once more under its own cursor is the last one, too.
   */
  async #readRows(
    source: HistorySource,
    endpoint: string,
    parameters: Record<string, number>,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    const divisible = toMs - fromMs > source.windowMsMin;
    let cursor: string | null = null;
    let last: readonly unknown[] = [];
    for (let page = 0; page < PAGES_MAX; page += 1) {
      if (divisible && page >= WINDOW_PAGES_MAX) throw new WindowOverflowError(source.name);
      const result = await this.#result(endpoint, {
        ...parameters,
        startTime: Math.floor(fromMs / SECOND_MS) * SECOND_MS,
        endTime: Math.ceil(toMs / SECOND_MS) * SECOND_MS,
        limit: ROWS_MAX,
        ...(cursor === null ? {} : { cursor }),
      });
      const found = expectListIn(result, ['rows', 'list'], endpoint);
      const next = readText(result, 'nextPageCursor');
      if (next !== null && next === cursor && isDeepStrictEqual(found, last)) return rows;
      appendTo(rows, found);
      // A full page without a cursor does not say that it is the last one.
      if (next === null && found.length >= ROWS_MAX && divisible) {
        throw new WindowOverflowError(source.name);
      }
      if (next === null || found.length === 0) return rows;
      cursor = next;
      last = found;
    }
    throw tooManyPages(endpoint, PAGES_MAX);
  }

  async #result(endpoint: string, parameters: Record<string, string | number>): Promise<RawRow> {
    const answer = expectObject(await this.#client.call(endpoint, parameters), endpoint);
    return expectObject(answer['result'], endpoint);
  }
}

const DEPOSITS = 'privateGetV5AssetDepositQueryRecord';
const INTERNAL_DEPOSITS = 'privateGetV5AssetDepositQueryInternalRecord';
const WITHDRAWALS = 'privateGetV5AssetWithdrawQueryRecord';
const TRANSFERS = 'privateGetV5AssetTransferQueryInterTransferList';
const FUNDING = 'privateGetV5AssetTransferQueryAccountCoinsBalance';
const WITHDRAWABLE = 'privateGetV5AssetWithdrawWithdrawableAmount';
const COINS = 'privateGetV5AssetCoinQueryInfo';

/** Bybit's profile. */
export const BYBIT: ExchangeProfile = {
  name: 'bybit',
  facts: {
    title: 'Bybit',
    certified: true,
    history: 'complete',
    pending: 'deposits, withdrawals',
    networks: 'with limits',
    addressPatterns: 'table',
    readOnlyKey: 'Read-only, assets and wallet',
    tellsPermissions: true,
    withdrawableAccount: 'funding account: `transferBalance`, at most `withdrawableAmount`',
    withdrawableSource: 'https://bybit-exchange.github.io/docs/v5/asset/balance/delay-amount',
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // An endpoint of the group takes 5 requests a second of a user (docs/v5/rate-limit), coin
  // information and balances fewer (2, as ccxt weighs them), transfers 60 a minute: what is saved
  // up and what is refilled in a second together stay within it.
  budget: { capacity: 2, refillPerSecond: 3 },
  costs: { [COINS]: 2, [FUNDING]: 2, [TRANSFERS]: 3 },
  numbersRequests: false,
  open: (context) => new BybitAccount(context),
};
