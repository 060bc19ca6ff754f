import type { RateBudgetLimits } from './client/rate-budget.ts';
import type { ReadEndpoint } from './client/read-only.ts';
import type { HistorySource } from './exchange.ts';

/** What a user may expect of an exchange: a row of the table in `docs/exchanges.md`. */
export interface ExchangeFacts {
  /** The exchange's own name. */
  readonly title: string;
  /**
   * True for an exchange with sources, statuses and identifiers of its own here, proved against a
   * simulator; false where ccxt's common reading of it is trusted.
   */
  readonly certified: boolean;
  /** How far back its history reaches, for example `complete` or `the last two years`. */
  readonly history: string;
  /** Which rows are told before they are final, for example `deposits, withdrawals` or `none`. */
  readonly pending: string;
  /** What is told of networks, for example `with limits`. */
  readonly networks: string;
  /** Where address patterns come from: `exchange`, `table` (curated, by chain) or both. */
  readonly addressPatterns: string;
  /** The rights that a key needs, and what one that only reads does not see. */
  readonly readOnlyKey: string;
  /** True where the exchange tells what a key may do. */
  readonly reportsPermissions: boolean;
  /** The account that withdrawals leave from and the figure that is reported, as Markdown. */
  readonly withdrawableAccount: string;
  /** URL of the exchange's page that says so; `null` if it is not documented. */
  readonly withdrawableSource: string | null;
}

/** What is particular to one exchange: plain data. Its code is loaded when an account is opened. */
export interface ExchangeProfile {
  /** ccxt's id of the exchange. */
  readonly name: string;
  readonly facts: ExchangeFacts;
  /** Names of the credential fields, as ccxt calls them. */
  readonly requiredCredentials: readonly string[];
  readonly sources: readonly HistorySource[];
  /** Every endpoint that is asked; any other request is refused. */
  readonly readEndpoints: readonly ReadEndpoint[];
  /** Whose requests the exchange counts: those of a caller's address, or those of a key. */
  readonly budgetScope: 'address' | 'key';
  readonly budget: RateBudgetLimits;
  /** What a call takes from the budget, by ccxt's name of the endpoint; 1 where it is not named. */
  readonly costs: Readonly<Record<string, number>>;
  /** True where one call may send several requests, each of which takes 1 from the budget. */
  readonly countsRequests?: true;
  /** True where requests are numbered by a nonce that has to rise, instead of stamped with a time. */
  readonly numbersRequests: boolean;
}

/**
 * Returns the sources with another start (Unix ms) for the one of this name: an exchange that reports rows
 * for a limited time has a start that moves.
 */
export function withStart(
  sources: readonly HistorySource[],
  name: string,
  startMs: number,
): readonly HistorySource[] {
  return sources.map((source) =>
    source.name === name ? Object.assign({}, source, { startMs }) : source,
  );
}
