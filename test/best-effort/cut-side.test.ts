import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { WindowOverflowError } from '../../src/exchanges/exchange.ts';
import { openRecorded, RecordedExchange, type RecordedRequest } from './recorded-exchange.ts';

const NOW_MS = Date.now();
const PAGE_MAX = 50;

interface Transfer {
  readonly timestampms: number;
}

/** Returns Gemini's list: rows after a start, newest first; only the oldest or only the newest rows. */
function listTransfers(count: number, selects: 'oldest' | 'newest') {
  const rows = Array.from({ length: count }, (_, index) => ({
    type: 'Deposit',
    status: 'Complete',
    timestampms: NOW_MS - (index + 1) * 3 * DAY_MS,
    eid: index + 1,
    currency: 'BTC',
    amount: `${index + 1}.5`,
  }));
  return ({ headers }: RecordedRequest): readonly Transfer[] => {
    const payload = Buffer.from(String(headers['x-gemini-payload']), 'base64').toString();
    const { timestamp = 0 } = JSON.parse(payload) as { timestamp?: number };
    const found = rows.filter(({ timestampms }) => timestampms >= timestamp);
    return selects === 'oldest' ? found.slice(-PAGE_MAX) : found.slice(0, PAGE_MAX);
  };
}

/** Reads three years, window by window; a window that is too full is halved. */
async function readHistory(responses: (request: RecordedRequest) => unknown) {
  using exchange = new RecordedExchange({ 'POST api.gemini.com/v1/transfers': responses });
  const account = await openRecorded('gemini', await exchange.listen());
  const source = account.sources[0]!;
  const windows: (readonly [number, number])[] = [];
  for (let toMs = NOW_MS; toMs > NOW_MS - 1095 * DAY_MS; toMs -= source.windowMsMax) {
    windows.push([toMs - source.windowMsMax, toMs]);
  }
  const keys = new Set<string>();
  let completeFromMs = 0;
  for (let window = windows.shift(); window !== undefined; window = windows.shift()) {
    const [fromMs, toMs] = window;
    const middleMs = Math.floor((fromMs + toMs) / 2);
    try {
      const reading = await account.readWindow(source, fromMs, toMs);
      for (const { key } of reading.transactions) keys.add(key);
      completeFromMs = Math.max(completeFromMs, reading.completeFromMs ?? 0);
    } catch (error) {
      if (!(error instanceof WindowOverflowError)) throw error;
      windows.unshift([middleMs, toMs], [fromMs, middleMs]);
    }
  }
  return { count: keys.size, completeFromMs };
}

it.each([30, 50, 51, 300])('reads all of %i rows if the oldest are selected', async (count) => {
  const { count: read, completeFromMs } = await readHistory(listTransfers(count, 'oldest'));
  expect(read).toBe(count);
  if (count !== PAGE_MAX) expect(completeFromMs).toBe(0);
});

it('reports the time from which the history is complete if the newest rows are selected', async () => {
  const { count, completeFromMs } = await readHistory(listTransfers(300, 'newest'));
  expect(count).toBe(PAGE_MAX);
  expect(completeFromMs).toBeGreaterThan(NOW_MS - (PAGE_MAX + 1) * 3 * DAY_MS);
});
