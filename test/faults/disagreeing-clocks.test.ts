/** An exchange whose `date` header, or this machine's clock, is years behind the time that the exchange reports. */
import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import type { ExchangeAccount } from '../../src/exchanges/exchange.ts';
import { SOURCE_DEFAULTS } from '../../src/exchanges/profile.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { KEYS, makeExchangeRow, SyncBench } from '../sync/harness.ts';

const NOW_MS = Date.UTC(2024, 5, 1);
const BEHIND_MS = NOW_MS - 2 * 365 * DAY_MS;
const WALLET = 'wallet_binance';

it.each([
  ['the `date` header', BEHIND_MS, NOW_MS],
  ["this machine's clock, without a `date` header,", undefined, BEHIND_MS],
])(
  'reads the whole history before it is complete, although %s is years behind',
  async (_clock, serverTimeMs, machineMs) => {
    await using bench = await new SyncBench().open();
    await bench.addWallet(WALLET, 'binance', KEYS.binance);
    bench.nowMs = machineMs;
    const times = [500, 100, 1].map((days) => NOW_MS - days * DAY_MS);
    const source = { ...SOURCE_DEFAULTS, name: 'deposits', windowMsMax: 30 * DAY_MS };
    const account: ExchangeAccount = {
      sources: [
        { ...source, startMs: BEHIND_MS - DAY_MS },
        // All of it is later than the time of the wrong clock.
        { ...source, name: 'withdrawals', startMs: BEHIND_MS + DAY_MS },
      ],
      fetchTimeMs: async () => NOW_MS,
      serverTimeMs: () => serverTimeMs,
      readWindow: async ({ name }, fromMs, toMs) => ({
        transactions: times
          .filter((timeMs) => timeMs >= fromMs && timeMs < toMs)
          .map((timeMs) => makeExchangeRow(`${name}:${timeMs}`, timeMs)),
        unreadable: [],
      }),
      readBalances: async () => ({ balances: [], unreadable: [] }),
    };
    const options = bench.workerOptions();
    const directory = { ...options.directory, openAccount: async () => account };
    for (let run = 0; run < 2; run += 1) {
      await syncWallets({ ...options, directory }, [WALLET]);
      const { sync, transactionCount } = await bench.store.readWalletStatus(WALLET);
      expect([transactionCount, sync.historyComplete]).toEqual([2 * times.length, true]);
      // Only what the earlier clock has reached is covered.
      const coverage = await bench.store.listCoverage(WALLET);
      expect(coverage.filter(({ toMs }) => toMs > BEHIND_MS + DAY_MS)).toEqual([]);
    }
  },
);
