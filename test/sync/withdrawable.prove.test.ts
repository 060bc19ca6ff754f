import { afterEach, beforeEach, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import { BalanceSheet } from '../../simulator/balance-sheet.ts';
import { HELD_BACK_MS } from '../../simulator/bybit/api.ts';
import { fromUnits, toUnits } from '../../simulator/decimal-units.ts';
import { stateAt, type TruthRow } from '../../simulator/truth.ts';
import { LOCKED_MS } from '../../simulator/kucoin/quota.ts';
import { SyncBench } from './harness.ts';
import { listBalances } from '../store/contract/fixtures.ts';

let bench: SyncBench;
beforeEach(async () => {
  bench = await new SyncBench().open();
});
afterEach(() => bench.close());

const isDeposit = ({ source }: TruthRow): boolean => source === 'deposit';

/** Returns true if a deposit is in the balance of its exchange and cannot be withdrawn yet. */
const IS_HELD: Readonly<Record<string, (row: TruthRow, nowMs: number) => boolean>> = {
  binance: (row, nowMs) => isDeposit(row) && stateAt(row, nowMs)?.code === '6',
  bybit: (row, nowMs) => {
    const state = stateAt(row, nowMs);
    const credited = isDeposit(row) && state?.status === 'completed';
    return credited && state.fromMs > nowMs - HELD_BACK_MS;
  },
  htx: (row, nowMs) => {
    const recent = row.timestampMs > nowMs - 7 * DAY_MS;
    return isDeposit(row) && recent && stateAt(row, nowMs)?.code === 'confirmed';
  },
  kucoin: (row, nowMs) => {
    const state = stateAt(row, nowMs);
    const credited = isDeposit(row) && state?.status === 'completed';
    return credited && state.fromMs > nowMs - LOCKED_MS;
  },
  okx: (row, nowMs) => isDeposit(row) && stateAt(row, nowMs)?.code === '1',
};

it.each(['binance', 'bybit', 'htx', 'kucoin', 'okx'] as const)(
  '%s: the withdrawable amount excludes a credited deposit that cannot be withdrawn yet',
  async (exchange) => {
    const fromMs = bench.clock.now() - 60 * DAY_MS;
    const history = await bench.add(exchange, { count: 300, fromMs });
    // The first of the pending deposits is credited by now.
    bench.clock.advance(1.5 * HELD_BACK_MS);
    await bench.sync(`wallet_${exchange}`);
    const nowMs = bench.clock.now();
    const held = history.rows.filter((row) => IS_HELD[exchange]?.(row, nowMs));
    const wanted = new BalanceSheet(history).at(nowMs).map(({ assetId, free }) => {
      const ofAsset = held.filter(({ asset }) => asset === assetId);
      const left = ofAsset.reduce((sum, { amount }) => sum - toUnits(amount), toUnits(free));
      return [assetId, fromUnits(left < 0n ? 0n : left)];
    });
    const balances = await listBalances(bench.store, `wallet_${exchange}`);
    const reported = balances.map(({ asset, amount }) => [asset, fromUnits(toUnits(amount))]);
    expect(held.length).toBeGreaterThan(0);
    const isHeld = ([, amount]: string[]): boolean => amount !== '0';
    expect(reported.filter(isHeld)).toEqual(wanted.filter(isHeld));
  },
);
