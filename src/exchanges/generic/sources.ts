/** The lists of a venue as sources of history. */
import { DAY_MS } from '../../domain/duration.ts';
import type { HistorySource } from '../exchange.ts';
import { listsOf } from './venue-lists.ts';
import { traitsOf } from './traits.ts';
import type { VenueTraits } from './venue-traits.ts';
import type { Venue } from './venue.ts';

const WINDOW_DAYS = 90;
/** The first year that is read if the opening of a venue is unknown. */
const OPENED_IN = 2017;
/** A window that is longer than any history. */
const ALWAYS_MS = 100 * 365 * DAY_MS;

/** Returns a source for each list; a list without a filter by time is read as one window. */
export function listSources(
  venue: Venue,
  venueTraits: VenueTraits = traitsOf(venue.name),
): readonly HistorySource[] {
  const { openedIn = OPENED_IN } = venueTraits;
  return listsOf(venue, venueTraits).map(({ name, traits, takesStart, takesEnd, unitMs }) => {
    const narrowed = takesStart || takesEnd;
    const { windowDays = WINDOW_DAYS } = traits;
    return {
      name,
      startMs: Date.UTC(openedIn, 0, 1),
      // Bounds are requested a unit earlier and rounded up, so the window is two units shorter than the
      // maximum.
      windowMsMax: narrowed ? Math.max(unitMs, windowDays * DAY_MS - 2 * unitMs) : ALWAYS_MS,
      windowMsMin: narrowed ? unitMs : ALWAYS_MS,
      overlapMs: 3 * DAY_MS,
      order: 'newest-first',
      optional: false,
    };
  });
}
