import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const GENERATOR = fileURLToPath(new URL('../../tools/generate-docs.ts', import.meta.url));

it('has up-to-date generated pages in docs/', () => {
  const { status, stderr } = spawnSync(process.execPath, [GENERATOR, '--check'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
