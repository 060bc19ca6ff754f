/** Errors of Bitstamp after which a list is skipped. Pure functions. */
import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';

/** Returns true if the exchange does not serve an endpoint. */
export function isNotServed(error: unknown): boolean {
  return codeOf(error) === 'exchange_request_refused' && NOT_SERVED.test(String(error));
}

/**
 * Returns true if a list is missing for the key: the key may not read it, or the exchange does not serve it.
 */
export function isAbsent(error: unknown): boolean {
  return isNotServed(error) || codeOf(error) === 'exchange_permission_denied';
}

const NOT_SERVED = /\(HTTP (404|410)\)/;

function codeOf(error: unknown): ExchangeErrorCode | undefined {
  return error instanceof ExchangeError ? error.code : undefined;
}

/** Returns the result of `read`; `undefined` after an error for which the list is skipped. */
export async function readUnless<Value>(
  omits: (error: unknown) => boolean,
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (omits(error)) return undefined;
    throw error;
  }
}
