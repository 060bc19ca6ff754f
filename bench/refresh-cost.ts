/** Measures what a refresh of an unchanged wallet takes from the rate limits of its exchange, at the simulated exchanges. */
import { setTimeout as sleep } from 'node:timers/promises';

import { EXCHANGE_NAMES, generateHistory } from '../simulator/catalogue.ts';
import { SimulatedClock } from '../simulator/clock.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { requireExchange } from '../src/exchanges/catalogue.ts';
import { RateBudget } from '../src/exchanges/client/rate-budget.ts';
import { createExchangeDirectory } from '../src/exchanges/registry.ts';
import { cutIntoWindows, headWindow } from '../src/sync/windows.ts';
import { KEYS } from '../test/sync/harness.ts';

/** Rows of an account, like those of the part `sync` of the bench. */
const ROWS = 200;

/** The refresh of a wallet. */
export interface RefreshCost {
  readonly exchange: string;
  /** What its requests take from the rate budget of the exchange. */
  readonly cost: number;
  /** Requests that are sent. */
  readonly requests: number;
}

/** Returns the refresh of each certified exchange, without sources that are read once an hour. */
export async function measureRefreshCosts(): Promise<readonly RefreshCost[]> {
  const nowMs = Date.now();
  const clock = new SimulatedClock({ startMs: nowMs, runsWith: Date.now });
  const simulator = await startSimulator({ clock, rateLimits: false });
  const directory = createExchangeDirectory({
    proxyUrl: simulator.url,
    throttle: false,
    clock: { nowMs: Date.now, sleep: (ms) => sleep(ms) },
    signal: new AbortController().signal,
  });
  const costs: RefreshCost[] = [];
  for (const exchange of EXCHANGE_NAMES) {
    const history = generateHistory(exchange, { seed: 'bench', toMs: nowMs, count: ROWS });
    simulator.addAccount(exchange, { credentials: KEYS[exchange], history });
    costs.push({ exchange, ...(await countRefresh(directory, exchange)) });
  }
  await simulator.close();
  return costs;
}

/** Opens an account and reads what a refresh reads. */
async function countRefresh(
  directory: ReturnType<typeof createExchangeDirectory>,
  exchange: (typeof EXCHANGE_NAMES)[number],
): Promise<Omit<RefreshCost, 'exchange'>> {
  const counts = { cost: 0, requests: 0 };
  const original = Object.getOwnPropertyDescriptor(RateBudget.prototype, 'acquire')!;
  RateBudget.prototype.acquire = (cost) => {
    counts.cost += cost;
    return Promise.resolve();
  };
  try {
    const account = await directory.openAccount(exchange, { ...KEYS[exchange] }, () => {
      counts.requests += 1;
    });
    const nowMs = await account.fetchTimeMs();
    const sources = account.sources.filter(({ intervalMs }) => intervalMs === undefined);
    for (const source of sources) {
      const covered = { fromMs: source.startMs, toMs: nowMs };
      for (const { fromMs, toMs } of cutIntoWindows(source, headWindow(source, [covered], nowMs))) {
        await account.readWindow(source, fromMs, toMs);
      }
    }
    await account.readBalances();
    return counts;
  } finally {
    Object.defineProperty(RateBudget.prototype, 'acquire', original);
  }
}

/** Returns the rate limit of an exchange: of an address, or of each key. */
export function readLimit(exchange: string): {
  readonly scope: 'address' | 'key';
  readonly capacity: number;
  readonly perSecond: number;
} {
  const { budgetScope, budget } = requireExchange(exchange);
  const { capacity, refillPerSecond: perSecond } = budget;
  return { scope: budgetScope, capacity, perSecond };
}
