/**
 * Limits what the system gives to a running service: the length of a file, beyond which the system writes a part and then
 * nothing, as on a full disk, and the number of open files. Reads continue or return 503, and the service recovers automatically.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { Agent, get } from 'node:http';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createImportsWallet, createScratch, type Scratch } from '../cli/scratch.ts';
import { askTeller, callTeller, startTeller } from '../teller.ts';

/** Of util-linux: changes the limits of a running process. */
const PRLIMIT = '/usr/bin/prlimit';
const LONG_NAME = 'x'.repeat(200);
const WRITES = 40;
/** Less than the writes below need. */
const BYTES_LEFT = 100_000;

let scratch: Scratch;
let child: ChildProcess;
let urls: { readonly url: string; readonly manageUrl: string };
let key = '';
let reader: Record<string, string> = {};
let rows = '';

beforeEach(async () => {
  scratch = createScratch();
  const { variables } = scratch;
  const { orgId, projectId, apiKey, walletId } = await createImportsWallet(variables);
  rows = scratch.write('rows.csv', writeRows(3000));
  const few = scratch.write('few.csv', writeRows(3));
  await askTeller(['import', '--wallet', walletId, few], variables);
  ({ manageKey: key } = await askTeller<{ manageKey: string }>(
    ['manage-key', 'create'],
    variables,
  ));
  reader = {
    'x-svc-api-key': apiKey,
    'x-svc-org-id': orgId,
    'x-svc-project-id': projectId,
    'x-svc-wallet-id': walletId,
  };
  const args = ['serve', '--port', '0', '--manage-port', '0', '--no-sync', '--json'];
  child = startTeller(args, variables);
  child.stderr!.resume();
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  urls = JSON.parse(line.toString()) as typeof urls;
});
afterEach(async () => {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  scratch.remove();
});

function writeRows(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, index) => `${index * 1000},BTC,deposit,1.${index},completed,tx-${index}`,
  );
  return ['timestamp,asset,type,amount,status,txid', ...lines].join('\n');
}

/** Sets a limit of the service. */
function limit(resource: 'fsize' | 'nofile', value: number | 'unlimited'): void {
  execFileSync(PRLIMIT, ['--pid', String(child.pid), `--${resource}=${value}:`]);
}

function read(agent?: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const url = `${urls.url}/v0/wallet/transactions?limit=1`;
  const request = get(url, { headers: reader, agent, timeout: 1000 }, (response) => {
    response.resume().once('end', () => resolve(response.statusCode ?? 0));
  });
  request.once('timeout', () => request.destroy(new Error('no response')));
  request.once('error', reject);
  return promise;
}

async function write(): Promise<number> {
  const response = await fetch(`${urls.manageUrl}/v0/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: LONG_NAME }),
  });
  return response.status;
}

/** Returns the length of the longest file of the database. */
function readLength(): number {
  const path = scratch.variables['TELLER_DATABASE_URL'] ?? '';
  const files = ['', '-wal'].map((suffix) => path + suffix).filter((file) => existsSync(file));
  return Math.max(...files.map((file) => statSync(file).size));
}

/** Returns the number that the next file of the service would get. */
function findFreeDescriptor(): number {
  const used = new Set(readdirSync(`/proc/${child.pid}/fd`).map(Number));
  let free = 0;
  while (used.has(free)) free += 1;
  return free;
}

async function countOrganizations(): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${urls.manageUrl}/v0/organizations?limit=1000`, { headers });
  return ((await response.json()) as { items: readonly unknown[] }).items.length;
}

describe.skipIf(!existsSync(PRLIMIT))('a disk that takes no more', () => {
  it('refuses changes with 503, serves reads, and takes changes again', async () => {
    const before = await countOrganizations();
    limit('fsize', readLength() + BYTES_LEFT);
    const statuses: number[] = [];
    for (let count = 0; count < WRITES; count += 1) {
      statuses.push(await write());
      expect(await read()).toBe(200);
    }
    expect(new Set(statuses)).toEqual(new Set([201, 503]));
    limit('fsize', 'unlimited');
    expect(await write()).toBe(201);
    const accepted = statuses.filter((status) => status === 201).length + 1;
    expect(await countOrganizations()).toBe(before + accepted);
    expect((await callTeller(['doctor'], scratch.variables)).code).toBe(0);
  });

  it('refuses an import as a whole, with a reason', async () => {
    const { variables } = scratch;
    const walletId = reader['x-svc-wallet-id'] ?? '';
    const script = `ulimit -f ${Math.ceil((readLength() + BYTES_LEFT) / 1024)}; exec "$@"`;
    const args = ['import', '--wallet', walletId, rows];
    const limited = await runLimited(script, args);
    expect([limited.code, limited.text]).toEqual([1, expect.stringMatching(/disk/)]);
    const listing = ['transactions', '--wallet', walletId, '--limit', '1'];
    const { pagination } = await askTeller<{ pagination: { totalCount: number } }>(
      listing,
      variables,
    );
    expect(pagination.totalCount).toBe(3);
    expect((await callTeller(['doctor'], variables)).code).toBe(0);
    expect((await callTeller(args, variables)).code).toBe(0);
    expect(await read()).toBe(200);
  });
});

async function runLimited(script: string, args: readonly string[]) {
  const { PATH, HOME } = process.env;
  const own = spawn('bash', ['-c', script, 'bash', 'bin/teller', ...args], {
    env: { PATH, HOME, ...scratch.variables },
  });
  const parts: Buffer[] = [];
  for (const stream of [own.stdout, own.stderr]) {
    stream.on('data', (part: Buffer) => parts.push(part));
  }
  const [code] = (await once(own, 'close')) as [number | null];
  return { code, text: Buffer.concat(parts).toString() };
}

describe.skipIf(!existsSync(PRLIMIT))('a service without a free file descriptor', () => {
  it('answers on its connections, and accepts others again', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await read(agent)).toBe(200);
    limit('nofile', findFreeDescriptor());
    await expect(read()).rejects.toThrow(/no response|ECONNRESET|hang up/);
    expect([200, 503]).toContain(await read(agent));
    limit('nofile', 1024);
    await expect.poll(() => read(agent)).toBe(200);
    await expect.poll(() => read().catch(() => 0)).toBe(200);
    agent.destroy();
  });
});
