import { UnknownExchangeError } from '../exchange.ts';
import type { Venue } from './venue.ts';
import table from './venues.json' with { type: 'json' };

/** Every exchange that ccxt reads and that has no own folder, sorted by name. */
export const VENUES = table as unknown as readonly Venue[];

/** Returns the venue of this name. @throws {UnknownExchangeError} if there is none. */
export function requireVenue(name: string): Venue {
  const venue = VENUES.find((each) => each.name === name);
  if (venue !== undefined) return venue;
  throw new UnknownExchangeError(
    name,
    VENUES.map((each) => each.name),
  );
}
