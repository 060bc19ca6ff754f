import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, it } from 'vitest';

const MODULE = new URL('stop-signal.ts', import.meta.url).href;

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGQUIT', 131],
  ['SIGTERM', 143],
] as const)(
  'a command that %s ends runs its exit handlers, and has the exit code %i of a shell',
  async (signal, code) => {
    const script = `import { exitAtSignal } from '${MODULE}';
      exitAtSignal();
      process.once('exit', () => console.log('cleaned up'));
      setInterval(() => {}, 1000);
      console.log('runs');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(output).toBe('runs\ncleaned up\n');
  },
);
