/**
 * Simulates 100,000 wallets of all certified exchanges under the rate limits of the exchanges, and prints tables for
 * `docs/scale.md`: `npm run bench:scale`. The same program prints the same tables.
 */
import { measureRefreshCosts, readLimit } from './refresh-cost.ts';
import { formatCount, round } from './figures.ts';
import {
  type SimulatedExchange,
  type SimulatedResult,
  simulateWallets,
} from './wallet-simulation.ts';

const WALLETS = 100_000;
const INTERVAL_MS = 60_000;
/** Long enough for every wallet of the slowest exchange to be refreshed more than once. */
const DURATION_MS = 2 * 3_600_000;
/** An assumption: the time of a request to an exchange. Requests of a wallet are sent one after the other. */
const REQUEST_MS = 150;
const PROCESSES = [32, 64, 128];

/** Returns the same sequence of numbers from 0 to 1 in every run. */
function makeRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const costs = await measureRefreshCosts();
const exchanges = costs.map(({ exchange, cost, requests }): SimulatedExchange => {
  const { scope, capacity, perSecond } = readLimit(exchange);
  // A key has its own limit, so it delays only its wallet: by what the refresh takes beyond the capacity.
  const waitMs = scope === 'key' ? ((cost - capacity) / perSecond) * 1000 : 0;
  return {
    exchange,
    wallets: Math.round(WALLETS / costs.length),
    refreshMs: Math.max(requests * REQUEST_MS, waitMs),
    refreshesPerSecond: scope === 'address' ? perSecond / cost : Infinity,
  };
});

function simulate(processes: number): ReadonlyMap<string, SimulatedResult> {
  const options = { processes, durationMs: DURATION_MS, intervalMs: INTERVAL_MS };
  const results = simulateWallets(exchanges, { ...options, random: makeRandom() });
  return new Map(results.map((result) => [result.exchange, result]));
}

const runs = PROCESSES.map(simulate);
const rows = costs.map(({ exchange, cost, requests }) => {
  const { scope, perSecond } = readLimit(exchange);
  const delays = runs.map((run) => {
    const [median, p99] = run.get(exchange)!.delaySeconds;
    return `${formatCount(round(median))} / ${formatCount(round(p99))} s`;
  });
  return [exchange, requests, `${cost} of ${perSecond}/s of ${scope}`].concat(delays);
});
const totals = runs.map((run) =>
  [...run.values()].reduce((sum, { refreshesPerSecond }) => sum + refreshesPerSecond, 0),
);
rows.push([
  '**all**, refreshes per second',
  '',
  '',
  ...totals.map((total) => formatCount(Math.round(total))),
]);
const titles = [
  'exchange',
  'requests of a refresh',
  'rate limit taken',
  ...PROCESSES.map((count) => `${count} processes`),
];
const lines = [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
process.stdout.write(`${lines.join('\n')}\n`);
