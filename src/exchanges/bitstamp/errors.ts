/** Errors of Bitstamp that ccxt misreads, and errors after which a list is skipped. Pure functions. */
import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';

/** "X-Auth-Timestamp header is out of boundaries" (bitstamp.net/api, Authentication). */
const STALE_TIMESTAMP = /\bAPI0017\b/;
/** "Request rejected due to exceeded rate limit" (bitstamp.net/api, Response codes). */
const RATE_LIMIT = /"400\.0(02|67)"/;

/** Returns the error; with the meaning of Bitstamp's code if ccxt does not map that code. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof ExchangeError)) return error;
  if (STALE_TIMESTAMP.test(error.message)) return withCode(error, 'exchange_clock');
  if (RATE_LIMIT.test(error.message)) return withCode(error, 'exchange_rate_limited');
  return error;
}

function withCode(error: ExchangeError, code: ExchangeErrorCode): ExchangeError {
  return new ExchangeError(code, error.message, { cause: error });
}

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
