/** An exchange whose windows are empty, because it reads their bounds otherwise than the traits say. */
import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import type { ExchangeTraits } from '../../src/exchanges/best-effort/exchange-traits.ts';
import { openWithTraits } from './open-with-traits.ts';
import { RecordedExchange, type RecordedRequest, SAMPLE_CREDENTIALS } from './recorded-exchange.ts';

const NOW_MS = Date.UTC(2026, 1, 3);
const DEPOSITS = 'GET api.mexc.com/api/v3/capital/deposit/hisrec';
const ROW_MS = NOW_MS - 200 * DAY_MS;
const ROW = {
  amount: '1.5',
  coin: 'USDT',
  network: 'TRX',
  status: 5,
  txId: 'h1',
  insertTime: ROW_MS,
};
const TRAITS: ExchangeTraits = {
  start: { name: 'from', form: 's' },
  end: { name: 'to', form: 's' },
  windowDays: 30,
};

/** Starts an exchange, and opens an account at it and its list. */
async function openSource(exchange: RecordedExchange) {
  const proxyUrl = await exchange.listen();
  const nowMs = (): number => NOW_MS;
  const directory = openWithTraits({ exchange: 'mexc', traits: TRAITS, proxyUrl, nowMs });
  const account = await directory.openAccount('mexc', SAMPLE_CREDENTIALS);
  return { account, source: account.sources[0]! };
}

/** Reads the year before {@link NOW_MS} from an exchange that reads bounds in this unit. */
async function readYear(
  unitMs: number,
  list: readonly object[],
  unbounded: () => unknown = () => list,
  outside: () => readonly object[] = () => [],
) {
  using exchange = new RecordedExchange({
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      const [from, to] = ['from', 'to'].map((name) => query.get(name));
      if (from === null || to === null) return unbounded();
      const isWithin = Number(from) * unitMs <= ROW_MS && ROW_MS < Number(to) * unitMs;
      return isWithin ? list : outside();
    },
  });
  const { account, source } = await openSource(exchange);
  let rows = 0;
  for (let toMs = NOW_MS; toMs > NOW_MS - 365 * DAY_MS; toMs -= 30 * DAY_MS) {
    const { transactions } = await account.readWindow(source, toMs - 30 * DAY_MS, toMs);
    rows += transactions.length;
  }
  return rows;
}

it('reads a year with empty windows if the exchange reads the bounds as they are sent', async () => {
  expect(await readYear(1000, [ROW])).toBe(1);
  expect(await readYear(1000, [])).toBe(0);
});

it('fails instead of reporting an empty year if the exchange reads the bounds in another unit', async () => {
  await expect(readYear(1, [ROW])).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: expect.stringContaining('none for a window with their time'),
  });
});

it('does not take the bounds for checked because a window returned a row that is older than it', async () => {
  const strays = [[{ ...ROW, txId: 'h0', insertTime: NOW_MS - 900 * DAY_MS }]];
  const reading = readYear(1, [ROW], undefined, () => strays.pop() ?? []);
  await expect(reading).rejects.toMatchObject({
    message: expect.stringContaining('none for a window with their time'),
  });
});

it('requests no window that is longer than the exchange accepts, with bounds in its unit', async () => {
  const spansMs: number[] = [];
  using exchange = new RecordedExchange({
    [DEPOSITS]: ({ query }: RecordedRequest) => {
      spansMs.push((Number(query.get('to')) - Number(query.get('from'))) * 1000);
      return [];
    },
  });
  const { account, source } = await openSource(exchange);
  // A window that begins and ends within a second.
  const toMs = NOW_MS - 500;
  await account.readWindow(source, toMs - source.windowMsMax, toMs);
  expect(spansMs).toEqual([30 * DAY_MS]);
});

it('reads a year with empty windows if the exchange refuses a request without bounds', async () => {
  expect(await readYear(1000, [], () => undefined)).toBe(0);
});

it('fails if the exchange does not respond to a request without bounds', async () => {
  const busy = readYear(1000, [], () => '<html>busy</html>');
  await expect(busy).rejects.toMatchObject({ code: 'exchange_unavailable' });
});

it('does not check the bounds by a row without a time, or by an empty list', async () => {
  expect(await readYear(1, [])).toBe(0);
  expect(await readYear(1, [], () => [{ ...ROW, insertTime: undefined }])).toBe(0);
});
