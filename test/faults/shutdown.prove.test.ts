import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { recordFigures } from '../prove/figures.ts';
import { RUNS_FACTOR } from '../random-cases.ts';
import { startTeller } from '../teller.ts';
import { useScratch } from '../cli/scratch.ts';
import { SteadyCallers } from './steady-callers.ts';

const ROUNDS = RUNS_FACTOR;
const ROUND_MS_MAX = 60_000;
/** The status in the log of a request whose connection was closed before its response. */
const UNANSWERED = '"status":499';
const CALLERS = { fresh: 16, keepAlive: 16 };

const scratch = useScratch();
let child: ChildProcess | undefined;
let log: string;
afterEach(() => child?.kill('SIGKILL'));

/** Starts the service and returns its address. */
async function serve(workers: number, variables: Record<string, string> = {}): Promise<string> {
  const args = ['serve', '--no-sync', '--workers', String(workers), '--port', '0', '--json'];
  child = startTeller(args, { ...scratch.variables, ...variables });
  log = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  if (workers > 1) await untilWorkers(workers);
  return url;
}

/** Process ids of the workers that have listened, the oldest first. */
const workerIds = (): number[] =>
  [...log.matchAll(/"pid":(\d+),"msg":"the HTTP worker listens"/g)].map(([, pid]) => Number(pid));

const untilWorkers = (count: number): Promise<void> =>
  vi.waitFor(() => expect(workerIds()).toHaveLength(count), { timeout: 20_000 });

/** Resolves when this many more requests were answered. */
async function untilAnswered(callers: SteadyCallers, count: number): Promise<void> {
  const target = callers.answered + count;
  await vi.waitFor(() => expect(callers.answered).toBeGreaterThan(target), { timeout: 20_000 });
}

describe('teller serve under load', () => {
  it.for([
    { workers: 1, signalled: 'its process' },
    { workers: 2, signalled: 'the parent process' },
    { workers: 2, signalled: 'every process' },
  ])(
    'breaks no accepted request of $workers workers when SIGTERM is sent to $signalled',
    { timeout: ROUNDS * ROUND_MS_MAX },
    async ({ workers, signalled }, { task }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const callers = new SteadyCallers(await serve(workers), CALLERS);
        await untilAnswered(callers, 200);
        child!.kill('SIGTERM');
        if (signalled === 'every process') {
          for (const pid of workerIds()) process.kill(pid, 'SIGTERM');
        }
        expect(await once(child!, 'exit')).toEqual([0, null]);
        await callers.whenEnded();
        expect(callers.losses.filter(({ isReused }) => isReused)).toEqual([]);
        expect(log).not.toContain(UNANSWERED);
      }
      recordFigures(task, { counts: { 'shutdowns under load': ROUNDS } });
    },
  );

  it('loses no request of callers that read /readyz, with a delay and two workers', async () => {
    const url = await serve(2, { TELLER_SHUTDOWN_DELAY_SECONDS: '6' });
    const callers = new SteadyCallers(url, CALLERS);
    await untilAnswered(callers, 200);
    child!.kill('SIGTERM');
    const exit = once(child!, 'exit');
    await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(503), {
      timeout: 5000,
    });
    const { answered } = callers;
    await callers.end();
    expect(callers.answered).toBeGreaterThan(answered);
    expect(callers).toMatchObject({ losses: [], refused: 0 });
    expect(await exit).toEqual([0, null]);
  }, 60_000);

  it('loses only the requests that a worker had when it is killed', async () => {
    const callers = new SteadyCallers(await serve(3), CALLERS);
    await untilAnswered(callers, 200);
    for (const pid of workerIds().slice(0, 2)) {
      const lost = callers.losses.length;
      process.kill(pid, 'SIGKILL');
      await untilAnswered(callers, 300);
      expect(callers.losses.length - lost).toBeLessThanOrEqual(CALLERS.fresh + CALLERS.keepAlive);
    }
    await callers.end();
    expect(callers.losses.filter(({ error }) => error.includes('in time'))).toEqual([]);
    expect(callers.refused).toBe(0);
    await untilWorkers(5);
  }, 60_000);

  it('answers at the same address after all workers were killed', async () => {
    const url = await serve(2);
    for (const pid of workerIds()) process.kill(pid, 'SIGKILL');
    await untilWorkers(4);
    await vi.waitFor(async () => expect((await fetch(`${url}/livez`)).status).toBe(200), {
      timeout: 20_000,
    });
  }, 60_000);
});
