/** Checks, counts, traces and reports every request that an instance of ccxt sends. */
import { inSpan } from '../../telemetry/in-span.ts';
import { ExchangeError, type ExchangeRequest } from '../exchange.ts';
import type { CcxtExchange } from './ccxt-instance.ts';
import { countRows } from './count-rows.ts';
import { CURRENT_CALL } from './exchange-call.ts';
import { type ReadEndpoint, requireReadEndpoint } from './read-only.ts';

/** The settings of {@link guardRequests}. */
export interface RequestGuard {
  /** ccxt's id of the exchange. */
  readonly exchange: string;
  /** Every endpoint that may be requested. */
  readonly readEndpoints: readonly ReadEndpoint[];
  /** Waits until the rate budget allows a request; missing if the call takes its cost. */
  readonly acquire: (() => Promise<void>) | undefined;
  /** A monotonic clock. */
  readonly elapsedMs: () => number;
  /** Receives each request that was sent. */
  readonly onRequest?: ((request: ExchangeRequest) => void) | undefined;
}

/** Makes an instance refuse all requests except for reads, and send the others in a span. */
export function guardRequests(ccxt: CcxtExchange, guard: RequestGuard): void {
  const { exchange, acquire, elapsedMs, onRequest } = guard;
  const allowed = new Set<string>(guard.readEndpoints);
  if (acquire !== undefined) {
    // Not in `fetch`, to which requests come signed with their time: exchanges refuse them some seconds later.
    ccxt.enableRateLimit = true;
    ccxt.throttle = acquire;
  }
  const sign = ccxt.sign.bind(ccxt);
  ccxt.sign = (...args) => {
    try {
      return sign(...args);
    } catch (error) {
      // Otherwise a made-up key would count as an exchange that does not respond, for all of its wallets.
      if (!isOfOpenssl(error)) throw error;
      const message = `${exchange}: requests cannot be signed with the private key`;
      throw new ExchangeError('exchange_key_refused', message);
    }
  };
  const fetch = ccxt.fetch.bind(ccxt);
  ccxt.fetch = async (url, method = 'GET', headers, body) => {
    const [, path = ''] = requireReadEndpoint(allowed, method, url, body).split(' ');
    const call = CURRENT_CALL.getStore();
    const request = { exchange, call: call?.name ?? 'unknown', method, path };
    const startedAtMs = elapsedMs();
    let rows: number | undefined;
    try {
      const response = await sendInSpan(request, () => fetch(url, method, headers, body));
      rows = countRows(response);
      return response;
    } finally {
      const ms = Math.round(elapsedMs() - startedAtMs);
      onRequest?.({ ...request, status: call?.status, ms, rows });
    }
  };
}

function isOfOpenssl(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_OSSL_');
}

/** Sends a request in a span without its URL, which may contain the key, its signature and addresses. */
function sendInSpan(
  { exchange, call, method }: Pick<ExchangeRequest, 'exchange' | 'call' | 'method'>,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const attributes = { 'http.request.method': method, 'teller.exchange': exchange };
  const work: Parameters<typeof inSpan<unknown>>[2] = async (span) => {
    try {
      const response = await send();
      // ccxt returns a body that is not JSON as text: a firewall's page, a truncated response.
      if (typeof response === 'string') throw new TypeError('the response is not JSON');
      return response;
    } finally {
      span.set({ 'http.response.status_code': CURRENT_CALL.getStore()?.status });
    }
  };
  return inSpan(`${exchange} ${call}`, attributes, work, 'client');
}
