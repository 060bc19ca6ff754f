import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { beforeEach, describe, expect, it } from 'vitest';

import { sql } from '../../src/store/sql/query.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import {
  addOneWallet,
  addProject,
  CREDENTIALS,
  listAll,
  makeQuery,
  makeTransaction,
  makeWallet,
  T0,
} from '../store/contract/fixtures.ts';
import { recordFigures } from '../prove/figures.ts';
import { RUNS_FACTOR } from '../random-cases.ts';
import { useTemporaryDatabase } from '../store/temporary-database.ts';
import { storeRows } from '../store/store-rows.ts';

const SCRIPT = fileURLToPath(new URL('../store/store-process.ts', import.meta.url));
const BATCH_ROWS = 200;

let path = '';
useTemporaryDatabase((made) => (path = made));

function start(task: string): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [SCRIPT, task, path], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs a task to its end and returns the lines that it printed. */
async function run(task: string): Promise<readonly string[]> {
  const child = start(task);
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) lines.push(line);
  expect((await exited)[0]).toBe(0);
  return lines;
}

/** Runs a task until it has printed `count` lines, then kills it, and returns the last line. */
async function runAndKill(task: string, count: number): Promise<string> {
  const child = start(task);
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === count) child.kill('SIGKILL');
  }
  expect((await exited)[1]).toBe('SIGKILL');
  return lines.at(-1)!;
}

describe('several processes on one SQLite file', () => {
  it('create and migrate it concurrently, and one of them applies each migration', async () => {
    const applied = await Promise.all(Array.from({ length: 2 }, () => run('migrate')));
    const store = openSqliteStore({ path });
    const migrations = await store.listMigrations();
    expect(applied.flat().reduce((sum, count) => sum + Number(count), 0)).toBe(migrations.length);
    await store.ping();
    await store.close();
  });

  it('claim each wallet only once', async () => {
    const store = openSqliteStore({ path });
    await store.migrate();
    await addProject(store);
    const ids = Array.from({ length: 40 }, (_, index) => `wallet_${index}`).sort();
    for (const id of ids) await store.addWallet(makeWallet(id), CREDENTIALS);
    const claimed = await Promise.all([run('claim-all'), run('claim-all')]);
    expect(claimed.flat().sort()).toEqual(ids);
    await store.close();
  });

  it('read the commits of another connection immediately', async () => {
    const writer = openSqliteStore({ path });
    await writer.migrate();
    const walletId = await addOneWallet(writer);
    const reader = openSqliteStore({ path });
    const wallet = await reader.readWalletKey(walletId);
    for (let count = 1; count <= 20; count += 1) {
      await storeRows(writer, walletId, [makeTransaction(`tx_${count}`)]);
      const page = await reader.listTransactions(wallet, makeQuery({ limit: 1 }));
      expect(page.totalCount).toBe(count);
    }
    for (const store of [reader, writer]) await store.close();
  });
});

describe('a process that is killed while it writes', () => {
  beforeEach(async () => {
    const store = openSqliteStore({ path });
    await store.migrate();
    await addOneWallet(store);
    await store.close();
  });

  it('stores every reported window, and all or nothing of the next one', async ({ task }) => {
    for (let kill = 0; kill < RUNS_FACTOR; kill += 1) {
      const kills = 1 + 3 * kill;
      const reported = Number(await runAndKill('write-windows', kills));
      const store = openSqliteStore({ path });
      const status = await store.readWalletStatus('wallet_one');
      expect(status.transactionCount % BATCH_ROWS).toBe(0);
      const windows = status.transactionCount / BATCH_ROWS;
      expect(windows).toBeGreaterThanOrEqual(reported);
      expect(status.coverage).toMatchObject([{ fromMs: T0, toMs: T0 + windows }]);
      const checks = await store.checkIntegrity({ fix: false, nowMs: T0 + 10_000 });
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      await store.database.change(sql`UPDATE wallet_sync SET lease_until_ms = NULL`);
      await store.close();
    }
    recordFigures(task, { counts: { kills: RUNS_FACTOR } });
  });

  it('stores nothing of an uncommitted transaction with rows on the disk', async () => {
    expect(await runAndKill('write-half', 1)).toBe('half');
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(100_000);
    const store = openSqliteStore({ path });
    expect(await listAll(store, 'wallet_one')).toEqual([]);
    await storeRows(store, 'wallet_one', [makeTransaction('tx_1')]);
    expect(await listAll(store, 'wallet_one')).toHaveLength(1);
    await store.close();
  });
});
