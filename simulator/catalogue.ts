/** The simulated exchanges. */
import { BINANCE } from './binance/simulation.ts';
import { BITGET } from './bitget/simulation.ts';
import { BITSTAMP } from './bitstamp/simulation.ts';
import { BITVAVO } from './bitvavo/simulation.ts';
import { BYBIT } from './bybit/simulation.ts';
import { COINBASE } from './coinbase/simulation.ts';
import { CRYPTOCOM } from './cryptocom/simulation.ts';
import type { AccountOptions, SimulatedCredentials } from './exchange.ts';
import { GATE } from './gate/simulation.ts';
import { HTX } from './htx/simulation.ts';
import { KRAKEN } from './kraken/simulation.ts';
import { KUCOIN } from './kucoin/simulation.ts';
import { OKX } from './okx/simulation.ts';

/** The simulated exchanges, by ccxt's id. A new exchange needs a line here. */
export const SIMULATIONS = {
  binance: BINANCE,
  bitget: BITGET,
  bitstamp: BITSTAMP,
  bitvavo: BITVAVO,
  bybit: BYBIT,
  coinbase: COINBASE,
  cryptocom: CRYPTOCOM,
  gate: GATE,
  htx: HTX,
  kraken: KRAKEN,
  kucoin: KUCOIN,
  okx: OKX,
};

/** The names of the simulated exchanges. */
export type ExchangeName = keyof typeof SIMULATIONS;

/** All names of {@link ExchangeName}, in order. */
export const EXCHANGE_NAMES = Object.keys(SIMULATIONS) as readonly ExchangeName[];

/** A key for an account at each simulated exchange. It is valid only there. */
export type Keys = Readonly<Record<ExchangeName, SimulatedCredentials>>;

/** Returns a key for an account at each simulated exchange. */
export function makeKeys(): Keys {
  const keys = EXCHANGE_NAMES.map((exchange) => [
    exchange,
    SIMULATIONS[exchange].makeCredentials(),
  ]);
  return Object.fromEntries(keys) as Keys;
}

/** The options of the history of an exchange. */
export type HistoryOptionsOf<Name extends ExchangeName> = Parameters<
  (typeof SIMULATIONS)[Name]['generateHistory']
>[0];

/** The history of an account at an exchange. */
export type HistoryOf<Name extends ExchangeName> = ReturnType<
  (typeof SIMULATIONS)[Name]['generateHistory']
>;

/** An account at an exchange. */
export type AccountOf<Name extends ExchangeName> = AccountOptions<HistoryOf<Name>['rows'][number]>;

/** Generates the history of an account at an exchange. */
export function generateHistory<Name extends ExchangeName>(
  exchange: Name,
  options: HistoryOptionsOf<Name>,
): HistoryOf<Name> {
  const { generateHistory: generate } = SIMULATIONS[exchange];
  return (generate as (options: HistoryOptionsOf<Name>) => HistoryOf<Name>)(options);
}
