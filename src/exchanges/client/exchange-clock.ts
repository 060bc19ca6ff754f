import type { CcxtClient } from './ccxt-client.ts';
import { ExchangeError } from '../exchange.ts';

/** Times that an exchange can tell; outside of them its clock is broken. */
const EARLIEST_MS = Date.UTC(2020, 0, 1);
const LATEST_MS = Date.UTC(2200, 0, 1);

/**
 * The exchange's clock, also set as the one that requests are signed with. Where the exchange does
 * not tell a usable time, this machine's clock stands in: a wrong one is refused by the exchange.
 *
 * @param readMs asks the exchange for its time in Unix ms.
 * @throws {ExchangeError} where the exchange asks to wait, or tells a time that cannot be.
 */
export async function readExchangeClock(
  client: CcxtClient,
  readMs: () => Promise<number>,
): Promise<number> {
  const timeMs = await readMs().catch((error: unknown) => {
    const limited = error instanceof ExchangeError && error.code === 'exchange_rate_limited';
    if (limited || !(error instanceof ExchangeError)) throw error;
    // A clock that cannot be read is no reason to read nothing; an exchange that is down says so
    // at the next request.
    return Number.NaN;
  });
  if (!Number.isSafeInteger(timeMs)) return client.nowMs();
  if (timeMs < EARLIEST_MS || timeMs > LATEST_MS) {
    throw new ExchangeError('exchange_unavailable', `the exchange's clock says ${timeMs} ms`);
  }
  client.ccxt.options['timeDifference'] = client.nowMs() - timeMs;
  return timeMs;
}
