/** `npm run prove` for a promise whose tests cannot run here. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const RUN = fileURLToPath(new URL('run.ts', import.meta.url));

it('npm run prove reports a promise whose tests were skipped as not proved', async () => {
  const { PATH, HOME, TMPDIR } = process.env;
  // Without the variables that name the proxies, their tests are skipped.
  const child = spawn(process.execPath, [RUN, '--only', 'proxies'], {
    env: { PATH, HOME, TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect(stdout).toMatch(
    /^1 of subjects: 1 not proved\n {2}proxies, seeds from 1: not proved: \d\d tests were skipped; 3 passed, 0 failed\n$/,
  );
  expect(stderr).toContain('SKIP proxies');
  expect(code).toBe(2);
}, 120_000);
