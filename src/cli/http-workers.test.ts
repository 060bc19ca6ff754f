import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { useScratch } from '../../test/scratch.ts';
import { readConfig } from '../config/read-config.ts';
import { type HttpWorkers, startHttpWorkers } from './http-workers.ts';

const scratch = useScratch();
let workers: HttpWorkers | undefined;

beforeEach(() => {
  // Only those of the supervision: processes run in their own time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  workers?.kill();
  workers = undefined;
  cluster.removeAllListeners();
});

/** Starts one worker that runs a script. */
async function start(script: string): Promise<HttpWorkers> {
  const mainPath = join(scratch.folder, 'main.mjs');
  writeFileSync(mainPath, script);
  const env = { TELLER_SHUTDOWN_DELAY_SECONDS: '30' };
  const session = {
    mainPath,
    env,
    config: readConfig(env, scratch.folder),
    workingFolder: scratch.folder,
    json: true,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    now: Date.now,
    randomBytes,
  };
  const log = () => undefined;
  const logger = { debug: log, info: log, warn: log, error: log };
  return startHttpWorkers(session, { host: '127.0.0.1', port: 0, count: 1, logger });
}

it('a worker that cannot start is reported, and is not started again', async () => {
  await expect(start('process.exit(1);')).rejects.toMatchObject({ code: 'worker_failed' });
  expect(vi.getTimerCount()).toBe(0);
});

it('a worker that does not stop is killed 15 seconds after the time in which it accepts requests', async () => {
  workers = await start(`import { createServer } from 'node:net';
    process.on('SIGUSR2', () => process.send('asked to stop'));
    createServer().listen(Number(process.argv.at(-1)), '127.0.0.1');`);
  const { process: child } = Object.values(cluster.workers!)[0]!;
  const asked = once(cluster, 'message');
  const closed = workers.close();
  await asked;
  const kill = vi.spyOn(child, 'kill');
  vi.advanceTimersByTime(44_999);
  expect(kill).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await closed;
  expect(child.signalCode).toBe('SIGKILL');
});
