/** Recognises errors of Binance that change which data is read. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/** "More than … between start and end": the limit of fiat orders is not documented. */
const SPAN_TOO_LONG = '-1127';

/** Returns true if the exchange refused a window because it is too long. */
export function isSpanRefused(error: unknown): boolean {
  return error instanceof ExchangeError && error.message.includes(SPAN_TOO_LONG);
}
