/**
 * Limits what the system gives to a running service: the length of a file, beyond which the system writes a part and then
 * nothing, as on a full disk, and the number of open files. Reads continue or return 503, and the service recovers automatically.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { Agent } from 'node:http';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { useScratch } from '../cli/scratch.ts';
import { callTeller, countTransactions } from '../teller.ts';
import { createDiskTenant, DiskService, type DiskTenant } from './disk-service.ts';

/** Of util-linux: changes the limits of a running process. */
const PRLIMIT = '/usr/bin/prlimit';
const WRITES = 40;
/** Less than the writes below need. */
const BYTES_LEFT = 100_000;
/** A connection that is not accepted gets no response. */
const NO_RESPONSE_MS = 1000;

const scratch = useScratch();
let service: DiskService;
let tenant: DiskTenant;
let rows = '';

beforeEach(async () => {
  rows = scratch.write('rows.csv', writeRows(3000));
  tenant = await createDiskTenant(scratch, writeRows(3));
  service = await DiskService.start(scratch.variables, tenant);
});
afterEach(() => service.stop());

function writeRows(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, index) => `${1.7e12 + index * 1000},BTC,deposit,1.${index},completed,tx-${index}`,
  );
  return ['timestamp,asset,type,amount,status,txid', ...lines].join('\n');
}

/** Sets a limit of the service. */
function limit(resource: 'fsize' | 'nofile', value: number | 'unlimited'): void {
  execFileSync(PRLIMIT, ['--pid', String(service.pid), `--${resource}=${value}:`]);
}

/** Returns the length of the longest file of the database. */
function readLength(): number {
  const path = scratch.variables['TELLER_DATABASE_URL'] ?? '';
  const files = ['', '-wal'].map((suffix) => path + suffix).filter((file) => existsSync(file));
  return Math.max(...files.map((file) => statSync(file).size));
}

/** Returns the number that the next file of the service would get. */
function findFreeDescriptor(): number {
  const used = new Set(readdirSync(`/proc/${service.pid}/fd`).map(Number));
  let free = 0;
  while (used.has(free)) free += 1;
  return free;
}

describe.skipIf(!existsSync(PRLIMIT))('a disk that takes no more', () => {
  it('refuses changes with 503, serves reads, and takes changes again', async () => {
    const before = await service.countOrganizations();
    limit('fsize', readLength() + BYTES_LEFT);
    const statuses: number[] = [];
    for (let count = 0; count < WRITES; count += 1) {
      statuses.push(await service.write());
      expect(await service.read()).toBe(200);
    }
    expect(new Set(statuses)).toEqual(new Set([201, 503]));
    limit('fsize', 'unlimited');
    expect(await service.write()).toBe(201);
    const accepted = statuses.filter((status) => status === 201).length + 1;
    expect(await service.countOrganizations()).toBe(before + accepted);
    expect((await callTeller(['doctor'], scratch.variables)).code).toBe(0);
  });

  it('refuses an import as a whole, with a reason', async () => {
    const { variables } = scratch;
    const walletId = tenant.walletId;
    const script = `ulimit -f ${Math.ceil((readLength() + BYTES_LEFT) / 1024)}; exec "$@"`;
    const args = ['import', '--wallet', walletId, rows];
    const limited = await runLimited(script, args);
    expect([limited.code, limited.text]).toEqual([1, expect.stringMatching(/disk/)]);
    expect(await countTransactions(walletId, variables)).toBe(3);
    expect((await callTeller(['doctor'], variables)).code).toBe(0);
    expect((await callTeller(args, variables)).code).toBe(0);
    expect(await service.read()).toBe(200);
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
    expect(await service.read(agent)).toBe(200);
    limit('nofile', findFreeDescriptor());
    await expect(service.read(undefined, NO_RESPONSE_MS)).rejects.toThrow(
      /no response|ECONNRESET|hang up/,
    );
    expect([200, 503]).toContain(await service.read(agent));
    limit('nofile', 1024);
    await expect.poll(() => service.read(agent)).toBe(200);
    await expect.poll(() => service.read().catch(() => 0)).toBe(200);
    agent.destroy();
  });
});
