import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { useScratch } from './scratch.ts';

const scratch = useScratch();

it('says how to install the program if it is not compiled', () => {
  mkdirSync(join(scratch.folder, 'bin'));
  const copy = join(scratch.folder, 'bin/teller');
  cpSync(new URL('../../bin/teller', import.meta.url), copy);
  const { status, stderr } = spawnSync(copy, ['--help'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^teller: .*npm pack.*\n$/)]);
});
