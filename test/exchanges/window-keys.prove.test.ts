import { expect, it } from 'vitest';

import { EXCHANGE_NAMES } from '../../simulator/catalogue.ts';
import { Random } from '../../simulator/random.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import {
  type ExchangeAccount,
  type ExchangeTransaction,
  type HistorySource,
  WindowOverflowError,
} from '../../src/exchanges/exchange.ts';
import { KEYS, SyncBench } from '../sync/harness.ts';

const HISTORY_MS = 20 * DAY_MS;
/** Share of the rows at whose time windows are divided: before the row, at it and after it. */
const CUTS_PERCENT = 20;

/** Returns the rows of consecutive windows by their keys. A window that overflows is divided. */
async function readWindows(
  account: ExchangeAccount,
  source: HistorySource,
  bounds: readonly number[],
): Promise<Map<string, ExchangeTransaction>> {
  const rows = new Map<string, ExchangeTransaction>();
  const read = async (fromMs: number, toMs: number): Promise<void> => {
    try {
      const { transactions } = await account.readWindow(source, fromMs, toMs);
      for (const row of transactions) rows.set(row.key, row);
    } catch (error) {
      if (!(error instanceof WindowOverflowError)) throw error;
      const middleMs = Math.ceil((fromMs + toMs) / 2);
      await read(fromMs, middleMs);
      await read(middleMs, toMs);
    }
  };
  for (const [index, toMs] of bounds.entries()) {
    if (index > 0) await read(bounds[index - 1]!, toMs);
  }
  return rows;
}

it.each(EXCHANGE_NAMES)(
  '%s: a row is the same in whichever window it is read',
  async (exchange) => {
    await using bench = await new SyncBench().open();
    const history = await bench.add(exchange, {
      count: 80,
      fromMs: bench.clock.now() - HISTORY_MS,
    });
    const times = history.rows.map(({ timestampMs }) => timestampMs);
    const { directory } = bench.workerOptions();
    const account = await directory.openAccount(exchange, { ...KEYS[exchange] });
    const nowMs = await account.fetchTimeMs();
    const random = new Random(exchange);
    for (const source of account.sources) {
      const spanMs = Math.min(source.windowMsMax, 7 * DAY_MS);
      const count = Math.floor(HISTORY_MS / spanMs);
      const regular = Array.from(
        { length: count + 1 },
        (_, index) => nowMs - (count - index) * spanMs,
      );
      const fromMs = nowMs - count * spanMs;
      const cuts = times.flatMap((at) => {
        const isCut = at > fromMs && at < nowMs && random.percent(CUTS_PERCENT);
        return isCut ? [at - 400, at, at + 1] : [];
      });
      const bounds = [...new Set([...regular, ...cuts])].toSorted((a, b) => a - b);
      const rows = await readWindows(account, source, regular);
      const cut = await readWindows(account, source, bounds);
      expect(cut).toEqual(rows);
    }
  },
);
