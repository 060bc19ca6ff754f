/** The server of the tests, which must end with them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { expect, it } from 'vitest';

const PROCESS = new URL('postgres-process.ts', import.meta.url).href;
/** A script that starts a server like a run of the tests, and is then killed. */
const SCRIPT = `
  const { PostgresProcess } = await import(${JSON.stringify(PROCESS)});
  process.stdout.write((await PostgresProcess.start()).url);
  setInterval(() => undefined, 1000);
`;
const END_MS_MAX = 5000;

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

it('ends with the tests, and its folder is removed, even if they are killed', async () => {
  const args = ['--input-type=module-typescript', '-e', SCRIPT];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  const client = new pg.Client(url.toString());
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const folder = rows[0]!.data_directory;
  expect(existsSync(folder)).toBe(true);

  process.kill(-child.pid!, 'SIGKILL');
  const deadlineMs = performance.now() + END_MS_MAX;
  while ((await canConnect(url.toString())) || existsSync(folder)) {
    expect(performance.now()).toBeLessThan(deadlineMs);
    await sleep(50);
  }
});
