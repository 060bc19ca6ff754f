/** Corrects errors of Gate that ccxt misreads. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/** The label of an error of the request's time; ccxt reports a wrong key. */
const EXPIRED = 'REQUEST_EXPIRED';

/**
 * Returns the error; `exchange_clock` if the exchange refused the request's time.
 */
export function translateError(error: unknown): unknown {
  const isExpired = error instanceof ExchangeError && error.message.includes(EXPIRED);
  return isExpired ? new ExchangeError('exchange_clock', error.message) : error;
}
