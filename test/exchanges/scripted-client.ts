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
  const options: Record<string, unknown> = {};
  const client = {
    onResponse: undefined,
    ccxt: {
      options,
      apiKey: 'key',
      nonce: () => nowMs,
      milliseconds: () => nowMs,
      handleErrors: () => undefined,
    },
    toSymbol: (assetId: string) => assetId.toUpperCase(),
    nowMs: () => nowMs,
    exchangeNowMs: () => nowMs - Number(options['timeDifference'] ?? 0),
    call: async (endpoint: string, parameters: Parameters = {}) => {
      await Promise.resolve();
      return response(endpoint, parameters);
    },
  };
  return {
    client: client as unknown as CcxtClient,
    clock: { nowMs: () => nowMs, sleep: () => Promise.resolve() },
    throttle: false,
  };
}
