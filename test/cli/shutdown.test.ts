import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { startTeller } from '../teller.ts';
import { createScratch, type Scratch } from './scratch.ts';
import { SteadyCallers } from './steady-callers.ts';

const ROUNDS = 3;
const CALLERS = { fresh: 16, keepAlive: 16 };

let scratch: Scratch;
let child: ChildProcess | undefined;
beforeEach(() => {
  scratch = createScratch();
});
afterEach(() => {
  child?.kill('SIGKILL');
  scratch.remove();
});

/** Starts the service and returns its address. */
async function serve(): Promise<string> {
  const args = ['serve', '--no-sync', '--port', '0', '--json'];
  child = startTeller(args, scratch.variables);
  child.stderr!.resume();
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string };
  return url;
}

/** Resolves when so many more requests were answered. */
async function untilAnswered(callers: SteadyCallers, count: number): Promise<void> {
  const target = callers.answered + count;
  await vi.waitFor(() => expect(callers.answered).toBeGreaterThan(target), { timeout: 20_000 });
}

describe('teller serve under load', () => {
  it('loses no request when SIGTERM is sent to its process', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const callers = new SteadyCallers(await serve(), CALLERS);
      await untilAnswered(callers, 200);
      child!.kill('SIGTERM');
      expect(await once(child!, 'exit')).toEqual([0, null]);
      await callers.whenEnded();
      expect(callers.losses).toEqual([]);
    }
  }, 60_000);
});
