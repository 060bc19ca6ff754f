import { expect, it } from 'vitest';

import { EXCHANGE_NAMES } from '../../simulator/catalogue.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { KEYS, SyncBench } from '../sync/harness.ts';

const HISTORY_MS = 20 * DAY_MS;
/** Of each source. */
const ROWS_MAX = 3;

it.each(EXCHANGE_NAMES)(
  '%s: a window contains its first and its last millisecond',
  async (exchange) => {
    await using bench = await new SyncBench().open();
    await bench.add(exchange, { count: 40, fromMs: bench.clock.now() - HISTORY_MS });
    const { directory } = bench.workerOptions();
    const account = await directory.openAccount(exchange, { ...KEYS[exchange] });
    const nowMs = await account.fetchTimeMs();
    let checked = 0;
    for (const source of account.sources) {
      const spanMs = Math.min(source.windowMsMax, DAY_MS);
      const lengthMs = Math.min(source.windowMsMax, HISTORY_MS);
      const keysIn = async (fromMs: number, toMs: number) => {
        const { transactions } = await account.readWindow(source, fromMs, toMs);
        return transactions.map(({ key }) => key);
      };
      const { transactions } = await account.readWindow(source, nowMs - lengthMs, nowMs);
      for (const { key, timestampMs } of transactions.slice(0, ROWS_MAX)) {
        expect(await keysIn(timestampMs, timestampMs + spanMs)).toContain(key);
        expect(await keysIn(timestampMs + 1 - spanMs, timestampMs + 1)).toContain(key);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThanOrEqual(ROWS_MAX);
  },
);
