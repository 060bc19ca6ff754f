/** Every supported exchange. Plain data: this module loads no exchange library. */
import { BINANCE } from './binance/profile.ts';
import { BITGET } from './bitget/profile.ts';
import { BITSTAMP } from './bitstamp/profile.ts';
import { BITVAVO } from './bitvavo/profile.ts';
import { BYBIT } from './bybit/profile.ts';
import { COINBASE } from './coinbase/profile.ts';
import { CRYPTOCOM } from './cryptocom/profile.ts';
import { UnknownExchangeError } from './exchange.ts';
import { GATE } from './gate/profile.ts';
import { listBestEffortProfiles } from './best-effort/profiles.ts';
import { HTX } from './htx/profile.ts';
import { KRAKEN } from './kraken/profile.ts';
import { KUCOIN } from './kucoin/profile.ts';
import { OKX } from './okx/profile.ts';
import type { ExchangeProfile } from './profile.ts';
import { REGIONS } from './regions.ts';

/** The certified exchanges, by name. */
export const CERTIFIED_EXCHANGES: readonly ExchangeProfile[] = [
  BINANCE,
  BITGET,
  BITSTAMP,
  BITVAVO,
  BYBIT,
  COINBASE,
  CRYPTOCOM,
  GATE,
  HTX,
  KRAKEN,
  KUCOIN,
  OKX,
];

const OTHER_EXCHANGES: readonly ExchangeProfile[] = [
  ...REGIONS,
  ...listBestEffortProfiles(new Set([...CERTIFIED_EXCHANGES, ...REGIONS].map(({ name }) => name))),
];

/** All profiles: the certified exchanges by name, then all others by name. */
export const EXCHANGE_CATALOGUE: readonly ExchangeProfile[] = [
  ...CERTIFIED_EXCHANGES,
  ...OTHER_EXCHANGES.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
];

/** Returns the profile of an exchange; `undefined` if the exchange is not supported. */
export function findExchange(name: string): ExchangeProfile | undefined {
  return EXCHANGE_CATALOGUE.find((profile) => profile.name === name);
}

/** Returns the profile of an exchange. @throws {UnknownExchangeError} if the exchange is not supported. */
export function requireExchange(name: string): ExchangeProfile {
  const profile = findExchange(name);
  if (profile !== undefined) return profile;
  throw new UnknownExchangeError(
    name,
    EXCHANGE_CATALOGUE.map((known) => known.name),
  );
}
