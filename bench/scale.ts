/**
 * Computes how often 100,000 wallets of all certified exchanges are refreshed under the rate limits of the exchanges, and
 * prints the table of `docs/scale.md`: `npm run bench:scale`. Refreshes of unchanged wallets are counted at the simulated
 * exchanges.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import { EXCHANGE_NAMES } from '../simulator/catalogue.ts';
import { requireExchange } from '../src/exchanges/catalogue.ts';
import { RateBudget } from '../src/exchanges/client/rate-budget.ts';
import type { ExchangeDirectory } from '../src/exchanges/exchange.ts';
import { createExchangeDirectory } from '../src/exchanges/registry.ts';
import { cutIntoWindows, headWindow } from '../src/sync/windows.ts';
import { writeTable } from '../tools/markdown.ts';
import { startExchanges } from '../tools/simulated-accounts.ts';
import { formatCount, round } from './figures.ts';

const WALLETS = 100_000;
const INTERVAL_SECONDS = 60;
/** An assumption: the time of a request to an exchange. Requests of a wallet are sent one after the other. */
const REQUEST_SECONDS = 0.15;
const PROCESSES = [32, 64, 128];
/** The slots of a sync process, as in `src/sync/worker.ts`. */
const SLOTS = 32;
const SLOTS_PER_EXCHANGE = 8;
/** Rows of an account, like those of the part `sync` of the bench. */
const ROWS = 200;

/** The refresh of a wallet. */
interface Refresh {
  readonly exchange: string;
  readonly requests: number;
  /** What its requests take from the rate limit of the exchange. */
  readonly cost: number;
}

const refreshes = await measureRefreshes();
const walletsOfExchange = WALLETS / refreshes.length;
/** Wallets of these exchanges wait for the limit of the address, and use all slots of their exchange until then. */
const [limited = [], unlimited = []] = [true, false].map((isLimited) =>
  refreshes.filter((refresh) => limitSeconds(refresh) > INTERVAL_SECONDS === isLimited),
);
const rows = refreshes.map((refresh) => {
  const { scope, perSecond } = limitOf(refresh);
  const seconds = PROCESSES.map((processes) => secondsBetween(refresh, processes));
  return [
    refresh.exchange,
    String(refresh.requests),
    `${refresh.cost} of ${perSecond}/s of ${scope}`,
    ...seconds.map((each) => `${formatCount(round(each))} s`),
  ];
});
const totals = PROCESSES.map((processes) =>
  refreshes.reduce((sum, each) => sum + walletsOfExchange / secondsBetween(each, processes), 0),
);
const total = totals.map((each) => formatCount(Math.round(each)));
const titles = ['exchange', 'requests of a refresh', 'rate limit taken'];
const columns = PROCESSES.map((count) => `${count} processes`);
const table = writeTable(
  [...titles, ...columns],
  [...rows, ['**all**, refreshes per second', '', '', ...total]],
);
process.stdout.write(`${table}\n`);

/** Returns the time between two refreshes of a wallet: slots are taken by the wallets that wait longest. */
function secondsBetween(refresh: Refresh, processes: number): number {
  if (limited.includes(refresh)) return limitSeconds(refresh);
  const slots = processes * (SLOTS - SLOTS_PER_EXCHANGE * limited.length);
  const busySeconds = unlimited.reduce((sum, each) => sum + refreshSeconds(each), 0);
  return Math.max(INTERVAL_SECONDS, (walletsOfExchange * busySeconds) / slots);
}

/** Returns the time in which the limit of the address allows a refresh of each wallet of the exchange. */
function limitSeconds(refresh: Refresh): number {
  const { scope, perSecond } = limitOf(refresh);
  return scope === 'address' ? (walletsOfExchange * refresh.cost) / perSecond : 0;
}

/** Returns the duration of a refresh. A limit of the key delays what it takes beyond the capacity of the limit. */
function refreshSeconds(refresh: Refresh): number {
  const { scope, capacity, perSecond } = limitOf(refresh);
  const waitSeconds = scope === 'key' ? (refresh.cost - capacity) / perSecond : 0;
  return Math.max(refresh.requests * REQUEST_SECONDS, waitSeconds);
}

function limitOf({ exchange }: Refresh) {
  const { budgetScope: scope, budget } = requireExchange(exchange);
  return { scope, capacity: budget.capacity, perSecond: budget.refillPerSecond };
}

/** Returns the refresh of each certified exchange, without sources that are read once an hour. */
async function measureRefreshes(): Promise<readonly Refresh[]> {
  const { simulator, keys } = await startExchanges({ port: 0, rows: ROWS, rateLimits: false });
  const directory = createExchangeDirectory({
    proxyUrl: simulator.url,
    throttle: false,
    clock: { nowMs: Date.now, sleep: (ms) => sleep(ms) },
    signal: new AbortController().signal,
  });
  const measured: Refresh[] = [];
  for (const exchange of EXCHANGE_NAMES) {
    measured.push(await countRefresh(directory, exchange, { ...keys[exchange] }));
  }
  await simulator.close();
  return measured;
}

/** Opens an account and reads what a refresh reads. */
async function countRefresh(
  directory: ExchangeDirectory,
  exchange: string,
  credentials: Parameters<ExchangeDirectory['openAccount']>[1],
): Promise<Refresh> {
  let cost = 0;
  let requests = 0;
  RateBudget.prototype.acquire = (taken) => {
    cost += taken;
    return Promise.resolve();
  };
  const account = await directory.openAccount(exchange, credentials, () => {
    requests += 1;
  });
  const nowMs = await account.fetchTimeMs();
  for (const source of account.sources.filter(({ intervalMs }) => intervalMs === undefined)) {
    const covered = { fromMs: source.startMs, toMs: nowMs };
    for (const { fromMs, toMs } of cutIntoWindows(source, headWindow(source, [covered], nowMs))) {
      await account.readWindow(source, fromMs, toMs);
    }
  }
  await account.readBalances();
  return { exchange, requests, cost };
}
