import { ExchangeError } from './exchange.ts';

/** One endpoint that may be asked, for example `GET api.binance.com/sapi/v1/fiat/orders`. */
export type ReadEndpoint = `${'GET' | 'POST'} ${string}/${string}`;

/**
 * Refuses every request that is not to a known read endpoint: some of ccxt's reads write
 * (approvals, referrers), and a key with more permissions than it needs must stay harmless.
 *
 * @throws {ExchangeError} `exchange_request_refused`
 */
export function assertReadEndpoint(
  allowed: ReadonlySet<string>,
  method: string,
  address: string,
): void {
  const url = new URL(address);
  const endpoint = `${method} ${url.host}${url.pathname}`;
  if (url.protocol === 'https:' && allowed.has(endpoint)) return;
  throw new ExchangeError('exchange_request_refused', `not a read endpoint: ${endpoint}`);
}
