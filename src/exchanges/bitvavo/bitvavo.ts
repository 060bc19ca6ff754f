/**
 * Bitvavo, v2 (docs.bitvavo.com). Facts of its history: `start` and `end` are times in
 * milliseconds, the newest 1000 rows between them are told, there is no cursor and no row has an
 * identifier. Answers are lists without an envelope.
 */
import type { CcxtClient } from '../ccxt-client.ts';
import {
  type BalanceReading,
  type ExchangeAccount,
  ExchangeError,
  type HistorySource,
  type WindowReading,
  WindowOverflowError,
} from '../exchange.ts';
import { readExchangeClock } from '../exchange-clock.ts';
import type { ExchangeProfile, ProfileContext } from '../profile.ts';
import { expectList, expectObject } from '../raw-row.ts';
import type { ReadEndpoint } from '../read-only.ts';
import { mapBalances } from './balances.ts';
import { passClockFailure } from './clock-failure.ts';
import { mapDeposits, mapWithdrawals } from './rows.ts';

const READ_ENDPOINTS: readonly ReadEndpoint[] = [
  'GET api.bitvavo.com/v2/time',
  'GET api.bitvavo.com/v2/assets',
  'GET api.bitvavo.com/v2/balance',
  'GET api.bitvavo.com/v2/depositHistory',
  'GET api.bitvavo.com/v2/withdrawalHistory',
];

const DAY_MS = 86_400_000;
const ROWS_MAX = 1000;

const COMMON_SOURCE = {
  // Bitvavo opened in 2018.
  startMs: Date.UTC(2018, 0, 1),
  // No longest window is documented; a year keeps what was read in steps.
  windowMsMax: 365 * DAY_MS,
  windowMsMin: 1,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

const SOURCES: readonly HistorySource[] = [
  { name: 'deposits', ...COMMON_SOURCE },
  { name: 'withdrawals', ...COMMON_SOURCE },
];

/** An account at Bitvavo. */
export class BitvavoAccount implements ExchangeAccount {
  readonly sources = SOURCES;
  readonly #client: CcxtClient;
  readonly #nowMs: () => number;

  constructor({ client, clock }: ProfileContext) {
    this.#client = client;
    this.#nowMs = clock.nowMs;
    // ccxt stamps Bitvavo's requests with `milliseconds()` as it is, without the difference.
    const { ccxt } = client;
    ccxt.milliseconds = () => clock.nowMs() - Number(ccxt.options['timeDifference'] ?? 0);
  }

  async fetchTimeMs(): Promise<number> {
    const read = async (): Promise<number> =>
      Number(expectObject(await this.#client.call(TIME), TIME)['time']);
    return readExchangeClock(this.#client, read, this.#nowMs);
  }

  async readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading> {
    switch (source.name) {
      case 'deposits':
        return mapDeposits(await this.#readRows(source, DEPOSITS, fromMs, toMs), this.#toSymbol);
      case 'withdrawals':
        return mapWithdrawals(
          await this.#readRows(source, WITHDRAWALS, fromMs, toMs),
          this.#toSymbol,
        );
      default:
        throw new RangeError(`bitvavo has no source ${source.name}`);
    }
  }

  async readBalances(): Promise<BalanceReading> {
    const assets = await this.#list(ASSETS);
    const balances = await this.#list(BALANCE);
    return mapBalances(
      balances,
      assets,
      this.#toSymbol,
      (networkId, asset) => this.#client.ccxt.networkIdToCode(networkId, asset) ?? networkId,
    );
  }

  readonly #toSymbol = (assetId: string): string => this.#client.ccxt.safeCurrencyCode(assetId);

  /**
   * The rows of a window in one answer, which is one moment of the exchange; a full answer divides
   * the window. Nothing asks for the rest of a single millisecond, so that a full answer for one is
   * refused rather than read in part.
   */
  async #readRows(
    source: HistorySource,
    endpoint: string,
    fromMs: number,
    toMs: number,
  ): Promise<readonly unknown[]> {
    const rows = await this.#list(endpoint, { start: fromMs, end: toMs, limit: ROWS_MAX });
    if (rows.length < ROWS_MAX) return rows;
    if (toMs - fromMs > source.windowMsMin) throw new WindowOverflowError(source.name);
    throw new ExchangeError(
      'exchange_unavailable',
      `${source.name}: ${ROWS_MAX} rows or more in the millisecond ${fromMs}, which Bitvavo does not tell in parts`,
    );
  }

  async #list(
    endpoint: string,
    parameters: Record<string, number> = {},
  ): Promise<readonly unknown[]> {
    try {
      return expectList(await this.#client.call(endpoint, parameters), endpoint);
    } catch (error) {
      throw passClockFailure(error);
    }
  }
}

const TIME = 'publicGetTime';
const ASSETS = 'publicGetAssets';
const BALANCE = 'privateGetBalance';
const DEPOSITS = 'privateGetDepositHistory';
const WITHDRAWALS = 'privateGetWithdrawalHistory';

/** Bitvavo's profile. */
export const BITVAVO: ExchangeProfile = {
  name: 'bitvavo',
  facts: {
    title: 'Bitvavo',
    certified: true,
    history: 'complete',
    pending: 'deposits, withdrawals',
    networks: 'withdrawal minimum and fee',
    addressPatterns: 'table',
    readOnlyKey: 'View account data',
    tellsPermissions: false,
  },
  requiredCredentials: ['apiKey', 'secret'],
  sources: SOURCES,
  readEndpoints: READ_ENDPOINTS,
  budgetScope: 'key',
  // Weight points: a key takes 1000 a minute, and is banned above (docs.bitvavo.com, Rate limits).
  budget: { capacity: 100, refillPerSecond: 15 },
  costs: { [BALANCE]: 5, [DEPOSITS]: 5, [WITHDRAWALS]: 5 },
  numbersRequests: false,
  open: (context) => new BitvavoAccount(context),
};
