/** Requests of an exchange's own endpoints, for readers of raw rows. */
import type { CcxtClient } from '../client/ccxt-client.ts';
import { appendTo } from '../client/long-lists.ts';
import { ExchangeError } from '../exchange.ts';
import type { CapturedResponses } from './response-capture.ts';
import type { RawRequest } from './exchange-traits.ts';

/** Maximum coins that are requested one by one. */
const COINS_MAX = 100;

/** The response about one coin, see {@link RawRequest.forHeld}. */
export interface CoinResponse {
  readonly coin: string;
  readonly response: unknown;
}

/** A coin that could not be requested, and why. */
type Refused = CapturedResponses['unparsed'][number];

/**
 * Sends requests one after the other.
 *
 * @param listHeld returns the exchange's identifiers of the coins with a balance.
 * @throws {ExchangeError} if a request fails, unless the exchange refuses one about a single coin.
 */
export async function sendRequests(
  client: CcxtClient,
  requests: readonly RawRequest[],
  listHeld: () => Promise<readonly string[]>,
): Promise<CapturedResponses> {
  const responses: unknown[] = [];
  const unparsed: Refused[] = [];
  for (const request of requests) {
    if (request.forHeld === undefined) {
      responses.push(await client.call(request.method, parametersOf(client, request)));
    } else {
      const coins = await listHeld();
      appendTo(unparsed, await sendForCoins(client, request, coins, responses));
    }
  }
  return { responses, failure: null, unparsed };
}

async function sendForCoins(
  client: CcxtClient,
  request: RawRequest,
  coins: readonly string[],
  responses: unknown[],
): Promise<readonly Refused[]> {
  const { method, forHeld = '' } = request;
  const refused: Refused[] = [];
  for (const coin of coins.slice(0, COINS_MAX)) {
    try {
      const response = await client.call(method, {
        ...parametersOf(client, request),
        [forHeld]: coin,
      });
      responses.push({ coin, response } satisfies CoinResponse);
    } catch (error) {
      if (!isRefused(error)) throw error;
      refused.push({ raw: { coin }, reason: error.message });
    }
  }
  const left = coins.slice(COINS_MAX);
  const reason = `more than ${COINS_MAX} coins have a balance`;
  return [...refused, ...left.map((coin) => ({ raw: { coin }, reason }))];
}

function parametersOf(
  client: CcxtClient,
  { parameters, wallet }: RawRequest,
): Readonly<Record<string, string | number>> {
  if (wallet === undefined) return { ...parameters };
  const { walletAddress } = client.ccxt as unknown as { readonly walletAddress: string };
  return { ...parameters, [wallet]: walletAddress };
}

/** Returns true if the exchange refused this request; other requests may succeed. */
function isRefused(error: unknown): error is ExchangeError {
  if (!(error instanceof ExchangeError)) return false;
  return error.code === 'exchange_request_refused' || error.code === 'exchange_permission_denied';
}
