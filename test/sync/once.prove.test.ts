import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { useScratch } from '../scratch.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { generateBinanceHistory } from '../../simulator/binance/history.ts';
import { generateKrakenHistory } from '../../simulator/kraken/history.ts';
import { type History, reportedAt } from '../../simulator/truth.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import {
  addWallet,
  askTeller,
  createTenant,
  callTeller,
  startTeller,
  type Tenant,
  type TellerRun,
} from '../teller.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { variablesOf } from '../live-exchanges.ts';
import { KEYS } from './harness.ts';

const scratch = useScratch();
let clock: SimulatedClock;
let simulator: Simulator;
let variables: Record<string, string>;
let tenant: Tenant;

beforeEach(async () => {
  clock = new SimulatedClock({ startMs: Date.now(), runsWith: Date.now });
  simulator = await startSimulator({ clock, rateLimits: false });
  variables = {
    ...scratch.variables,
    ...variablesOf(simulator),
    // Longer than any test, so that re-reads only happen because of --once.
    TELLER_SYNC_INTERVAL_SECONDS: '86400',
  };
  tenant = await createTenant(variables);
});
afterEach(() => simulator.close());

interface SyncedWallet {
  readonly id: string;
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

const run = (...args: readonly string[]): Promise<TellerRun> => callTeller(args, variables);

/** Runs `teller sync --once --json` and parses its output, for any exit code. */
async function syncOnce(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly wallets: readonly SyncedWallet[] }> {
  const { code, stdout } = await run('sync', '--once', '--json', ...args);
  return { code, wallets: (JSON.parse(stdout) as { wallets: SyncedWallet[] }).wallets };
}

async function listStatuses(walletId: string): Promise<Map<string, string>> {
  const args = ['transactions', '--wallet', walletId, '--limit', '1000'];
  const { transactions } = await askTeller<{ transactions: { id: string; status: string }[] }>(
    args,
    variables,
  );
  return new Map(transactions.map(({ id, status }) => [id, status]));
}

function pendingIn(statuses: ReadonlyMap<string, string>): string[] {
  return [...statuses].filter(([, status]) => status === 'pending').map(([id]) => id);
}

async function addBinance(): Promise<{ readonly walletId: string; readonly history: History }> {
  const history = generateBinanceHistory({
    seed: 'once',
    toMs: clock.now(),
    count: 30,
    pending: 2,
    settleAfterMs: HOUR_MS,
  });
  simulator.addAccount('binance', { credentials: KEYS.binance, history });
  return { walletId: await addWallet(tenant, 'binance', KEYS.binance, variables), history };
}

async function addKraken(): Promise<string> {
  const history = generateKrakenHistory({ seed: 'once', toMs: clock.now(), count: 20 });
  simulator.addAccount('kraken', { credentials: KEYS.kraken, history });
  return addWallet(tenant, 'kraken', KEYS.kraken, variables);
}

describe('teller sync --once', () => {
  it('reports the result of every wallet, in the order in which they were added', async () => {
    const walletIds = [await addKraken(), (await addBinance()).walletId];
    const { code, wallets } = await syncOnce();
    expect(code).toBe(0);
    expect(wallets).toEqual(
      ['kraken', 'binance'].map((exchange, index) => ({
        id: walletIds[index],
        exchange,
        ok: true,
        transactionCount: expect.any(Number),
        quarantinedCount: expect.any(Number),
      })),
    );
    expect(await askTeller(['wallet', 'show', walletIds[1]!], variables)).toMatchObject({
      state: 'synced',
      historyComplete: true,
      failure: null,
      skippedSources: [],
    });
  });

  it('re-reads a wallet that is not due, and updates its pending rows', async () => {
    const { walletId, history } = await addBinance();
    const countPending = (): number =>
      history.rows.filter((row) => reportedAt(row, clock.now())?.status === 'pending').length;
    const pendingBefore = countPending();
    await syncOnce();
    const before = await listStatuses(walletId);
    expect(pendingIn(before)).toHaveLength(pendingBefore);

    clock.advance(48 * HOUR_MS);
    expect(countPending()).toBeLessThan(pendingBefore);
    expect(await syncOnce()).toMatchObject({ code: 0, wallets: [{ id: walletId, ok: true }] });
    const after = await listStatuses(walletId);
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    expect(pendingIn(after)).toHaveLength(countPending());
    const settled = pendingIn(before).map((id) => after.get(id));
    expect(settled).toContain('completed');
  });

  it('exits 1 if a wallet failed, and keeps the rows that were read before', async () => {
    const walletIds = [await addKraken(), (await addBinance()).walletId];
    await syncOnce();
    const before = await listStatuses(walletIds[0]!);
    simulator.faults.add({
      host: /kraken/,
      fault: { kind: 'status', status: 503 },
      times: Infinity,
    });
    const { code, wallets } = await syncOnce();
    expect(code).toBe(1);
    expect(wallets).toMatchObject([
      { id: walletIds[0], ok: false, error: { code: 'exchange_unavailable' } },
      { id: walletIds[1], ok: true },
    ]);
    expect(wallets[0]?.error?.message).toMatch(
      new RegExp(
        '\\. A running "teller serve" or "teller sync" retries it\\. ' +
          `To retry it now, run: teller sync --once --wallet ${walletIds[0]}$`,
      ),
    );
    expect(await listStatuses(walletIds[0]!)).toEqual(before);
    expect(await askTeller(['wallet', 'show', walletIds[0]!], variables)).toMatchObject({
      state: 'failing',
      historyComplete: true,
      lastSyncAt: expect.any(String),
      failure: { code: 'exchange_unavailable' },
    });
  });

  it('reports the other wallets if one is removed meanwhile', async () => {
    const walletIds = [await addKraken(), (await addBinance()).walletId];
    simulator.faults.add({ fault: { kind: 'slow', delayMs: 300 }, times: Infinity });
    simulator.requests.clear();
    const syncing = syncOnce();
    await vi.waitFor(() => expect(simulator.requests.entries.length).toBeGreaterThan(2), 10_000);
    await run('wallet', 'remove', walletIds[0]!, '--yes');
    simulator.faults.clear();
    const { code, wallets } = await syncing;
    expect(code).toBe(1);
    expect(wallets).toMatchObject([
      { id: walletIds[0], ok: false },
      { id: walletIds[1], ok: true },
    ]);
  });

  it('skips a wallet with a refused key and reports how to retry it, unless it is named', async () => {
    const walletId = await addKraken();
    simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
    const advice = `run: teller sync --once --wallet ${walletId}`;
    const refused = await syncOnce();
    simulator.faults.clear();
    const asked = simulator.requests.entries.length;
    const stopped = await syncOnce();
    expect(simulator.requests.entries).toHaveLength(asked);
    for (const { code, wallets } of [refused, stopped]) {
      expect(code).toBe(1);
      expect(wallets).toMatchObject([
        { id: walletId, ok: false, error: { code: 'exchange_key_refused' } },
      ]);
      expect(wallets[0]?.error?.message).toContain(advice);
    }
    const page = await run('wallet', 'show', walletId);
    expect(page.stdout).toContain('State         stopped');
    expect(page.stdout).toContain(advice);

    const named = await syncOnce('--wallet', walletId);
    expect(named).toMatchObject({ code: 0, wallets: [{ id: walletId, ok: true }] });
  });

  it('reports that another worker is synchronising the wallet', async () => {
    const { walletId } = await addBinance();
    const store = openSqliteStore({ path: `${scratch.folder}/teller.db` });
    const nowMs = Date.now();
    // Longer than the command waits, and no longer than a lease can be.
    await store.claimWallet({ walletId, nowMs, untilMs: nowMs + 19_000 });
    await store.close();
    const { code, wallets } = await syncOnce();
    expect(code).toBe(1);
    expect(wallets).toMatchObject([{ id: walletId, ok: false, error: { code: 'wallet_busy' } }]);
  });

  it('omits a wallet that is paused while it waits for it, and reports it as paused if it is named', async () => {
    const { walletId } = await addBinance();
    const store = openSqliteStore({ path: `${scratch.folder}/teller.db` });
    const database = new DatabaseSync(`${scratch.folder}/teller.db`, { readOnly: true });
    const countWorkers = database.prepare('SELECT count(*) AS count FROM sync_worker');
    const sync = async (...args: readonly string[]): ReturnType<typeof syncOnce> => {
      const nowMs = Date.now();
      await store.changeWallet(walletId, { paused: false }, nowMs);
      await store.claimWallet({ walletId, nowMs, untilMs: nowMs + 19_000 });
      const ended = syncOnce(...args);
      await vi.waitFor(() => expect(countWorkers.get()).toEqual({ count: 1 }), 20_000);
      await store.changeWallet(walletId, { paused: true }, nowMs);
      return ended;
    };
    expect(await sync()).toEqual({ code: 0, wallets: [] });
    const message = `The wallet is paused. To synchronise it, run: teller wallet resume ${walletId}`;
    expect(await sync('--wallet', walletId)).toMatchObject({
      code: 1,
      wallets: [{ id: walletId, ok: false, error: { code: 'wallet_paused', message } }],
    });
    await store.close();
    database.close();
  });

  it('exits 1 for an unknown wallet', async () => {
    const { code, stdout } = await run('sync', '--once', '--json', '--wallet', 'wallet_unknown');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'record_not_found' } });
  });

  it('does nothing if there is no wallet', async () => {
    expect(await syncOnce()).toEqual({ code: 0, wallets: [] });
    expect((await run('sync', '--once')).stdout).toBe('There are no wallets to synchronise.\n');
  });

  it('reports which parts of the history were skipped', async () => {
    const { walletId } = await addBinance();
    simulator.faults.add({
      path: /fiat/,
      fault: { kind: 'status', status: 404 },
      times: Infinity,
    });
    expect(await syncOnce()).toMatchObject({ code: 0 });
    expect(await askTeller(['wallet', 'show', walletId], variables)).toMatchObject({
      skippedSources: ['fiat-deposits', 'fiat-withdrawals'],
    });
    expect((await run('wallet', 'show', walletId)).stdout).toMatch(/fiat-deposits +skipped/);
  });
});

it('teller sync --wallet waits until a paused wallet is resumed', async () => {
  const walletId = await addKraken();
  await run('wallet', 'pause', walletId);
  const requestsBefore = simulator.requests.entries.length;
  const asked = Promise.withResolvers<void>();
  const remove = simulator.onRequest(() => asked.resolve());
  const worker = startTeller(['sync', '--wallet', walletId], variables);
  worker.stderr?.resume();
  const database = new DatabaseSync(`${scratch.folder}/teller.db`, { readOnly: true });
  const countWorkers = database.prepare('SELECT count(*) AS count FROM sync_worker');
  await vi.waitFor(() => expect(countWorkers.get()).toEqual({ count: 1 }), 20_000);
  // Longer than a worker that synchronises the wallet needs for its first request.
  await sleep(500);
  expect(simulator.requests.entries.slice(requestsBefore)).toEqual([]);
  await run('wallet', 'resume', walletId);
  await asked.promise;
  worker.kill('SIGTERM');
  expect(await once(worker, 'exit')).toEqual([0, null]);
  remove();
  database.close();
});

it('teller sync --wallet retries a stopped wallet immediately', async () => {
  const walletId = await addKraken();
  simulator.faults.add({ fault: { kind: 'refused-key' }, times: Infinity });
  await syncOnce();
  simulator.faults.clear();
  const asked = Promise.withResolvers<void>();
  const remove = simulator.onRequest(({ path }) => {
    if (path.endsWith('/BalanceEx')) asked.resolve();
  });
  const worker = startTeller(['sync', '--wallet', walletId], variables);
  worker.stderr?.resume();
  await asked.promise;
  worker.kill('SIGTERM');
  expect(await once(worker, 'exit')).toEqual([0, null]);
  remove();
});
