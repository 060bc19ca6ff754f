import { CcxtClient } from '../../src/exchanges/client/ccxt-client.ts';
import { CircuitBreaker } from '../../src/exchanges/client/circuit-breaker.ts';
import type { ExchangeDirectory } from '../../src/exchanges/exchange.ts';
import { GenericAccount } from '../../src/exchanges/generic/account.ts';
import type { VenueTraits } from '../../src/exchanges/generic/venue-traits.ts';
import type { Venue } from '../../src/exchanges/generic/venue.ts';
import { VENUES } from '../../src/exchanges/generic/venues.ts';
import { RateBudget } from '../../src/exchanges/client/rate-budget.ts';

/** A class of ccxt, with other traits than the venue has. */
export interface TraitedVenue {
  readonly exchange: string;
  readonly traits: VenueTraits;
  readonly proxyUrl: string;
  readonly nowMs: () => number;
  /** Differences from the table of venues. */
  readonly venue?: Partial<Venue>;
}

/** Returns a directory with a single exchange, which has these traits. */
export function openWithTraits({
  exchange: name,
  traits,
  proxyUrl,
  nowMs,
  venue: change = {},
}: TraitedVenue): ExchangeDirectory {
  const venue = { ...VENUES.find((each) => each.name === name)!, ...change };
  const clock = { nowMs, elapsedMs: nowMs, sleep: () => Promise.resolve() };
  const unlimited = { capacity: Infinity, refillPerSecond: Infinity };
  return {
    names: [name],
    requiredCredentials: () => venue.credentials,
    openAccount: async (exchange, credentials) => {
      const client = await CcxtClient.open({
        exchange,
        credentials,
        readEndpoints: venue.endpoints,
        budget: new RateBudget(unlimited, clock),
        breaker: new CircuitBreaker(exchange, clock),
        costs: {},
        attemptsMax: 1,
        countsRequests: true,
        proxyUrl,
        clock,
        signal: new AbortController().signal,
      });
      return new GenericAccount(venue, { client }, traits);
    },
    listPaused: () => [],
    shareBudgets: () => undefined,
  };
}
