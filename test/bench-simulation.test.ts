/** The simulation of `docs/scale.md` keeps the rate limits, the slots and the schedule. */
import { expect, it } from 'vitest';

import { simulateWallets, type SimulatedExchange } from '../bench/wallet-simulation.ts';

const OPTIONS = { processes: 1, durationMs: 3_600_000, intervalMs: 60_000, random: () => 0.5 };
const EXCHANGE: SimulatedExchange = {
  exchange: 'one',
  wallets: 20,
  refreshMs: 1000,
  refreshesPerSecond: Infinity,
};

function simulate(...exchanges: readonly Partial<SimulatedExchange>[]) {
  return simulateWallets(
    exchanges.map((changes) => Object.assign({}, EXCHANGE, changes)),
    OPTIONS,
  );
}

it('refreshes wallets at the intervals of the schedule if nothing limits it', () => {
  const [result] = simulate({});
  // A second for each refresh: 16 wallets every 61 s, three every 31 s, one every 16 s.
  expect(result!.refreshesPerSecond).toBeCloseTo(16 / 61 + 3 / 31 + 1 / 16, 1);
  expect(result!.delaySeconds[1]).toBeLessThan(5);
});

it('refreshes no more wallets than the rate limit allows', () => {
  const [result] = simulate({ wallets: 1000, refreshesPerSecond: 2 });
  expect(result!.refreshesPerSecond).toBeCloseTo(2, 1);
  expect(result!.delaySeconds[0]).toBeGreaterThan(60);
});

it('refreshes at most eight wallets of an exchange in a process concurrently', () => {
  const [result] = simulate({ wallets: 5000 });
  expect(result!.refreshesPerSecond).toBeCloseTo(8, 0);
});

it('lets a refresh that waits for its rate limit keep its slot', () => {
  const many = { wallets: 5000 };
  const limited = { ...many, refreshesPerSecond: 0.1 };
  const results = simulate(limited, limited, limited, many, many);
  const total = results[3]!.refreshesPerSecond + results[4]!.refreshesPerSecond;
  expect(total).toBeCloseTo(32 - 3 * 8, 0);
});
