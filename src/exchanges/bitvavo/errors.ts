/** Corrects errors of Bitvavo that ccxt misreads. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/**
 * "Timestamp is invalid" and "Request was not received within acceptable window" (docs.bitvavo.com, Errors).
 */
const WRONG_TIME = /"errorCode"\s*:\s*30[24]\b/;

/**
 * Returns the error of a request; `exchange_clock` if the exchange refused the request's time, for which ccxt
 * reports a wrong key.
 */
export function translateError(error: unknown): unknown {
  const isClock = error instanceof ExchangeError && WRONG_TIME.test(error.message);
  return isClock ? new ExchangeError('exchange_clock', error.message, { cause: error }) : error;
}
