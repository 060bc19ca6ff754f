/** A database on a file system that is full, becomes read-only, or fails with EIO. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';

import { useScratch } from '../cli/scratch.ts';
import { callTeller } from '../teller.ts';
import { createDiskTenant, DiskService } from './disk-service.ts';
import { MountedDisk } from './mounted-disk.ts';

const WRITES = 10;
const ROWS =
  'timestamp,asset,type,amount,status,txid\n2000000000000,BTC,deposit,1.5,completed,tx-1\n';
/** More than the disk has left. */
const FILLER_BYTES = 32 * 2 ** 20;
const TIMEOUT_MS = 120_000;

const scratch = useScratch();
let disk: MountedDisk | undefined;
let service: DiskService | undefined;
let refusal = '';

beforeEach(() => {
  service = undefined;
  try {
    disk = MountedDisk.create(scratch.folder);
    scratch.variables['TELLER_DATABASE_URL'] = join(disk.folder, 'teller.db');
  } catch (error) {
    disk = undefined;
    refusal = `no file system can be mounted here: ${(error as Error).message}`;
  }
});
afterEach(async () => {
  await service?.stop();
  disk?.remove();
});

/** Returns the disk; skips the test with the reason if there is none. */
function requireDisk({ skip }: TestContext): MountedDisk {
  return disk ?? skip(refusal);
}

/** Starts the service, and makes a number of changes that succeed. */
async function start(): Promise<DiskService> {
  const tenant = await createDiskTenant(scratch, ROWS);
  service = await DiskService.start(scratch.variables, tenant);
  for (let count = 0; count < WRITES; count += 1) expect(await service.write()).toBe(201);
  expect(await service.read()).toBe(200);
  return service;
}

/** Makes changes and reads while the disk fails. Returns their statuses. */
async function use(failing: DiskService) {
  const statuses = { writes: new Set<number>(), reads: new Set<number>() };
  for (let count = 0; count < WRITES; count += 1) {
    statuses.writes.add(await failing.write());
    statuses.reads.add(await failing.read());
  }
  return statuses;
}

const runDoctor = async (): Promise<number> =>
  (await callTeller(['doctor'], scratch.variables)).code!;

/** Returns the line of `teller doctor` about the disk. */
async function findDisk(): Promise<string | undefined> {
  const { stdout } = await callTeller(['doctor'], scratch.variables);
  return stdout.split('\n').find((line) => line.includes('disk: '));
}

describe('a disk', { timeout: TIMEOUT_MS }, () => {
  it('that is full refuses changes with 503, serves reads, and recovers when it has space', async (context) => {
    const { folder } = requireDisk(context);
    const running = await start();
    const filler = join(folder, 'filler');
    expect(() => writeFileSync(filler, Buffer.alloc(FILLER_BYTES))).toThrow('ENOSPC');
    const { writes, reads } = await use(running);
    expect([...writes]).toContain(503);
    expect([...writes].filter((status) => ![201, 503].includes(status))).toEqual([]);
    expect(reads).toEqual(new Set([200]));
    expect(await runDoctor()).toBe(1);
    expect(await findDisk()).toBe(
      `FAILED  disk: the disk of ${folder} is full (ENOSPC): changes and synchronisation fail; free space on it`,
    );
    rmSync(filler);
    await expect.poll(() => running.write()).toBe(201);
    expect(await runDoctor()).toBe(0);
    expect(await findDisk()).toBe(`ok      disk: ${folder} has space for changes`);
  });

  it('that becomes read-only refuses changes with 503, and serves reads', async (context) => {
    const failing = requireDisk(context);
    const running = await start();
    const before = await running.countOrganizations();
    failing.failReadOnly();
    const { writes, reads } = await use(running);
    expect(writes).toEqual(new Set([503]));
    expect([...reads].filter((status) => ![200, 503].includes(status))).toEqual([]);
    await restart(failing, running, before);
  });

  it('that fails with EIO acknowledges no change, and has all that were acknowledged before', async (context) => {
    const failing = requireDisk(context);
    const running = await start();
    const before = await running.countOrganizations();
    const restore = failing.failWrites();
    const { writes, reads } = await use(running);
    expect(writes).toEqual(new Set([503]));
    expect([...reads].filter((status) => ![200, 503].includes(status))).toEqual([]);
    await restart(failing, running, before, restore);
  });
});

/** Repairs the disk as at a start of the machine, and expects the organizations that were acknowledged. */
async function restart(
  failing: MountedDisk,
  running: DiskService,
  acknowledged: number,
  restore: () => void = () => undefined,
): Promise<void> {
  await running.stop();
  service = undefined;
  failing.unmount();
  restore();
  failing.repair();
  failing.mount();
  expect(await runDoctor()).toBe(0);
  service = await running.startAgain(scratch.variables);
  expect(await service.countOrganizations()).toBe(acknowledged);
  expect(await service.write()).toBe(201);
}
