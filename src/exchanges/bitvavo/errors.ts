import { ExchangeError } from '../exchange.ts';

/** "Request was not received within acceptable window" (docs.bitvavo.com, Errors). */
const STALE_TIMESTAMP = /"errorCode"\s*:\s*304\b/;

/**
 * The failure of a request as it is, or as one that passes where the request's time was refused:
 * the next reading asks for the exchange's time again. ccxt takes it for a wrong key.
 */
export function passClockFailure(error: unknown): unknown {
  const stale = error instanceof ExchangeError && STALE_TIMESTAMP.test(error.message);
  return stale ? new ExchangeError('exchange_unavailable', error.message, { cause: error }) : error;
}
