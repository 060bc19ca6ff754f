import { DAY_MS } from '../domain/duration.ts';
import type { ErrorCodes } from './client/ccxt-errors.ts';
import type { CredentialForms } from './client/credential-forms.ts';
import type { RateBudgetLimits } from './client/rate-budget.ts';
import type { ReadEndpoint } from './client/read-only.ts';
import type { HistorySource } from './exchange.ts';

/** The facts about an exchange that matter to users: a row of the table in `docs/exchanges.md`. */
export interface ExchangeFacts {
  /** The exchange's own name. */
  readonly title: string;
  /**
   * True for an exchange with its own code and simulator; false for a region of one (`regions.ts`), and for one
   * that is read through ccxt's unified methods (`best-effort/`).
   */
  readonly certified: boolean;
  /** The extent of the history, for example `complete` or `the last two years`. */
  readonly history: string;
  /**
   * The rows that the exchange reports before they are final, for example `deposits, withdrawals` or `none`.
   */
  readonly pending: string;
  /** The facts that the exchange reports about networks, for example `with limits`. */
  readonly networks: string;
  /** The source of address patterns: `exchange`, `table` (curated, by chain) or both. */
  readonly addressPatterns: string;
  /** The rights that a key needs, and the data that a key which only reads cannot see. */
  readonly readOnlyKey: string;
  /** True if the exchange reports the permissions of a key. */
  readonly reportsPermissions: boolean;
  /** The account from which withdrawals are made and the field that is reported, as Markdown. */
  readonly withdrawableAccount: string;
  /** URL of the exchange's page that documents that field; `null` if it is not documented. */
  readonly withdrawableSource: string | null;
}

/** The properties of one exchange, as plain data. Its code is loaded when an account is opened. */
export interface ExchangeProfile {
  /** ccxt's id of the exchange. */
  readonly name: string;
  /** The folder with the code that reads it. Default: its name. */
  readonly folder?: string;
  readonly facts: ExchangeFacts;
  /** Names of the credential fields, as ccxt calls them. */
  readonly requiredCredentials: readonly string[];
  /** Forms that its credentials have in addition to the general rules, by field. */
  readonly credentialForms?: CredentialForms;
  readonly sources: readonly HistorySource[];
  /** Every endpoint that is requested; any other request is refused. */
  readonly readEndpoints: readonly ReadEndpoint[];
  /** The exchange limits requests per caller's address, or per key. */
  readonly budgetScope: 'address' | 'key';
  readonly budget: RateBudgetLimits;
  /**
   * Limits of the requests without a key, which the exchange counts by the caller's address. Default: they take their cost
   * from `budget`.
   */
  readonly publicBudget?: RateBudgetLimits;
  /** The cost of a call, taken from its budget, by ccxt's name of the endpoint. Default: 1. */
  readonly costs?: Readonly<Record<string, number>>;
  /** True if one call may send several requests, each with a cost of 1. */
  readonly countsRequests?: true;
  /** The meaning of errors that ccxt misreads, by a text that they contain. */
  readonly errorCodes?: ErrorCodes;
  /** True if requests carry an increasing nonce instead of a time. */
  readonly numbersRequests?: true;
}

/** Properties that most sources share. */
export const SOURCE_DEFAULTS = {
  windowMsMin: 1,
  overlapMs: 3 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

/**
 * Properties of a source whose lists have no filter by time. Each window is read from the newest row
 * backwards, so dividing a window would read the same rows again.
 */
export const UNFILTERED_SOURCE_DEFAULTS = {
  windowMsMax: Number.MAX_SAFE_INTEGER,
  windowMsMin: Number.MAX_SAFE_INTEGER,
  overlapMs: 7 * DAY_MS,
  order: 'newest-first',
  optional: false,
} as const;

/**
 * Returns the sources with another start (Unix ms) for the source of this name. The start moves if the
 * exchange returns rows only for a limited time.
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
