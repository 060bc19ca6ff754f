import type { ReadEndpoint } from '../client/read-only.ts';

/** A unified method of ccxt that tells a history, and what a request of it is narrowed by. */
export interface VenueMethod {
  readonly name:
    | 'fetchDeposits'
    | 'fetchWithdrawals'
    | 'fetchDepositsWithdrawals'
    | 'fetchTransactions';
  /** True where the time from which rows are wanted reaches the exchange. */
  readonly since: boolean;
  /** True where ccxt passes the time until which they are wanted in the exchange's own words. */
  readonly until: boolean;
  /** True where rows are told for one asset at a time. */
  readonly perAsset: boolean;
  /** The fields in which ccxt looks for the list; empty if the response itself is the list. */
  readonly listFields: readonly string[];
}

/** An exchange as ccxt's class of it describes it. */
export interface Venue {
  /** ccxt's id of the exchange. */
  readonly name: string;
  readonly title: string;
  readonly credentials: readonly string[];
  readonly methods: readonly VenueMethod[];
  /** True where both lists are one at the exchange, which a parameter narrows. */
  readonly sharedList: boolean;
  /** True where it lists its currencies. */
  readonly listsCurrencies: boolean;
  /** True where it tells its clock. */
  readonly reportsTime: boolean;
  /** The least time between two requests: ccxt's rate limit by the dearest endpoint. */
  readonly requestMs: number;
  /** What its readings may ask. */
  readonly endpoints: readonly ReadEndpoint[];
}
