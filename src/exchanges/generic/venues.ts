import type { Venue } from './venue.ts';
import table from './venues.json' with { type: 'json' };

/** Every exchange that ccxt reads and that has no profile of its own, sorted by name. */
export const VENUES = table as unknown as readonly Venue[];
