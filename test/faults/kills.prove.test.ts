/** Kills processes of all kinds at random moments, and compares the database with what was acknowledged. */
import { join } from 'node:path';

import { afterEach, expect, it } from 'vitest';

import { Random } from '../../simulator/random.ts';
import { recordFigures } from '../prove/figures.ts';
import { FIRST_SEED, RUNS_FACTOR } from '../random-cases.ts';
import { PostgresServer } from '../store/postgres-server.ts';
import { runSql } from '../store/run-sql.ts';
import { readContent } from '../upgrades/kept-database.ts';
import { inCase, killCommand, type TimedCommand, timeCommand } from './kill-command.ts';
import { createScene, expectHealthy, type KillEngine, type Scene } from './kill-scene.ts';
import { listCommands } from './killed-commands.ts';
import { isLate, type KilledService, killService } from './killed-service.ts';

/** Each command is killed once in a round. */
const ROUNDS = RUNS_FACTOR;
const TIMEOUT_MS = 600_000 + ROUNDS * 600_000;
/** A kill is repeated if other work of the machine has delayed the start after it. */
const SERVICE_KILLS_MAX = 3;
/** Each commit waits for 50 ms, so that kills come before its end. PostgreSQL waits only if it also flushes its log. */
const SLOW_COMMITS = ['fsync=on', 'commit_delay=50000', 'commit_siblings=0'];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, 60_000);

const sqlite: KillEngine = {
  name: 'SQLite',
  createEmpty: (folder) => Promise.resolve(`sqlite:${join(folder, 'teller.db')}`),
};

/** Starts a server whose commits are slow. */
async function startSlowPostgres(): Promise<KillEngine> {
  const server = new PostgresServer(SLOW_COMMITS);
  closing.push(() => server.remove());
  await server.create();
  let count = 0;
  const createEmpty = async (): Promise<string> => {
    count += 1;
    await runSql(server.url, `CREATE DATABASE kills_${count} TEMPLATE template0`);
    return server.url.replace(/postgres$/, `kills_${count}`);
  };
  return { name: 'PostgreSQL', createEmpty };
}

async function timeCommands(scene: Scene): Promise<readonly TimedCommand[]> {
  const timed: TimedCommand[] = [];
  for (const [name, prepare] of Object.entries(listCommands(scene))) {
    timed.push(await timeCommand(scene, name, prepare));
  }
  return timed;
}

/** Kills a service until it is ready in time after a kill. Fails if it never is. */
async function killServiceInTime(scene: Scene, random: Random): Promise<KilledService> {
  let killed: KilledService | undefined;
  for (let kills = 0; kills < SERVICE_KILLS_MAX; kills += 1) {
    killed = await killService(scene, random);
    if (!isLate(killed)) return killed;
  }
  throw new Error(`ready late after each of ${SERVICE_KILLS_MAX} kills: ${JSON.stringify(killed)}`);
}

it.for([
  { where: 'SQLite on a disk', start: () => Promise.resolve(sqlite) },
  { where: 'PostgreSQL with slow commits', start: startSlowPostgres },
])(
  'commands that are killed lose nothing acknowledged and double nothing on $where',
  { timeout: TIMEOUT_MS },
  async ({ where, start }, { task }) => {
    const scene = await createScene(await start(), `kills-${FIRST_SEED}`);
    closing.push(scene.close);
    const before = await readContent(scene, scene.variables);
    const commands = await timeCommands(scene);
    const killed: KilledService[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const label = `seed ${FIRST_SEED + round}`;
      const random = new Random(`kills-${where}-${FIRST_SEED + round}`);
      killed.push(await inCase(`${label}: serve`, () => killServiceInTime(scene, random)));
      for (const command of commands) await killCommand(scene, command, random, label);
    }
    const { syncedRows, importedRows } = await readContent(scene, scene.variables);
    expect({ syncedRows, importedRows }).toEqual({
      syncedRows: before.syncedRows,
      importedRows: before.importedRows,
    });
    await expectHealthy(scene.variables);
    recordFigures(task, {
      counts: {
        kills: ROUNDS * (commands.length + 1),
        'acknowledged changes': killed.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
      },
      maxima: {
        'ms until a killed service is ready': Math.max(...killed.map(({ readyMs }) => readyMs)),
        'ms after a clean stop': Math.max(...killed.map(({ cleanMs }) => cleanMs)),
      },
    });
  },
);
