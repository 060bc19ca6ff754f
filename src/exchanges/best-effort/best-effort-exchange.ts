import type { ReadEndpoint } from '../client/read-only.ts';

/** A unified method of ccxt that reads a history, and its filters. */
export interface HistoryMethod {
  readonly name:
    | 'fetchDeposits'
    | 'fetchWithdrawals'
    | 'fetchDepositsWithdrawals'
    | 'fetchTransactions';
  /** True if ccxt passes the start of the requested time to the exchange. */
  readonly since: boolean;
  /** True if ccxt passes the end of the requested time in the exchange's own parameter. */
  readonly until: boolean;
  /** True if rows are listed for one asset at a time. */
  readonly perAsset: boolean;
  /** The fields in which ccxt looks for the list; empty if the response itself is the list. */
  readonly listFields: readonly string[];
}

/** An exchange as described by ccxt's class. */
export interface BestEffortExchange {
  /** ccxt's id of the exchange. */
  readonly name: string;
  readonly title: string;
  readonly credentials: readonly string[];
  readonly methods: readonly HistoryMethod[];
  /** True if the exchange has one list for deposits and withdrawals, which a parameter filters. */
  readonly sharedList: boolean;
  /** True if it lists its currencies. */
  readonly listsCurrencies: boolean;
  /** True if it reports its clock. */
  readonly reportsTime: boolean;
  /** Minimum time between two requests: ccxt's rate limit, for the most expensive endpoint. */
  readonly requestMs: number;
  /** The endpoints that may be requested. */
  readonly endpoints: readonly ReadEndpoint[];
}
