/**
 * Simulates 100,000 wallets of all certified exchanges under the rate limits of the exchanges, and prints tables for
 * `docs/scale.md`: `npm run bench:scale`. The same program prints the same tables.
 */
import { Random } from '../simulator/random.ts';
import { requireExchange } from '../src/exchanges/catalogue.ts';
import { writeTable } from '../tools/markdown.ts';
import { formatCount } from '../src/cli/format.ts';
import { round } from './figures.ts';
import { measureRefreshCosts } from './refresh-cost.ts';
import { type SimulatedExchange, simulateWallets } from './wallet-simulation.ts';

const WALLETS = 100_000;
const INTERVAL_MS = 60_000;
/** Long enough for every wallet of the slowest exchange to be refreshed more than once. */
const DURATION_MS = 2 * 3_600_000;
/** An assumption: the time of a request to an exchange. Requests of a wallet are sent one after the other. */
const REQUEST_MS = 150;
const PROCESSES = [32, 64, 128];

const costs = await measureRefreshCosts();
const exchanges = costs.map(({ exchange, cost, requests }): SimulatedExchange => {
  const { budgetScope, budget } = requireExchange(exchange);
  const { capacity, refillPerSecond } = budget;
  // A key has its own limit, so it delays only its wallet: by what the refresh takes beyond the capacity.
  const waitMs = budgetScope === 'key' ? ((cost - capacity) / refillPerSecond) * 1000 : 0;
  return {
    exchange,
    wallets: Math.round(WALLETS / costs.length),
    refreshMs: Math.max(requests * REQUEST_MS, waitMs),
    refreshesPerSecond: budgetScope === 'address' ? refillPerSecond / cost : Infinity,
  };
});
const runs = PROCESSES.map((processes) => {
  const options = { processes, durationMs: DURATION_MS, intervalMs: INTERVAL_MS };
  const random = new Random('scale');
  return simulateWallets(exchanges, { ...options, random: () => random.fraction() });
});
const rows = costs.map(({ exchange, cost, requests }, index) => {
  const { budgetScope, budget } = requireExchange(exchange);
  const delays = runs.map((results) => {
    const [median, p99] = results[index]!.delaySeconds.map((time) => formatCount(round(time)));
    return `${median} / ${p99} s`;
  });
  const taken = `${cost} of ${budget.refillPerSecond}/s of ${budgetScope}`;
  return [exchange, String(requests), taken].concat(delays);
});
const totals = runs.map((results) => {
  const total = results.reduce((sum, { refreshesPerSecond }) => sum + refreshesPerSecond, 0);
  return formatCount(Math.round(total));
});
rows.push(['**all**, refreshes per second', '', '', ...totals]);
const titles = ['exchange', 'requests of a refresh', 'rate limit taken'];
const columns = PROCESSES.map((count) => `${count} processes`);
process.stdout.write(`${writeTable([...titles, ...columns], rows)}\n`);
