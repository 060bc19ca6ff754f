/** Deposits of MEXC, which an exchange with other traits returns. */
import { HOUR_MS } from '../../src/domain/duration.ts';
import type { ExchangeTraits } from '../../src/exchanges/best-effort/exchange-traits.ts';
import type { WindowReading } from '../../src/exchanges/exchange.ts';
import { openWithTraits } from './open-with-traits.ts';
import {
  RecordedExchange,
  type RecordedResponses,
  SAMPLE_CREDENTIALS,
} from './recorded-exchange.ts';

export const NOW_MS = Date.UTC(2026, 1, 3);
export const DEPOSITS = 'GET api.mexc.com/api/v3/capital/deposit/hisrec';

/** Returns deposits an hour apart, newest first. */
export function listDeposits(count: number): { readonly insertTime: number }[] {
  return Array.from({ length: count }, (_, index) => ({
    amount: '1.5',
    coin: 'USDT',
    network: 'TRX',
    status: 5,
    txId: `h${index}`,
    insertTime: NOW_MS - index * HOUR_MS,
  }));
}

/** Reads these windows of the first source, and counts the requests. */
export async function readWindows(
  responses: RecordedResponses,
  traits: ExchangeTraits,
  windows: readonly (readonly [fromMs: number, toMs: number])[],
) {
  using exchange = new RecordedExchange(responses);
  const proxyUrl = await exchange.listen();
  const nowMs = (): number => NOW_MS + 1;
  const directory = openWithTraits({ exchange: 'mexc', traits, proxyUrl, nowMs });
  const account = await directory.openAccount('mexc', SAMPLE_CREDENTIALS);
  const [source] = account.sources;
  const readings: (WindowReading & { readonly requests: number })[] = [];
  for (const [fromMs, toMs] of windows) {
    const before = exchange.requests.length;
    const reading = await account.readWindow(source!, fromMs, toMs);
    readings.push({ ...reading, requests: exchange.requests.length - before });
  }
  return readings;
}

/** An exchange without parameters for times. */
export const UNBOUNDED: ExchangeTraits = { start: null, end: null, limit: 100 };
