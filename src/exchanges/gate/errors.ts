/** Corrects errors of Gate that ccxt misreads. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/** The label of an error of the request's time; ccxt reports a wrong key. */
const EXPIRED = 'REQUEST_EXPIRED';

/**
 * Returns the error; a transient error if the exchange refused the request's time, because the next
 * synchronisation reads the exchange's time again.
 */
export function translateError(error: unknown): unknown {
  const isExpired = error instanceof ExchangeError && error.message.includes(EXPIRED);
  return isExpired ? new ExchangeError('exchange_unavailable', error.message) : error;
}
