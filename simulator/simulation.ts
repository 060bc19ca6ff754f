/** What the folder of a simulated exchange exports: one object, which `catalogue.ts` lists. */
import type { AccountOptions, SimulatedCredentials, SimulatedExchange } from './exchange.ts';
import type { HistoryOptions } from './history-options.ts';
import type { History, TruthRow } from './truth.ts';

/** The clocks and limits of a simulator. */
export interface Conditions {
  /** The exchange's clock, Unix milliseconds. */
  readonly now: () => number;
  /** The clock of the rate limits; `undefined` disables them. */
  readonly rateLimitNow: (() => number) | undefined;
  /** Tolerance of timestamps in addition to the exchange's own, in milliseconds. */
  readonly timestampSlackMs: number;
  /** The period that Kraken's DepositStatus and WithdrawStatus contain, in milliseconds. Default: 90 days. */
  readonly krakenStatusReachMs: number | undefined;
}

/** The exchange's names of networks, for tests. */
export interface NetworkNames {
  /** USDT's network on Tron. */
  readonly tron: string;
  /** The maximum withdrawal there; `null` if the exchange reports none. */
  readonly maxWithdrawal: string | null;
  /** An asset and a network of it that is closed for withdrawals, separated by a space: `ETH ARBI`. */
  readonly closed: string;
}

/** One simulated exchange. */
export interface Simulation<Row extends TruthRow, Options extends HistoryOptions> {
  readonly open: (conditions: Conditions) => SimulatedExchange<AccountOptions<Row>>;
  /** Generates the history of an account; the same options generate the same history. */
  readonly generateHistory: (options: Options) => History<Row>;
  /** Returns credentials in the exchange's form. */
  readonly makeCredentials: () => SimulatedCredentials;
  /** Options of a history with more rows in a day, and in one moment, than a response contains. */
  readonly largeHistory: Partial<Options>;
  /** The names of networks; `null` if a read-only key cannot list them. */
  readonly networks: NetworkNames | null;
  /** Paths of optional sources; `null` if there are none. */
  readonly optionalPaths: RegExp | null;
  /** A successful response without any content. */
  readonly emptyResponse: object;
}
