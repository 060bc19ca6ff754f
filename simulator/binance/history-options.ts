import { fillHistoryOptions, type HistoryOptions } from '../history-options.ts';

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
export interface BinanceHistoryOptions extends HistoryOptions {
  /** Fiat orders, in and out. Default 6. */
  readonly fiatOrders?: number;
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
  return {
    fiatOrders: 6,
    coins: allCoins,
    ...fillHistoryOptions(options),
    traps: { ...DEFAULT_TRAPS, ...options.traps },
  };
}
