/** The lists of a venue: the method of ccxt that requests each, and what filters the request. */
import { unitOf } from './trait-forms.ts';
import { traitsOf } from './traits.ts';
import type { ListTraits, TimeForm, VenueTraits } from './venue-traits.ts';
import type { Venue, VenueMethod } from './venue.ts';

/** The name of a list: that of the source that reads it. */
export type ListName = 'deposits' | 'withdrawals' | 'transactions';

/** A list of a venue. */
export interface VenueList {
  readonly name: ListName;
  readonly method: VenueMethod;
  readonly traits: ListTraits;
  /** True if the start of a window reaches the venue. */
  readonly takesStart: boolean;
  /** True if the end of a window reaches the venue. */
  readonly takesEnd: boolean;
  /** The smallest difference between two bounds, ms. */
  readonly unitMs: number;
}

const LIST_NAMES: Readonly<Record<VenueMethod['name'], ListName>> = {
  fetchDeposits: 'deposits',
  fetchWithdrawals: 'withdrawals',
  fetchDepositsWithdrawals: 'transactions',
  fetchTransactions: 'transactions',
};

/** ccxt writes bounds in a form that it does not state; seconds are the coarsest in use. */
const UNSTATED_FORM: TimeForm = 's';

/** Returns every list of a venue. */
export function listsOf(
  { name, methods }: Venue,
  { lists = {}, ...common }: VenueTraits = traitsOf(name),
): readonly VenueList[] {
  return methods.map((method) => {
    const list = LIST_NAMES[method.name];
    const traits: ListTraits = { ...common, ...lists[list] };
    const { start, end } = traits;
    // The documentation overrides what ccxt sends.
    const takesStart = start === undefined ? method.since : start !== null;
    const takesEnd = end === undefined ? method.until : end !== null;
    const forms = [takesStart ? [start] : [], takesEnd ? [end] : []].flat();
    const units = forms.map((bound) => unitOf(bound?.form ?? UNSTATED_FORM));
    return { name: list, method, traits, takesStart, takesEnd, unitMs: Math.max(0, ...units) };
  });
}

/** Returns the list of a name. @throws {RangeError} if the venue has none. */
export function listOf(venue: Venue, name: string, traits?: VenueTraits): VenueList {
  const list = listsOf(venue, traits).find((each) => each.name === name);
  if (list === undefined) throw new RangeError(`${venue.name} has no list ${name}`);
  return list;
}
