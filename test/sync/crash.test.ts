import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { SimulatedClock } from '../../simulator/clock.ts';
import { generateBinanceHistory } from '../../simulator/binance/history.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { CITUS_URL } from '../store/citus-cluster.ts';
import { createMigratedDatabase, type TestDatabase } from '../store/postgres-database.ts';
import { addWallet, askTeller, createTenant, runTeller, startTeller } from '../teller.ts';
import { KEYS, MASTER_KEY_TEXT } from './harness.ts';

let folder: string;
let simulator: Simulator;
let database: TestDatabase | undefined;
const clock = new SimulatedClock({ startMs: Date.now(), runsWith: Date.now });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'teller-crash-'));
  simulator = await startSimulator({ clock, rateLimits: false });
  if (CITUS_URL === undefined) return;
  database = await createMigratedDatabase();
});
afterEach(async () => {
  await simulator.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Listing {
  readonly transactions: readonly { readonly id: string }[];
  readonly pagination: { readonly totalCount: number };
}

it('a worker killed during a backfill loses no row and duplicates none', async () => {
  const history = generateBinanceHistory({
    seed: 'crash',
    toMs: clock.now(),
    count: 900,
    pending: 0,
  });
  simulator.addAccount('binance', { credentials: KEYS.binance, history });
  const variables = {
    TELLER_DATABASE_URL: database?.url ?? `sqlite:${folder}/teller.db`,
    TELLER_MASTER_KEY: MASTER_KEY_TEXT,
    TELLER_EXCHANGE_PROXY_URL: simulator.url,
    TELLER_EXCHANGE_THROTTLE: 'off',
  };
  const tenant = await createTenant(variables);
  const walletId = await addWallet(tenant, 'binance', KEYS.binance, variables);
  await killAfter(30, variables);

  const shown = await askTeller<object>(['wallet', 'show', walletId], variables);
  expect(shown).toMatchObject({ historyComplete: false });
  const run = await runTeller(['sync', '--once', '--json', '--wallet', walletId], variables);
  expect(run).toMatchObject({ code: 0 });

  const listing = await askTeller<Listing>(
    ['transactions', '--wallet', walletId, '--limit', '1000'],
    variables,
  );
  const listed = history.rows.filter((row) => !row.malformed);
  expect(listing.pagination.totalCount).toBe(listed.length);
  expect(new Set(listing.transactions.map(({ id }) => id)).size).toBe(listed.length);
}, 90_000);

/** Starts the worker and kills it, without warning, at its nth request. */
async function killAfter(requests: number, variables: Record<string, string>): Promise<void> {
  const worker = startTeller(['sync', '--once'], variables);
  worker.stdout?.resume();
  worker.stderr?.resume();
  let count = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const remove = simulator.onRequest(() => {
    count += 1;
    if (count === requests) worker.kill('SIGKILL');
  });
  worker.once('close', () => resolve());
  await promise;
  remove();
  expect(count).toBeGreaterThanOrEqual(requests);
}
