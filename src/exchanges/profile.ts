import { DAY_MS } from '../domain/duration.ts';
import type { RateBudgetLimits } from './client/rate-budget.ts';
import type { ReadEndpoint } from './client/read-only.ts';
import type { HistorySource } from './exchange.ts';

/** What a user may expect of an exchange: a row of the table in `docs/exchanges.md`. */
export interface ExchangeFacts {
  /** The exchange's own name. */
  readonly title: string;
  /**
   * True for an exchange with code of its own here, tested against a simulator of it; false for one that is
   * read through ccxt's unified methods (`generic/`).
   */
  readonly certified: boolean;
  /** How far back its history reaches, for example `complete` or `the last two years`. */
  readonly history: string;
  /** The rows that are reported before they are final, for example `deposits, withdrawals` or `none`. */
  readonly pending: string;
  /** What is reported of networks, for example `with limits`. */
  readonly networks: string;
  /** Where address patterns come from: `exchange`, `table` (curated, by chain) or both. */
  readonly addressPatterns: string;
  /** The rights that a key needs, and what is hidden from a key that only reads. */
  readonly readOnlyKey: string;
  /** True if the exchange reports what a key may do. */
  readonly reportsPermissions: boolean;
  /** The account that withdrawals leave from and the figure that is reported, as Markdown. */
  readonly withdrawableAccount: string;
  /** URL of the exchange's page that documents it; `null` if it is not documented. */
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
  /** Every endpoint that is requested; any other request is refused. */
  readonly readEndpoints: readonly ReadEndpoint[];
  /** What the exchange counts requests by: the caller's address, or the key. */
  readonly budgetScope: 'address' | 'key';
  readonly budget: RateBudgetLimits;
  /** What a call takes from the budget, by ccxt's name of the endpoint. Default: 1. */
  readonly costs: Readonly<Record<string, number>>;
  /** True if one call may send several requests, each of which takes 1 from the budget. */
  readonly countsRequests?: true;
  /** True if requests are numbered by a nonce that has to rise, instead of stamped with a time. */
  readonly numbersRequests: boolean;
}

/** What most sources have in common. */
export const SOURCE_DEFAULTS = {
  windowMsMin: 1,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

/**
 * A source whose lists have no filter by time: each window is read from the newest row down, so that
 * dividing one would read the same rows again.
 */
export const UNFILTERED_SOURCE_DEFAULTS = {
  windowMsMax: Number.MAX_SAFE_INTEGER,
  windowMsMin: Number.MAX_SAFE_INTEGER,
  overlapMs: 7 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

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
