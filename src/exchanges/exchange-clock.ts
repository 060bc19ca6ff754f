import type { CcxtClient } from './ccxt-client.ts';
import { ExchangeError } from './exchange.ts';

/**
 * The exchange's clock, also set as the one that requests are signed with. Where the exchange does
 * not tell a usable time, this machine's clock stands in: a wrong one is refused by the exchange.
 *
 * @param readMs asks the exchange for its time in Unix ms.
 * @throws {ExchangeError} where the exchange is not reachable.
 */
export async function readExchangeClock(
  client: CcxtClient,
  readMs: () => Promise<number>,
  nowMs: () => number,
): Promise<number> {
  const timeMs = await readMs().catch((error: unknown) => {
    const refused = error instanceof ExchangeError && error.code === 'exchange_request_refused';
    if (refused) return Number.NaN;
    throw error;
  });
  if (!Number.isSafeInteger(timeMs) || timeMs <= 0) return nowMs();
  client.ccxt.options['timeDifference'] = nowMs() - timeMs;
  return timeMs;
}
