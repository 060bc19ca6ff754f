import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, it } from 'vitest';

import { findFreePort } from '../test/free-port.ts';
import { useScratch } from '../test/scratch.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const scratch = useScratch();
let started: ChildProcess | undefined;
afterEach(() => void started?.kill('SIGKILL'));

/** Runs a tool of this folder. Its output grows while it runs. */
function startTool(file: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = [join(ROOT, 'tools', file), ...argv];
  started = spawn(process.execPath, command, { env: { ...process.env, ...env } });
  const output = { text: '' };
  for (const stream of [started.stdout, started.stderr]) {
    stream?.on('data', (chunk: Buffer) => void (output.text += chunk.toString()));
  }
  return { child: started, output };
}

it('npm run dev keeps keys and data while a changed source restarts the service', async () => {
  const ports = await Promise.all(Array.from({ length: 4 }, findFreePort));
  const [service = '', manage = '', explorer = '', exchanges = ''] = ports.map(String);
  const argv = ['--port', service, '--manage-port', manage, '--explorer-port', explorer];
  const { child, output } = startTool('dev.ts', [...argv, '--simulator-port', exchanges], {
    TELLER_DEV_FOLDER: scratch.folder,
    TELLER_LOG_LEVEL: 'warn',
  });
  await expect.poll(() => output.text, { timeout: 30_000 }).toContain('Ctrl-C ends everything');
  const link = new URL(/http:\S+#connect\S+/.exec(output.text)?.[0] ?? '');
  const credentials = new URLSearchParams(link.hash.replace('#connect?', ''));
  const headers = {
    'x-svc-api-key': credentials.get('apiKey') ?? '',
    'x-svc-org-id': credentials.get('orgId') ?? '',
    'x-svc-project-id': credentials.get('projectId') ?? '',
    'x-svc-wallet-id': credentials.get('walletId') ?? '',
  };
  const read = async (): Promise<number> => {
    const response = await fetch(`${link.origin}/v0/wallet/transactions`, { headers });
    return response.status;
  };
  // Through vite, after the first synchronisation.
  await expect.poll(read, { timeout: 30_000 }).toBe(200);
  expect(await (await fetch(link.origin)).text()).toContain('/@vite/client');
  const now = new Date();
  utimesSync(join(ROOT, 'src/domain/duration.ts'), now, now);
  await expect.poll(() => output.text, { timeout: 30_000 }).toContain('Restarted the service');
  expect(await read()).toBe(200);
  child.kill('SIGINT');
  await once(child, 'exit');
  for (const port of [service, manage, explorer, exchanges]) {
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  }
});

it('npm run simulator prints the URL and a key for each exchange', async () => {
  const { child, output } = startTool('run-simulator.ts', ['--port', '0', '--rows', '5', '--json']);
  await expect.poll(() => output.text).toContain('\n');
  const { url, keys } = JSON.parse(output.text) as { url: string; keys: Record<string, object> };
  expect(Object.keys(keys)).toHaveLength(12);
  const response = await fetch(`${url}https://api.kraken.com/0/public/Time`);
  expect(await response.json()).toMatchObject({ error: [] });
  child.kill('SIGTERM');
  await once(child, 'exit');
});
