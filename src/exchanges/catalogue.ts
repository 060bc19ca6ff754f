/** Every exchange that wallets can be held at. Plain data: no exchange library is loaded by it. */
import { BINANCE } from './binance/binance.ts';
import { BITGET } from './bitget/bitget.ts';
import { BITSTAMP } from './bitstamp/bitstamp.ts';
import { BITVAVO } from './bitvavo/bitvavo.ts';
import { BYBIT } from './bybit/bybit.ts';
import { COINBASE } from './coinbase/coinbase.ts';
import { CRYPTOCOM } from './cryptocom/cryptocom.ts';
import { UnknownExchangeError } from './exchange.ts';
import { GATE } from './gate/gate.ts';
import { HTX } from './htx/htx.ts';
import { listGenericProfiles } from './generic/profiles.ts';
import { KRAKEN } from './kraken/kraken.ts';
import { KUCOIN } from './kucoin/kucoin.ts';
import { OKX } from './okx/okx.ts';
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
