/** Corrects errors of Bitvavo that ccxt misreads. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/** "Request was not received within acceptable window" (docs.bitvavo.com, Errors). */
const STALE_TIMESTAMP = /"errorCode"\s*:\s*304\b/;

/**
 * Returns the error of a request; a transient error if the exchange refused the request's time, because the
 * next synchronisation reads the exchange's time again. ccxt reports a wrong key for it.
 */
export function translateError(error: unknown): unknown {
  const stale = error instanceof ExchangeError && STALE_TIMESTAMP.test(error.message);
  return stale ? new ExchangeError('exchange_unavailable', error.message, { cause: error }) : error;
}
