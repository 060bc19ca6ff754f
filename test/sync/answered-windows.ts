/** A wallet whose exchange answers each window by a function of the test. */
import { DAY_MS } from '../../src/domain/duration.ts';
import type { ExchangeAccount, HistorySource } from '../../src/exchanges/exchange.ts';
import { SOURCE_DEFAULTS } from '../../src/exchanges/profile.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { KEYS, SyncBench } from './harness.ts';

export const NOW_MS = Date.UTC(2024, 5, 1);
export const WALLET = 'wallet_binance';
/** A source of 60 days, read in windows of ten. */
export const SOURCE: HistorySource = {
  ...SOURCE_DEFAULTS,
  name: 'deposits',
  startMs: NOW_MS - 60 * DAY_MS,
  windowMsMax: 10 * DAY_MS,
};

/** Returns how many days before now a time is. */
export function daysAgo(timeMs: number): number {
  return Math.round((NOW_MS - timeMs) / DAY_MS);
}

/** Opens a bench with a wallet, and options with which its account answers each window by `readWindow`. */
export async function openAccount(
  readWindow: (
    fromMs: number,
    toMs: number,
    source: string,
  ) => Awaited<ReturnType<ExchangeAccount['readWindow']>>,
  source: HistorySource | readonly HistorySource[] = SOURCE,
  readBalances: ExchangeAccount['readBalances'] = async () => ({ balances: [], unreadable: [] }),
) {
  const bench = await new SyncBench().open();
  await bench.addWallet(WALLET, 'binance', KEYS.binance);
  bench.nowMs = NOW_MS;
  const account: ExchangeAccount = {
    sources: [source].flat(),
    fetchTimeMs: async () => bench.nowMs,
    serverTimeMs: () => bench.nowMs,
    readWindow: async ({ name }, fromMs, toMs) => readWindow(fromMs, toMs, name),
    readBalances,
  };
  const withAccount = (options = bench.workerOptions()) => bench.optionsFor(account, options);
  const sync = () => syncWallets(withAccount(), [WALLET]);
  return { bench, sync, withAccount };
}

/** A response without rows. */
export const EMPTY = { transactions: [], unreadable: [] };
