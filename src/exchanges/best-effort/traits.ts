import type { ExchangeTraits } from './exchange-traits.ts';
import * as all from './traits/all.ts';

/** The traits by ccxt's id of the exchange. */
export const EXCHANGE_TRAITS: Readonly<Record<string, ExchangeTraits>> = all;

/** Returns the traits of an exchange. @throws {RangeError} if it has no file. */
export function traitsOf(name: string): ExchangeTraits {
  const traits = Object.hasOwn(EXCHANGE_TRAITS, name) ? EXCHANGE_TRAITS[name] : undefined;
  if (traits === undefined) throw new RangeError(`traits/ has no file for ${name}`);
  return traits;
}
