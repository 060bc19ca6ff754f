/** Kills processes of all kinds at random moments, and compares the database with what was acknowledged. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { generateBinanceHistory } from '../../simulator/binance/history.ts';
import { SimulatedClock } from '../../simulator/clock.ts';
import { Random } from '../../simulator/random.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { variablesOf } from '../live-exchanges.ts';
import { recordFigures } from '../prove/figures.ts';
import { FIRST_SEED, RUNS_FACTOR } from '../random-cases.ts';
import { createMigratedDatabase, type TestDatabase } from '../store/postgres-database.ts';
import { KEYS, MASTER_KEY_TEXT } from '../sync/harness.ts';
import {
  addWallet,
  askTeller,
  countTransactions,
  createTenant,
  runTeller,
  startTeller,
} from '../teller.ts';

const KILLS = 2 * RUNS_FACTOR;
const IMPORTED_ROWS = 3000;
const SYNCED_ROWS = 400;
/** Long enough for a command to begin its writes, and mostly too short for its end. */
const KILL_AFTER_MS_MAX = 1500;
const TIMEOUT_MS = 120_000 + KILLS * 20_000;
const POLL = { timeout: 60_000, interval: 1000 };

let folder: string;
let simulator: Simulator;
let database: TestDatabase | undefined;
const clock = new SimulatedClock({ startMs: Date.now(), runsWith: Date.now });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'teller-kills-'));
  simulator = await startSimulator({ clock, rateLimits: false });
});
afterEach(async () => {
  await simulator.close();
  await database?.drop();
  database = undefined;
  rmSync(folder, { recursive: true, force: true });
});

type Variables = Record<string, string>;

/** The wallets of a run, and the commands that are killed. */
interface Scene {
  readonly variables: Variables;
  readonly syncedId: string;
  readonly importedId: string;
  readonly file: string;
  readonly expectedSynced: number;
}

async function prepare(url: string): Promise<Scene> {
  const history = generateBinanceHistory({
    seed: `kills-${FIRST_SEED}`,
    toMs: clock.now(),
    count: SYNCED_ROWS,
    pending: 0,
  });
  simulator.addAccount('binance', { credentials: KEYS.binance, history });
  const variables = {
    TELLER_DATABASE_URL: url,
    TELLER_MASTER_KEY: MASTER_KEY_TEXT,
    ...variablesOf(simulator),
  };
  const tenant = await createTenant(variables);
  const syncedId = await addWallet(tenant, 'binance', KEYS.binance, variables);
  const add = ['wallet', 'add', '--imports-only', '--exchange', 'kraken', '--project'];
  const imported = await askTeller<{ id: string }>([...add, tenant.projectId], variables);
  const file = join(folder, 'rows.csv');
  const rows = Array.from(
    { length: IMPORTED_ROWS },
    (_, index) => `${index * 1000},BTC,deposit,1.${index},completed,tx-${index}`,
  );
  writeFileSync(file, ['timestamp,asset,type,amount,status,txid', ...rows].join('\n'));
  const expectedSynced = history.rows.filter((row) => !row.malformed).length;
  return { variables, syncedId, importedId: imported.id, file, expectedSynced };
}

/** Starts a command and kills it at a random moment, unless it has ended before. */
async function killCommand(
  args: readonly string[],
  variables: Variables,
  afterMs: number,
): Promise<void> {
  const child = startTeller(args, variables);
  child.stdin?.end();
  child.stdout?.resume();
  child.stderr?.resume();
  const closed = once(child, 'close');
  await Promise.race([closed, sleep(afterMs)]);
  child.kill('SIGKILL');
  await closed;
}

/** Returns the commands that may be killed; `index` names the files that they write. */
function listCommands(scene: Scene, index: number): Readonly<Record<string, readonly string[]>> {
  const { syncedId, importedId, file, variables } = scene;
  // A copy that ended before it was killed has data, so that no other one may be made there.
  const copy = `sqlite:${join(folder, `copy-${index}.db`)}`;
  const source = variables['TELLER_DATABASE_URL'] ?? '';
  return {
    sync: ['sync', '--once', '--wallet', syncedId],
    serve: ['serve', '--port', '0'],
    import: ['import', '--wallet', importedId, file],
    migrate: ['migrate'],
    copy: ['copy', '--from', source, '--to', copy],
    ...(source.startsWith('sqlite:')
      ? { backup: ['backup', join(folder, `backup-${index}.db`)] }
      : {}),
  };
}

/** Kills commands one after the other. Returns what is wrong after each, in words. */
async function killCommands(scene: Scene, seed: number): Promise<readonly string[]> {
  const random = new Random(`kills-${seed}`);
  const { variables, syncedId, importedId } = scene;
  const problems: string[] = [];
  let synced = 0;
  for (let index = 0; index < KILLS; index += 1) {
    const commands = Object.entries(listCommands(scene, index));
    const [name, args] = commands[(seed + index) % commands.length]!;
    await killCommand(args, variables, random.integer(200, KILL_AFTER_MS_MAX));
    const note = (problem: string): number => problems.push(`${name} ${index}: ${problem}`);
    // Until its balances were read, a wallet serves nothing.
    const found = await countTransactions(syncedId, variables).catch(() => 0);
    if (found < synced) note(`${synced} rows became ${found}`);
    synced = found;
    const imported = await countTransactions(importedId, variables);
    if (imported !== 0 && imported !== IMPORTED_ROWS) note(`${imported} rows of an import`);
    const doctor = await runTeller(['doctor'], variables);
    if (doctor.code !== 0) note(doctor.stdout);
    const backup = join(folder, `backup-${index}.db`);
    if (!existsSync(backup)) continue;
    const target = { ...variables, TELLER_DATABASE_URL: `sqlite:${backup}-restored.db` };
    const restored = await runTeller(['restore', backup], target);
    if (restored.code !== 0) note(restored.stderr);
  }
  return problems;
}

/** Lets the synchronisation, the import and a copy end. Returns the rows of both wallets, and of the copies. */
async function finish({ variables, ...scene }: Scene): Promise<readonly number[]> {
  const { syncedId, importedId, file } = scene;
  const sync = ['sync', '--once', '--wallet', syncedId];
  // The lease of a killed worker ends after ten seconds.
  await expect.poll(() => runTeller(sync, variables), POLL).toMatchObject({ code: 0 });
  await askTeller(['import', '--wallet', importedId, file], variables);
  const copy = `sqlite:${join(folder, 'copy.db')}`;
  const source = variables['TELLER_DATABASE_URL'] ?? '';
  await askTeller(['copy', '--from', source, '--to', copy], variables);
  const copied = { ...variables, TELLER_DATABASE_URL: copy };
  const counts: number[] = [];
  for (const each of [variables, copied]) {
    counts.push(await countTransactions(syncedId, each), await countTransactions(importedId, each));
  }
  return counts;
}

describe('commands that are killed at random moments', () => {
  it('lose nothing and double nothing on SQLite', { timeout: TIMEOUT_MS }, async ({ task }) => {
    const scene = await prepare(`sqlite:${folder}/teller.db`);
    expect(await killCommands(scene, FIRST_SEED)).toEqual([]);
    const counts = [scene.expectedSynced, IMPORTED_ROWS];
    expect(await finish(scene)).toEqual([...counts, ...counts]);
    recordFigures(task, { counts: { kills: KILLS } });
  });

  it('lose nothing and double nothing on PostgreSQL', { timeout: TIMEOUT_MS }, async ({ task }) => {
    database = await createMigratedDatabase();
    const scene = await prepare(database.url);
    expect(await killCommands(scene, FIRST_SEED)).toEqual([]);
    const counts = [scene.expectedSynced, IMPORTED_ROWS];
    expect(await finish(scene)).toEqual([...counts, ...counts]);
    recordFigures(task, { counts: { kills: KILLS } });
  });
});
