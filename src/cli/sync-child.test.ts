import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { isAlive } from '../../test/cli/long-running.ts';
import { useScratch } from '../../test/scratch.ts';

const MODULE = new URL('sync-child.ts', import.meta.url).href;

const scratch = useScratch();

it('the sync worker is killed when the service exits without an orderly end', async () => {
  const [worker, service] = ['worker.mjs', 'service.mjs'].map((name) => join(scratch.folder, name));
  writeFileSync(worker!, 'setInterval(() => {}, 1000);');
  // A file: a process passes the script of its options on to its children.
  const script = `const { createSyncChild } = await import('${MODULE}');
    const logger = { info: ({ pid }) => process.send(pid), warn: () => {} };
    createSyncChild({ mainPath: '${worker}', env: {}, now: Date.now }, logger).start();
    process.once('message', () => process.exit(7));`;
  writeFileSync(service!, script);
  const child = spawn(process.execPath, [service!], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [pid] = (await once(child, 'message')) as [number];
  try {
    expect(isAlive(pid)).toBe(true);
    child.send('exit');
    expect(await once(child, 'exit')).toEqual([7, null]);
    await expect.poll(() => isAlive(pid)).toBe(false);
  } finally {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
});
