/** Measures what a refresh of an unchanged wallet takes from the rate limits of its exchange, at the simulated exchanges. */
import { setTimeout as sleep } from 'node:timers/promises';

import { EXCHANGE_NAMES } from '../simulator/catalogue.ts';
import type { ExchangeAccount } from '../src/exchanges/exchange.ts';
import { RateBudget } from '../src/exchanges/client/rate-budget.ts';
import { createExchangeDirectory } from '../src/exchanges/registry.ts';
import { cutIntoWindows, headWindow } from '../src/sync/windows.ts';
import { startExchanges } from '../tools/simulated-accounts.ts';

/** Accounts like those of the part `sync` of the bench. */
const ACCOUNTS = { rows: 200, seed: 'bench' };

/** The refresh of a wallet. */
export interface RefreshCost {
  readonly exchange: string;
  /** What its requests take from the rate budget of the exchange. */
  readonly cost: number;
  /** Requests that are sent. */
  readonly requests: number;
}

/** Returns the refresh of each certified exchange. Replaces the rate budgets of this process by counters. */
export async function measureRefreshCosts(): Promise<readonly RefreshCost[]> {
  const { simulator, keys } = await startExchanges({ ...ACCOUNTS, port: 0, rateLimits: false });
  const directory = createExchangeDirectory({
    proxyUrl: simulator.url,
    throttle: false,
    clock: { nowMs: Date.now, sleep: (ms) => sleep(ms) },
    signal: new AbortController().signal,
  });
  const costs: RefreshCost[] = [];
  for (const exchange of EXCHANGE_NAMES) {
    const counts = { cost: 0, requests: 0 };
    RateBudget.prototype.acquire = async (cost) => void (counts.cost += cost);
    const account = await directory.openAccount(exchange, { ...keys[exchange] }, () => {
      counts.requests += 1;
    });
    await refresh(account);
    costs.push({ exchange, ...counts });
  }
  await simulator.close();
  return costs;
}

/** Reads what a refresh reads, without sources that are read once an hour. */
async function refresh(account: ExchangeAccount): Promise<void> {
  const nowMs = await account.fetchTimeMs();
  for (const source of account.sources.filter(({ intervalMs }) => intervalMs === undefined)) {
    const covered = { fromMs: source.startMs, toMs: nowMs };
    for (const { fromMs, toMs } of cutIntoWindows(source, headWindow(source, [covered], nowMs))) {
      await account.readWindow(source, fromMs, toMs);
    }
  }
  await account.readBalances();
}
