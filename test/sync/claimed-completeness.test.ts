/** An account that says that its reading is complete from a time before the window that was requested. */
import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { type ExchangeAccount, ExchangeError } from '../../src/exchanges/exchange.ts';
import { SOURCE_DEFAULTS } from '../../src/exchanges/profile.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { KEYS, makeExchangeRow, SyncBench } from './harness.ts';

const NOW_MS = Date.UTC(2024, 5, 1);
const WALLET = 'wallet_binance';

it('covers only the window that was requested, so that older rows are read later', async () => {
  await using bench = await new SyncBench().open();
  await bench.addWallet(WALLET, 'binance', KEYS.binance);
  bench.nowMs = NOW_MS;
  const times = [1, 35].map((days) => NOW_MS - days * DAY_MS);
  let isDown = true;
  const account: ExchangeAccount = {
    sources: [
      {
        ...SOURCE_DEFAULTS,
        name: 'deposits',
        startMs: NOW_MS - 60 * DAY_MS,
        windowMsMax: 30 * DAY_MS,
      },
    ],
    fetchTimeMs: async () => NOW_MS,
    serverTimeMs: () => NOW_MS,
    readWindow: async (_source, fromMs, toMs) => {
      if (isDown && fromMs < NOW_MS - 31 * DAY_MS) {
        throw new ExchangeError('exchange_unavailable', 'no response');
      }
      const found = times.filter((timeMs) => timeMs >= fromMs && timeMs < toMs);
      const transactions = found.map((timeMs) => makeExchangeRow(`deposits:${timeMs}`, timeMs));
      return { transactions, unreadable: [], completeFromMs: NOW_MS - 40 * DAY_MS };
    },
    readBalances: async () => ({ balances: [], unreadable: [] }),
  };
  const options = bench.workerOptions();
  const directory = { ...options.directory, openAccount: async () => account };
  const countRows = async (): Promise<number> => {
    await syncWallets({ ...options, directory }, [WALLET]);
    return (await bench.store.readWalletStatus(WALLET)).transactionCount;
  };
  expect(await countRows()).toBe(1);
  isDown = false;
  expect(await countRows()).toBe(2);
});
