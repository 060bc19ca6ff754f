import { ExchangeError, type ExchangeErrorCode } from '../exchange.ts';

/** Codes of KuCoin (kucoin.com/docs-new, Error codes) that ccxt takes for something else. */
const CODES: Readonly<Record<string, ExchangeErrorCode>> = {
  400007: 'exchange_permission_denied', // "Access denied: require more permission"
  429000: 'exchange_rate_limited', // "Too many requests", whatever HTTP status it comes with
};

/** The failure of a request as it is, or by what KuCoin's code says. */
export function nameFailure(error: unknown): unknown {
  if (!(error instanceof ExchangeError)) return error;
  const kucoinCode = /"code"\s*:\s*"(\d{6})"/.exec(error.message)?.[1] ?? '';
  const code = CODES[kucoinCode];
  if (code === undefined || code === error.code) return error;
  return new ExchangeError(code, error.message, { cause: error });
}
