import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { useScratch } from '../../test/scratch.ts';
import { explainOpenMode } from './secret-file.ts';

const scratch = useScratch();

it.each([0o640, 0o604, 0o620, 0o601, 0o666])('a file with the mode %o is reported', (mode) => {
  const path = scratch.write('key', 'secret');
  chmodSync(path, mode);
  const shown = mode.toString(8).padStart(4, '0');
  expect(explainOpenMode(path)).toBe(
    `${path} has mode ${shown}: others can open it; run: chmod 600 '${path}'`,
  );
});

it('the command for a file is quoted for the shell', () => {
  const path = scratch.write("operator's key", 'secret');
  chmodSync(path, 0o644);
  const [, command = ''] = explainOpenMode(path)!.split('run: ');
  execFileSync('sh', ['-c', command]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a file that only its owner can open, a missing file and a folder are not reported', () => {
  const path = join(scratch.folder, 'key');
  for (const mode of [0o600, 0o400, 0o700]) {
    scratch.write('key', 'secret');
    chmodSync(path, mode);
    expect(explainOpenMode(path)).toBeUndefined();
    rmSync(path);
  }
  expect(explainOpenMode(path)).toBeUndefined();
  mkdirSync(path);
  chmodSync(path, 0o755);
  expect(explainOpenMode(path)).toBeUndefined();
  // The error of a file whose mode cannot be read is the one of its reader.
  expect(explainOpenMode(`${scratch.folder}/${'x'.repeat(300)}`)).toBeUndefined();
});
