import { spawn } from 'node:child_process';

import { afterEach, expect, it, vi } from 'vitest';

import { SupervisedChild } from '../../src/cli/supervised-child.ts';

/** How long each child has lived by the clock that is passed in, the first one first. */
const LIVES_MS = [0, 59_999, 60_000, 0];

let child: SupervisedChild | undefined;
afterEach(() => child?.kill());

it('is restarted later each time it dies early, and after a second if it lived for a minute', async () => {
  const delays: unknown[] = [];
  let readings = 0;
  child = new SupervisedChild({
    name: 'child',
    spawn: () => spawn(process.execPath, ['-e', '']),
    // Read when a child starts and when it ends.
    now: () => {
      readings += 1;
      return readings % 2 === 1 ? 0 : LIVES_MS[readings / 2 - 1]!;
    },
    logger: {
      info: () => undefined,
      warn: (fields) => delays.push((fields as { delayMs: number }).delayMs),
    },
  });
  child.start();
  await vi.waitFor(() => expect(delays).toHaveLength(4), { timeout: 20_000 });
  expect(delays).toEqual([1000, 2000, 1000, 2000]);
});
