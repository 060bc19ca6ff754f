import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { generateHistory } from '../../simulator/catalogue.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { createExchangeDirectory } from '../../src/exchanges/registry.ts';
import { KEYS } from './harness.ts';

const NOW_MS = Date.UTC(2026, 4, 1);

it.each(['bybit', 'gate', 'htx', 'okx'] as const)(
  '%s gets requests within its rate limits',
  async (exchange) => {
    const clock = new SimulatedClock({ startMs: NOW_MS });
    const waitsMs: number[] = [];
    const simulator = await startSimulator({ clock });
    const history = generateHistory(exchange, { seed: 'limits', toMs: NOW_MS });
    simulator.addAccount(exchange, { credentials: KEYS[exchange], history });
    const directory = createExchangeDirectory({
      proxyUrl: simulator.url,
      throttle: true,
      // Requests take no time: only waiting does.
      clock: {
        nowMs: () => clock.now(),
        elapsedMs: () => clock.now(),
        sleep: async (durationMs) => {
          waitsMs.push(durationMs);
          clock.advance(durationMs);
          await Promise.resolve();
        },
      },
      signal: new AbortController().signal,
    });
    const account = await directory.openAccount(exchange, { ...KEYS[exchange] });
    await account.fetchTimeMs();
    for (const source of account.sources) {
      const spanMs = Math.min(source.windowMsMax, 20 * DAY_MS);
      for (let window = 1; window <= 40; window += 1) {
        const fromMs = NOW_MS - window * spanMs;
        if (fromMs >= source.startMs) await account.readWindow(source, fromMs, fromMs + spanMs);
      }
    }
    await account.readBalances();
    const refused = simulator.requests.entries.filter(({ status }) => status !== 200);
    expect(refused).toEqual([]);
    // A refusal at Bybit has status 200, and is followed by a longer wait than the budget's own.
    expect(Math.max(...waitsMs)).toBeLessThan(2000);
    await simulator.close();
  },
);
