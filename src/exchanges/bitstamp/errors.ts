/** The errors of Bitstamp after which a list is skipped. Pure functions. */
import { ExchangeError } from '../exchange.ts';

/**
 * Returns true if Bitstamp does not offer a list to the key, for example because it belongs to a sub-account.
 * A missing path (status 404 or 410) is a failure, because Bitstamp serves the list to other keys.
 */
export function isForOtherKeys(error: unknown): boolean {
  return error instanceof ExchangeError && !error.transient && !NOT_FOUND.test(error.message);
}

const NOT_FOUND = /\(HTTP (404|410)\)/;
