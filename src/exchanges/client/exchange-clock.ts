import { ExchangeError } from '../exchange.ts';
import { expectObject } from '../mapping/raw-row.ts';
import type { CcxtClient } from './ccxt-client.ts';
import { EARLIEST_MS } from './exchange-time.ts';

/** The time after which an exchange's clock is wrong. */
const LATEST_MS = Date.UTC(2200, 0, 1);

/**
 * Returns the time of the exchange's clock (Unix ms), and sets it as the time that requests are signed with.
 * If the exchange reports no usable time, the result is this machine's time, unless the `date` header of a
 * response shows that it is wrong (`exchange-time.ts`).
 *
 * @param readMs requests the exchange's time in Unix ms.
 * @throws {ExchangeError} if the exchange requests a wait, or the time is impossible; also if the exchange does not respond
 * and numbers requests: after a number from a clock that was ahead, it would refuse the key until then.
 */
export async function readExchangeClock(
  client: CcxtClient,
  readMs: () => Promise<number>,
): Promise<number> {
  const timeMs = await readMs().catch((error: unknown) => {
    if (!(error instanceof ExchangeError) || error.code === 'exchange_rate_limited') throw error;
    if (client.numbersRequests && error.code === 'exchange_unavailable') throw error;
    // If the exchange is down, the next request fails too. Otherwise all data can be read without its clock.
    return Number.NaN;
  });
  if (!Number.isSafeInteger(timeMs)) return client.setExchangeTime(undefined);
  if (timeMs < EARLIEST_MS || timeMs > LATEST_MS) {
    throw new ExchangeError('exchange_unavailable', `the exchange's clock reports ${timeMs} ms`);
  }
  return client.setExchangeTime(timeMs);
}

/**
 * Returns the time of the exchange's clock (Unix ms) from a field of an endpoint's response; see
 * {@link readExchangeClock}.
 */
export function readClockField(
  client: CcxtClient,
  endpoint: string,
  field: string,
): Promise<number> {
  return readExchangeClock(client, async () =>
    Number(expectObject(await client.call(endpoint), endpoint)[field]),
  );
}
