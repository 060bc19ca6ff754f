/** Corrects errors of KuCoin that ccxt misreads. Pure functions. */
import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';
import { lookUp } from '../mapping/look-up.ts';

/** Codes that ccxt maps to another error (kucoin.com/docs-new, Error codes). */
const CODES: Readonly<Record<string, ExchangeErrorCode>> = {
  400007: 'exchange_permission_denied', // "Access denied: require more permission"
  429000: 'exchange_rate_limited', // "Too many requests", with any HTTP status
};

/**
 * Returns the error of a request; with the meaning of KuCoin's code if ccxt maps that code to another error.
 */
export function translateError(error: unknown): unknown {
  if (!(error instanceof ExchangeError)) return error;
  const kucoinCode = /"code"\s*:\s*"(\d{6})"/.exec(error.message)?.[1] ?? null;
  const code = lookUp(CODES, kucoinCode);
  if (code === undefined || code === error.code) return error;
  return new ExchangeError(code, error.message, { cause: error });
}
