/** A restore while another process uses the database. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { headersOf, startService } from '../teller.ts';
import { type BackupHarness, createBackupHarness } from './backup-harness.ts';

const WAIT = { timeout: 10_000, interval: 20 };

let scratch: BackupHarness;
beforeEach(async () => {
  scratch = await createBackupHarness();
});
afterEach(() => scratch.remove());

it('is served by a running service immediately after the restore', async () => {
  const { tenant, walletId, backup, run, importRows } = scratch;
  const service = await startService(scratch.variables);
  const ask = async () => {
    const answer = await fetch(`${service.url}/v0/wallet/transactions`, {
      headers: headersOf(tenant, walletId),
    });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { pagination: { totalCount: number } }).pagination.totalCount;
  };
  expect((await run(['backup', backup])).code).toBe(0);
  await importRows(1000, 5);
  await vi.waitFor(async () => expect(await ask()).toBe(25), WAIT);
  expect((await run(['restore', '--force', backup])).code).toBe(0);
  await vi.waitFor(async () => expect(await ask()).toBe(20), WAIT);
  await importRows(2000, 1);
  await vi.waitFor(async () => expect(await ask()).toBe(21), WAIT);
  await service.stop();
});

it('moves an unreadable database aside with --force, while a service runs', async () => {
  const { tenant, walletId, backup, run, listAll } = scratch;
  expect((await run(['backup', backup])).code).toBe(0);
  const before = await listAll();
  const service = await startService(scratch.variables);
  for (const damage of [Buffer.alloc(100_000, 7), Buffer.alloc(200)]) {
    writeFileSync(join(scratch.folder, 'teller.db'), damage);
    const refused = await run(['restore', backup]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/--force/) });
    const { code, stderr } = await run(['restore', '--force', backup]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/the previous database could not be read and was moved to \S+/),
    ]);
    expect(await listAll()).toBe(before);
    const url = `${service.url}/v0/wallet/transactions`;
    const ask = () => fetch(url, { headers: headersOf(tenant, walletId) });
    await vi.waitFor(async () => expect((await ask()).status).toBe(200), WAIT);
  }
  await service.stop();
  const aside = readdirSync(scratch.folder).filter((name) => /replaced-.*Z$/.test(name));
  expect(aside).toHaveLength(2);
});

it('does not move a database aside that another process has locked', async () => {
  const { backup, run, listAll } = scratch;
  expect((await run(['backup', backup])).code).toBe(0);
  const before = readdirSync(scratch.folder);
  const holder = new DatabaseSync(join(scratch.folder, 'teller.db'));
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
  const { code, stderr } = await run(['restore', '--force', backup]);
  holder.close();
  expect([code, stderr]).toEqual([1, expect.stringContaining('locked')]);
  expect(readdirSync(scratch.folder).toSorted()).toEqual(before.toSorted());
  expect(await listAll()).toContain('19.10');
});
