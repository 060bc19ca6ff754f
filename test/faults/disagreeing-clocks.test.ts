/** An exchange whose `date` header, or this machine's clock, is years behind the time that the exchange reports. */
import { expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import type { ExchangeAccount } from '../../src/exchanges/exchange.ts';
import { SOURCE_DEFAULTS } from '../../src/exchanges/profile.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { makeEndpoint, SECRET } from '../store/contract/webhook-fixtures.ts';
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
    const options = bench.optionsFor(account);
    for (let run = 0; run < 2; run += 1) {
      await syncWallets(options, [WALLET]);
      const { sync, transactionCount } = await bench.store.readWalletStatus(WALLET);
      expect([transactionCount, sync.historyComplete]).toEqual([2 * times.length, true]);
      // Only what the earlier clock has reached is covered.
      const coverage = await bench.store.listCoverage(WALLET);
      expect(coverage.filter(({ toMs }) => toMs > BEHIND_MS + DAY_MS)).toEqual([]);
    }
  },
);

it.each(['wallet.connected', 'transaction.created'] as const)(
  'delivers %s immediately, although this machine is behind the exchange',
  async (event) => {
    await using bench = await new SyncBench().open();
    await bench.addWallet(WALLET, 'binance', KEYS.binance);
    bench.nowMs = NOW_MS - 3 * MINUTE_MS;
    const source = { ...SOURCE_DEFAULTS, name: 'deposits', windowMsMax: 30 * DAY_MS };
    const rows = [makeExchangeRow('deposits:1', NOW_MS - HOUR_MS)];
    const account: ExchangeAccount = {
      sources: [{ ...source, startMs: NOW_MS - DAY_MS }],
      fetchTimeMs: async () => NOW_MS,
      readWindow: async () => ({ transactions: rows, unreadable: [] }),
      readBalances: async () => ({ balances: [], unreadable: [] }),
    };
    const options = bench.workerOptions();
    const sync = (opened: ExchangeAccount) =>
      syncWallets(bench.optionsFor(opened, options), [WALLET]);
    const isFirst = event === 'wallet.connected';
    if (!isFirst) await sync({ ...account, sources: [] });
    const endpoint = makeEndpoint('webhook_1', { projectId: 'project_1', events: [event] });
    await bench.store.addWebhook(endpoint, SECRET);
    // The exchange accepts the key when the balances are read.
    await sync(isFirst ? { ...account, sources: [] } : account);
    const times = { nowMs: bench.nowMs, untilMs: bench.nowMs + 1000 };
    expect(await bench.store.listDueEndpoints(times)).toHaveLength(1);
    expect(await bench.store.listWebhooks()).toMatchObject([{ pendingCount: 1 }]);
  },
);
