/** A source of which the exchange only returns the last days: older windows cannot be read again. */
import { expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import type { ExchangeAccount } from '../../src/exchanges/exchange.ts';
import { SOURCE_DEFAULTS } from '../../src/exchanges/profile.ts';
import { syncWallets } from '../../src/sync/worker.ts';
import { KEYS, SyncBench } from './harness.ts';

const REACH_MS = 10 * DAY_MS;
const START_MS = Date.UTC(2024, 5, 1);
const WALLET = 'wallet_binance';

it('neither requests nor forgets a quarantined row that the exchange no longer returns', async () => {
  await using bench = await new SyncBench().open();
  await bench.addWallet(WALLET, 'binance', KEYS.binance);
  let nowMs = START_MS;
  const requested: { readonly fromMs: number; readonly toMs: number; readonly startMs: number }[] =
    [];
  const row = { key: 'transfer:1', raw: '{}', reason: 'no amount' };
  const rowMs = START_MS - DAY_MS;
  const account: ExchangeAccount = {
    get sources() {
      const startMs = nowMs - REACH_MS;
      return [{ ...SOURCE_DEFAULTS, name: 'transfers', startMs, windowMsMax: REACH_MS }];
    },
    fetchTimeMs: async () => nowMs,
    readWindow: async ({ startMs }, fromMs, toMs) => {
      requested.push({ fromMs, toMs, startMs });
      const isReturned = rowMs >= Math.max(fromMs, nowMs - REACH_MS) && rowMs < toMs;
      const unreadable = isReturned ? [row] : [];
      return { transactions: [], unreadable };
    },
    readBalances: async () => ({ balances: [], unreadable: [] }),
  };
  const options = bench.optionsFor(account);
  const syncAt = async (timeMs: number): Promise<number> => {
    bench.passTime(timeMs - nowMs);
    nowMs = timeMs;
    requested.splice(0);
    await syncWallets(options, [WALLET]);
    return (await bench.store.readWalletStatus(WALLET)).quarantinedCount;
  };
  expect(await syncAt(START_MS)).toBe(1);
  // Partly, and then completely, beyond the reach of the exchange.
  for (const days of [5, 15, 17]) {
    expect(await syncAt(START_MS + days * DAY_MS)).toBe(1);
    expect(requested.filter(({ fromMs, startMs }) => fromMs < startMs)).toEqual([]);
    expect(requested.filter(({ fromMs, toMs }) => fromMs >= toMs)).toEqual([]);
  }
  // Only the newest part: the other window is due again a day later.
  expect(await syncAt(START_MS + 17 * DAY_MS + 1000)).toBe(1);
  expect(requested).toHaveLength(1);
});
