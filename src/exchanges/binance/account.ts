/** Requests the data of an account at Binance. */
import { DAY_MS } from '../../domain/duration.ts';
import type { AccountContext } from '../client/account-context.ts';
import type { CcxtClient } from '../client/ccxt-client.ts';
import { readClockField } from '../client/exchange-clock.ts';
import { appendTo } from '../client/long-lists.ts';
import { readOptional } from '../client/read-optional.ts';
import {
  type BoundedWindow,
  readPagedWindow,
  readUnpagedWindow,
  tooManyPages,
} from '../client/window-rows.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type KeyPermissions,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import { type HeldDeposit, withoutHeldDeposits } from '../mapping/held-deposits.ts';
import { expectList, expectListIn, expectObject, type RawRow } from '../mapping/raw-row.ts';
import { withStart } from '../profile.ts';
import { mapBalances } from './balances.ts';
import { isSpanRefused } from './errors.ts';
import { mapDividends, mapTransfers } from './ledger.ts';
import { mapPermissions } from './permissions.ts';
import { SOURCES, TRANSFERS_SOURCE } from './profile.ts';
import { CREDITED } from './statuses.ts';
import { mapDeposits, mapFiatOrders, mapHeldDeposit, mapWithdrawals } from './transactions.ts';
import { UidWeight } from './uid-weight.ts';

const ROWS_MAX = 1000;
const FIAT_ROWS_MAX = 500;
const DIVIDEND_ROWS_MAX = 500;
const TRANSFER_ROWS_MAX = 100;
/**
 * Binance reports transfers "within the last 6 months only" (developers.binance.com, Query User Universal
 * Transfer History), and may refuse a window that begins earlier. Six months have at least
 * 181 days, so a day remains for the time that a reading takes.
 */
const TRANSFERS_REACH_MS = 180 * DAY_MS;
/** Maximum pages of fiat orders. */
const PAGES_MAX = 100;
const WITHDRAWAL_UID_WEIGHT = 18_000;
const FIAT_UID_WEIGHT = 90_000;

/** The types of transfers to and from the spot account (`MAIN`); each type needs a request of its own. */
const TRANSFER_TYPES = [
  'FUNDING',
  'MARGIN',
  'UMFUTURE',
  'CMFUTURE',
  'OPTION',
  'PORTFOLIO_MARGIN',
].flatMap((account) => [`MAIN_${account}`, `${account}_MAIN`]);

/**
 * The types of transfers to and from isolated margin. The documentation requires a trading pair for transfers
 * between isolated and cross margin only, but Binance may refuse a request of these without one, too.
 */
const ISOLATED_TYPES = ['MAIN_ISOLATED_MARGIN', 'ISOLATED_MARGIN_MAIN'];

/** Opens an account at Binance. */
export function openAccount(context: AccountContext): ExchangeAccount {
  return new BinanceAccount(context);
}

class BinanceAccount implements ExchangeAccount {
  readonly #client: CcxtClient;
  readonly #uidWeight: UidWeight;

  constructor({ client, clock, throttle }: AccountContext) {
    const uidWeight = new UidWeight(clock);
    if (throttle) client.onResponse = (headers) => uidWeight.observe(headers);
    this.#client = client;
    this.#uidWeight = uidWeight;
  }

  get sources(): readonly HistorySource[] {
    const startMs = this.#client.exchangeNowMs() - TRANSFERS_REACH_MS;
    return withStart(SOURCES, TRANSFERS_SOURCE.name, startMs);
  }

  fetchTimeMs(): Promise<number> {
    return readClockField(this.#client, 'publicGetTime', 'serverTime');
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    const { toSymbol } = this.#client;
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, fromMs, toMs), toSymbol);
      case 'withdrawals':
        return mapWithdrawals(await this.#readRows(source, WITHDRAWALS, fromMs, toMs), toSymbol);
      case 'fiat-deposits':
        return mapFiatOrders(
          await this.#readFiatOrders(source, 0, fromMs, toMs),
          'deposit',
          toSymbol,
        );
      case 'fiat-withdrawals':
        return mapFiatOrders(
          await this.#readFiatOrders(source, 1, fromMs, toMs),
          'withdrawal',
          toSymbol,
        );
      case 'rewards':
        return mapDividends(await this.#readDividends(source, fromMs, toMs), toSymbol);
      case 'transfers':
        return mapTransfers(await this.#readTransfers(source, fromMs, toMs), toSymbol);
      default:
        throw new RangeError(`binance has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const coins = await this.#client.call('sapiGetCapitalConfigGetall');
    const account = await this.#client.call('privateGetAccount', { omitZeroBalances: true });
    const balances = expectObject(account, 'api/v3/account')['balances'];
    // Requested after the balances, so that a deposit that is credited between the two requests is
    // subtracted.
    const held = await readOptional(
      this.#client.call(DEPOSITS.endpoint, { status: CREDITED, limit: ROWS_MAX }),
    );
    const reading = mapBalances(
      expectList(balances, 'api/v3/account'),
      expectList(coins, 'capital/config/getall'),
      this.#client.toSymbol,
    );
    const deposits = held === undefined ? undefined : expectList(held, DEPOSITS.endpoint);
    const toHeld = (row: RawRow): HeldDeposit | undefined =>
      mapHeldDeposit(row, this.#client.toSymbol);
    return withoutHeldDeposits(reading, deposits, toHeld, ROWS_MAX);
  }

  async readPermissions(): Promise<KeyPermissions> {
    const response = await this.#client.call('sapiGetAccountApiRestrictions');
    return mapPermissions(expectObject(response, 'account/apiRestrictions'));
  }

  async #readRows(
    source: HistorySource,
    { endpoint, uidWeight, filter }: CryptoEndpoint,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    return readPagedWindow({ source, fromMs, toMs, rowsMax: ROWS_MAX }, async (page) => {
      await this.#uidWeight.waitFor(uidWeight);
      const response = await this.#client.call(endpoint, {
        startTime: fromMs,
        endTime: toMs - 1,
        limit: ROWS_MAX,
        ...filter,
        ...(page === 0 ? {} : { offset: page * ROWS_MAX }),
      });
      return expectList(response, endpoint);
    });
  }

  /**
   * Reads distributions. Their list has no pages, so a millisecond with more rows than one response is
   * refused.
   */
  async #readDividends(
    source: HistorySource,
    fromMs: number,
    toMs: number,
  ): Promise<readonly unknown[]> {
    return readUnpagedWindow({ source, fromMs, toMs, rowsMax: DIVIDEND_ROWS_MAX }, async () => {
      const response = await this.#client.call('sapiGetAssetAssetDividend', {
        startTime: fromMs,
        endTime: toMs - 1,
        limit: DIVIDEND_ROWS_MAX,
      });
      const { rows, total } = readCounted(response, 'rows', 'assetDividend');
      if (total <= rows.length) return rows;
      if (toMs - fromMs > source.windowMsMin) throw new WindowOverflowError(source.name);
      throw new ExchangeError('exchange_unavailable', 'assetDividend: fewer rows than the total');
    });
  }

  async #readTransfers(source: HistorySource, fromMs: number, toMs: number): Promise<unknown[]> {
    const rows: unknown[] = [];
    const window = { source, fromMs, toMs, rowsMax: TRANSFER_ROWS_MAX };
    for (const type of TRANSFER_TYPES) appendTo(rows, await this.#readTransfersOf(type, window));
    for (const type of ISOLATED_TYPES) {
      appendTo(rows, (await readOptional(this.#readTransfersOf(type, window))) ?? []);
    }
    return rows;
  }

  #readTransfersOf(type: string, window: BoundedWindow): Promise<unknown[]> {
    return readPagedWindow(window, async (page) => {
      const response = await this.#client.call('sapiGetAssetTransfer', {
        type,
        startTime: window.fromMs,
        endTime: window.toMs - 1,
        current: page + 1,
        size: TRANSFER_ROWS_MAX,
      });
      return readCounted(response, 'rows', 'asset/transfer').rows;
    });
  }

  async #readFiatOrders(
    source: HistorySource,
    transactionType: 0 | 1,
    fromMs: number,
    toMs: number,
  ): Promise<unknown[]> {
    const rows: unknown[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const response = await this.#callFiatOrders(
        source,
        {
          transactionType,
          beginTime: fromMs,
          endTime: toMs - 1,
          page,
          rows: FIAT_ROWS_MAX,
        },
        toMs - fromMs,
      );
      const { rows: found, total } = readCounted(response, 'data', 'fiat/orders');
      appendTo(rows, found);
      if (found.length === 0 && total > rows.length) {
        throw new ExchangeError('exchange_unavailable', 'fiat/orders: pages end before the total');
      }
      if (found.length < FIAT_ROWS_MAX && total <= rows.length) return rows;
    }
    throw tooManyPages('fiat/orders', PAGES_MAX);
  }

  async #callFiatOrders(
    source: HistorySource,
    parameters: Record<string, number>,
    spanMs: number,
  ): Promise<unknown> {
    await this.#uidWeight.waitFor(FIAT_UID_WEIGHT);
    try {
      return await this.#client.call('sapiGetFiatOrders', parameters);
    } catch (error) {
      const isDivisible = spanMs > source.windowMsMin;
      if (isDivisible && isSpanRefused(error)) throw new WindowOverflowError(source.name);
      throw error;
    }
  }
}

/** Returns the rows of a response and their total; a total of 0 if the response has no rows. */
function readCounted(
  response: unknown,
  field: string,
  endpoint: string,
): { readonly rows: readonly unknown[]; readonly total: number } {
  const counted: RawRow = expectObject(response, endpoint);
  const total = Number(counted['total'] ?? 0);
  // If the total is zero, the list may be missing.
  const isEmpty = counted['total'] !== undefined && total === 0;
  const rows =
    isEmpty && counted[field] === undefined ? [] : expectListIn(counted, [field], endpoint);
  return { rows, total };
}

interface CryptoEndpoint {
  readonly endpoint: string;
  readonly uidWeight: number;
  readonly filter: Readonly<Record<string, boolean>>;
}

const DEPOSITS: CryptoEndpoint = {
  endpoint: 'sapiGetCapitalDepositHisrec',
  uidWeight: 0,
  // "return sourceAddress field when set to true" (developers.binance.com, Deposit History).
  filter: { includeSource: true },
};
const WITHDRAWALS: CryptoEndpoint = {
  endpoint: 'sapiGetCapitalWithdrawHistory',
  uidWeight: WITHDRAWAL_UID_WEIGHT,
  filter: {},
};
