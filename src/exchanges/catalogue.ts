/** Every exchange that wallets can be held at. Plain data: no exchange library is loaded by it. */
import { BINANCE } from './binance/profile.ts';
import { BITGET } from './bitget/profile.ts';
import { BITSTAMP } from './bitstamp/profile.ts';
import { BITVAVO } from './bitvavo/profile.ts';
import { BYBIT } from './bybit/profile.ts';
import { COINBASE } from './coinbase/profile.ts';
import { CRYPTOCOM } from './cryptocom/profile.ts';
import { UnknownExchangeError } from './exchange.ts';
import { GATE } from './gate/profile.ts';
import { listGenericProfiles } from './generic/profiles.ts';
import { HTX } from './htx/profile.ts';
import { KRAKEN } from './kraken/profile.ts';
import { KUCOIN } from './kucoin/profile.ts';
import { OKX } from './okx/profile.ts';
import type { ExchangeProfile } from './profile.ts';

/** The exchanges with a profile of their own, by name. */
const CERTIFIED: readonly ExchangeProfile[] = [
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

/** The profiles, by name: those of their own first, then every other exchange that ccxt reads. */
export const EXCHANGE_CATALOGUE: readonly ExchangeProfile[] = [
  ...CERTIFIED,
  ...listGenericProfiles(new Set(CERTIFIED.map(({ name }) => name))),
];

/** The profile of an exchange, or `undefined` for one that is not supported. */
export function findExchange(name: string): ExchangeProfile | undefined {
  return EXCHANGE_CATALOGUE.find((profile) => profile.name === name);
}

/** The profile of an exchange. @throws {UnknownExchangeError} that names the known ones. */
export function requireExchange(name: string): ExchangeProfile {
  const profile = findExchange(name);
  if (profile !== undefined) return profile;
  throw new UnknownExchangeError(
    name,
    EXCHANGE_CATALOGUE.map((known) => known.name),
  );
}
