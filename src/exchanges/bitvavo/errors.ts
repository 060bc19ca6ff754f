/** Errors of Bitvavo that ccxt misreads. Pure. */
import { ExchangeError } from '../exchange.ts';

/** "Request was not received within acceptable window" (docs.bitvavo.com, Errors). */
const STALE_TIMESTAMP = /"errorCode"\s*:\s*304\b/;

/**
 * Returns the error of a request as it is, or as a transient one if the request's time was refused: the next
 * reading requests the exchange's time again. ccxt reports a wrong key.
 */
export function translateError(error: unknown): unknown {
  const stale = error instanceof ExchangeError && STALE_TIMESTAMP.test(error.message);
  return stale ? new ExchangeError('exchange_unavailable', error.message, { cause: error }) : error;
}
