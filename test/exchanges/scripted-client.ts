import type { AccountContext } from '../../src/exchanges/client/account-context.ts';
import type { CcxtClient } from '../../src/exchanges/client/ccxt-client.ts';

/** Parameters of a call. */
export type Parameters = Readonly<Record<string, string | number>>;

/**
 * Returns the context for opening an account in tests, which loads no library and sends no requests. The
 * clock is stopped, and identifiers of assets are their symbols in lower case.
 *
 * @param response returns the response of an endpoint, or throws.
 */
export function scriptContext(
  nowMs: number,
  response: (endpoint: string, parameters: Parameters) => unknown,
): AccountContext {
  let exchangeMs = nowMs;
  const client = {
    onResponse: undefined,
    ccxt: {
      apiKey: 'key',
      handleErrors: () => undefined,
    },
    toSymbol: (assetId: string) => assetId.toUpperCase(),
    exchangeNowMs: () => exchangeMs,
    setExchangeTime: (reportedMs = nowMs) => {
      exchangeMs = reportedMs;
      return exchangeMs;
    },
    call: async (endpoint: string, parameters: Parameters = {}) => {
      await Promise.resolve();
      return response(endpoint, parameters);
    },
  };
  return {
    client: client as unknown as CcxtClient,
    clock: { nowMs: () => nowMs, elapsedMs: () => 0, sleep: () => Promise.resolve() },
    throttle: false,
  };
}
