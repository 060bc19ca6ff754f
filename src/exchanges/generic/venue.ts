import type { ReadEndpoint } from '../client/read-only.ts';

/** A unified method of ccxt that reads a history, and what its requests can be filtered by. */
export interface VenueMethod {
  readonly name:
    | 'fetchDeposits'
    | 'fetchWithdrawals'
    | 'fetchDepositsWithdrawals'
    | 'fetchTransactions';
  /** True if the time from which rows are wanted reaches the exchange. */
  readonly since: boolean;
  /** True if ccxt passes the time until which rows are wanted in the exchange's own parameter. */
  readonly until: boolean;
  /** True if rows are listed for one asset at a time. */
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
  /** True if the exchange has one list for both kinds, which a parameter filters. */
  readonly sharedList: boolean;
  /** True if it lists its currencies. */
  readonly listsCurrencies: boolean;
  /** True if it reports its clock. */
  readonly reportsTime: boolean;
  /** The least time between two requests: ccxt's rate limit by the most expensive endpoint. */
  readonly requestMs: number;
  /** The endpoints that its readings may request. */
  readonly endpoints: readonly ReadEndpoint[];
}
