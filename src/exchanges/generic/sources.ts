/** The lists of a venue as sources of history. */
import type { HistorySource } from '../exchange.ts';
import { traitsOf } from './traits.ts';
import type { Venue, VenueMethod } from './venue.ts';

const DAY_MS = 86_400_000;
const WINDOW_DAYS = 90;
/** The year from which a venue is read of which nothing else is known. */
const OPENED_IN = 2017;
/** Times are told in seconds by some. */
const WINDOW_MS_MIN = 1000;
/** Longer than any history. */
const ALWAYS_MS = 100 * 365 * DAY_MS;

const SOURCE_NAMES: Readonly<Record<VenueMethod['name'], string>> = {
  fetchDeposits: 'deposits',
  fetchWithdrawals: 'withdrawals',
  fetchDepositsWithdrawals: 'transactions',
  fetchTransactions: 'transactions',
};

/** A source for each list; a list that is not narrowed by time is read as one window. */
export function listSources({ name, methods }: Venue): readonly HistorySource[] {
  const { openedIn = OPENED_IN, windowDays = WINDOW_DAYS, end } = traitsOf(name);
  return methods.map((method) => {
    const narrowed = method.since || method.until || end !== undefined;
    return {
      name: SOURCE_NAMES[method.name],
      startMs: Date.UTC(openedIn, 0, 1),
      windowMsMax: narrowed ? windowDays * DAY_MS : ALWAYS_MS,
      windowMsMin: narrowed ? WINDOW_MS_MIN : ALWAYS_MS,
      overlapMs: 3 * DAY_MS,
      order: 'newest-first',
      optional: false,
    };
  });
}

/** The method behind a source. @throws {RangeError} for a source of another venue. */
export function methodOf({ name, methods }: Venue, source: HistorySource): VenueMethod {
  const method = methods.find((each) => SOURCE_NAMES[each.name] === source.name);
  if (method === undefined) throw new RangeError(`${name} has no source ${source.name}`);
  return method;
}
