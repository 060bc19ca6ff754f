/** Exchanges that limit some of their lists. */
import { expect, it } from 'vitest';

import { ExchangeError } from '../../src/exchanges/exchange.ts';
import { daysAgo, EMPTY, openAccount, SOURCE, WALLET } from './answered-windows.ts';

const NAMES = ['a', 'b', 'c', 'd'];
const SOURCES = NAMES.map((name) => ({ ...SOURCE, name, optional: name === 'b' }));

it.each([
  { limited: ['b'], parts: ['a', 'b', 'c', 'd', 'balances'] },
  { limited: ['a', 'b'], parts: ['a', 'b', 'c', 'd', 'balances'] },
  { limited: ['a', 'b', 'c'], parts: ['a', 'b', 'c'] },
])(
  'reads the other parts if the exchange limits $limited, unless it limits all',
  async ({ limited, parts }) => {
    const requested = new Set<string>();
    const readWindow = (_fromMs: number, _toMs: number, name: string) => {
      requested.add(name);
      if (limited.includes(name)) throw new ExchangeError('exchange_rate_limited', 'too many');
      return EMPTY;
    };
    const { bench, sync } = await openAccount(readWindow, SOURCES, async () => {
      requested.add('balances');
      return { balances: [], unreadable: [] };
    });
    await using _bench = bench;
    expect(await sync()).toMatchObject([{ ok: false, failure: { code: 'exchange_rate_limited' } }]);
    expect([...requested]).toEqual(parts);
    const covered = (await bench.store.listCoverage(WALLET)).filter(
      ({ fromMs }) => daysAgo(fromMs) === 60,
    );
    // The others are read back to their start, too.
    const others = NAMES.filter((name) => !limited.includes(name));
    const complete = parts.includes('balances') ? others : [];
    expect(covered.map(({ source }) => source)).toEqual(complete);
  },
);

it('waits for the longest time that the exchange requests', async () => {
  const { bench, sync } = await openAccount((_fromMs, _toMs, name) => {
    if (name === 'a') throw new ExchangeError('exchange_unavailable', 'no response');
    if (name === 'b') {
      throw new ExchangeError('exchange_rate_limited', 'too many', { retryAfterMs: 7_200_000 });
    }
    if (name === 'c') throw new ExchangeError('exchange_request_refused', 'no such list');
    return EMPTY;
  }, SOURCES);
  await using _bench = bench;
  expect(await sync()).toMatchObject([{ failure: { code: 'exchange_rate_limited' } }]);
  const { nextRunAtMs } = await bench.store.readSyncState(WALLET);
  expect(nextRunAtMs).toBeGreaterThanOrEqual(bench.nowMs + 7_200_000);
});
