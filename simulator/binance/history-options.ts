import { HOUR_MS } from '../../src/domain/duration.ts';
import type { Gap } from '../timeline.ts';
import { DEFAULT_RANGE_MS, defaultGaps } from '../timeline.ts';

/** The number of records of each unusual kind in a Binance history. */
export interface BinanceTraps {
  /** Transfers inside Binance: transferType 1 and an invented txId. */
  readonly internal: number;
  /** Deposits without `id`, as older rows are. */
  readonly withoutId: number;
  /** Deposits without `id` that occur twice, equal in every field. */
  readonly identicalPairs: number;
  /** Records that do not parse: no time, a garbage time, a garbage amount, in turn. */
  readonly malformed: number;
  /** Deposits whose amount is a bare JSON number with 18 decimals. */
  readonly bareNumbers: number;
  /** Deposits whose amount is written with an exponent. */
  readonly exponents: number;
  /** Settled records with codes other than success: deposits 6, 7, 8, 2, withdrawals 1, 3, 5. */
  readonly oddStatuses: number;
  /** Deposits with a status code that no documentation lists. */
  readonly unknownStatuses: number;
}

/** The properties of the history that {@link generateBinanceHistory} returns. */
export interface BinanceHistoryOptions {
  /** The same seed and options generate the same history. */
  readonly seed: string | number;
  /** Unix milliseconds of the end of the history; records lie strictly before. */
  readonly toMs: number;
  /** Unix milliseconds of its beginning. Default: four years before the end. */
  readonly fromMs?: number;
  /** Crypto deposits and withdrawals. Default 300. */
  readonly count?: number;
  /** Further ones inside one day. Default 0. */
  readonly burst?: number;
  /** Fiat orders, in and out. Default 6. */
  readonly fiatOrders?: number;
  /** Records in the same millisecond as the previous record. Default 6. */
  readonly equalTimes?: number;
  /** Records that are pending at the end and settle later. Default 4. */
  readonly pending?: number;
  /**
   * Milliseconds after the end at which the first pending record settles; the nth after n times
   * that. Default one hour.
   */
  readonly settleAfterMs?: number;
  /** Default: 100 days after 20 percent and 400 days after 45 percent, if the range has room. */
  readonly gaps?: readonly Gap[];
  readonly traps?: Partial<BinanceTraps>;
  /** Only these coins. Default: all of the catalogue. */
  readonly coins?: readonly string[];
}

/** The options with every default filled in. */
export type FilledBinanceOptions = Required<Omit<BinanceHistoryOptions, 'traps'>> & {
  readonly traps: BinanceTraps;
};

const DEFAULT_TRAPS: BinanceTraps = {
  internal: 2,
  withoutId: 3,
  identicalPairs: 1,
  malformed: 1,
  bareNumbers: 2,
  exponents: 1,
  oddStatuses: 7,
  unknownStatuses: 1,
};

/** Fills in the defaults. */
export function fillBinanceOptions(
  options: BinanceHistoryOptions,
  allCoins: readonly string[],
): FilledBinanceOptions {
  const fromMs = options.fromMs ?? options.toMs - DEFAULT_RANGE_MS;
  return {
    count: 300,
    burst: 0,
    fiatOrders: 6,
    equalTimes: 6,
    pending: 4,
    settleAfterMs: HOUR_MS,
    coins: allCoins,
    gaps: defaultGaps(fromMs, options.toMs),
    ...options,
    fromMs,
    traps: { ...DEFAULT_TRAPS, ...options.traps },
  };
}
