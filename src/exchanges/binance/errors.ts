/** Errors of Binance that change what is read. Pure. */
import { ExchangeError } from '../exchange.ts';

/** "More than … between start and end": fiat orders refuse spans that no document lists. */
const SPAN_TOO_LONG = '-1127';

/** True if the exchange refused a window because it is too long. */
export function isSpanRefused(error: unknown): boolean {
  return error instanceof ExchangeError && error.message.includes(SPAN_TOO_LONG);
}
