/** Corrects errors of Gate that ccxt misreads. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/** The request's time was refused; ccxt reports a wrong key. */
const EXPIRED = 'REQUEST_EXPIRED';

/**
 * Returns the error as it is, or as a transient one if the request's time was refused: the next reading
 * requests the exchange's time again.
 */
export function translateError(error: unknown): unknown {
  const isExpired = error instanceof ExchangeError && error.message.includes(EXPIRED);
  return isExpired ? new ExchangeError('exchange_unavailable', error.message) : error;
}
