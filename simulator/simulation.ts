/** What the folder of a simulated exchange exports: one line of `catalogue.ts`. */
import type { AccountOptions, SimulatedCredentials, SimulatedExchange } from './exchange.ts';
import type { History, TruthRow } from './truth.ts';

/** The clocks and limits of a simulator. */
export interface Conditions {
  /** The exchange's clock, Unix milliseconds. */
  readonly now: () => number;
  /** The clock of the rate limits; `undefined` turns them off. */
  readonly rateLimitNow: (() => number) | undefined;
  /** How far a timestamp may be off beyond what the exchange allows, in milliseconds. */
  readonly timestampSlackMs: number;
  /**
   * How far back Kraken's DepositStatus and WithdrawStatus reach, in milliseconds. Default: 90
   * days.
   */
  readonly krakenStatusReachMs: number | undefined;
}

/** The options that every history is generated with. */
export interface HistoryOptions {
  readonly seed: string | number;
  /** Unix milliseconds of the end of the history. */
  readonly toMs: number;
  /** Deposits and withdrawals. */
  readonly count?: number;
}

/** The exchange's names of networks, which tests look for. */
export interface NetworkNames {
  /** USDT's network on Tron. */
  readonly tron: string;
  /** The maximum withdrawal there; `null` if the exchange reports none. */
  readonly maxWithdrawal: string | null;
  /** An asset and a network of it that is closed for withdrawal. */
  readonly closed: string;
}

/** One simulated exchange. */
export interface Simulation<Row extends TruthRow, Options extends HistoryOptions> {
  readonly open: (conditions: Conditions) => SimulatedExchange<AccountOptions<Row>>;
  /** Generates the history of an account: the same options give the same history. */
  readonly generateHistory: (options: Options) => History<Row>;
  /** Returns credentials in the exchange's form. */
  readonly makeCredentials: () => SimulatedCredentials;
  /** Options of a history that has more rows in a day, and in a moment, than one response. */
  readonly largeHistory: Partial<Options>;
  /** The names of networks; `null` if a key that only reads cannot list them. */
  readonly networks: NetworkNames | null;
  /** Paths of sources that a wallet is complete without; `null` if there are none. */
  readonly optionalPaths: RegExp | null;
  /** A successful response without any content. */
  readonly emptyResponse: object;
}
