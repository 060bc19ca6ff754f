/** Recognises errors of OKX that change which data is read. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/** The status in the message of an error (`client/ccxt-errors.ts`). */
const NOT_FOUND = '(HTTP 404)';

/** Returns true if the exchange does not serve an endpoint. */
export function isNotServed(error: unknown): boolean {
  return error instanceof ExchangeError && error.message.includes(NOT_FOUND);
}
