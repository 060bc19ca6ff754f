/** A database file that is lost while its master key remains. */
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import { createWallet, useScratch } from '../cli/scratch.ts';

const scratch = useScratch();
let file: string;

beforeEach(async () => {
  file = join(scratch.folder, 'teller.db');
  await createWallet(scratch.variables);
});

const LOSSES: readonly (readonly [string, () => void])[] = [
  ['missing', () => rmSync(file)],
  ['empty', () => truncateSync(file)],
];

/** Loses the database with the files next to it. */
function loseWithLog(lose: () => void): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  lose();
}

it.each(LOSSES)('refuses to create a new database if the file is %s', async (_loss, lose) => {
  loseWithLog(lose);
  for (const args of [
    ['wallet', 'list'],
    ['serve', '--port', '0'],
    ['sync', '--once'],
    ['migrate'],
    ['doctor'],
  ]) {
    const { code, stdout, stderr } = await callTeller(args, scratch.variables);
    const shown = stdout + stderr;
    expect([args[0], code]).toEqual([args[0], 1]);
    expect(shown).toContain('is missing or empty, but its master key');
    expect(shown).toContain('teller restore');
  }
});

it('accepts a backup that is put back', async () => {
  const backup = join(scratch.folder, 'backup.db');
  await askTeller(['backup', backup], scratch.variables);
  rmSync(file);
  await askTeller(['restore', backup], scratch.variables);
  expect(await askTeller(['wallet', 'list'], scratch.variables)).toMatchObject({ wallets: [{}] });
});

it.each(LOSSES)(
  'still refuses if the file is %s and a backup could not be restored',
  async (_loss, lose) => {
    const backup = join(scratch.folder, 'backup.db');
    await askTeller(['backup', backup], scratch.variables);
    const changed = new DatabaseSync(backup);
    changed.exec('CREATE TABLE other (a)');
    changed.close();
    loseWithLog(lose);
    const refused = await callTeller(['restore', backup], scratch.variables);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('was changed') });
    expect(statSync(file, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    expect(await callTeller(['org', 'list'], scratch.variables)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is missing or empty, but its master key'),
    });
  },
);

it('does not restore over a file that another process has created meanwhile', async () => {
  const { restoreDatabase } = await import('../../src/store/sqlite/restore.ts');
  const backup = join(scratch.folder, 'backup.db');
  await askTeller(['backup', backup], scratch.variables);
  loseWithLog(() => rmSync(file));
  const running = restoreDatabase(backup, file, false);
  writeFileSync(file, 'of another process');
  await expect(running).rejects.toThrow(/has created .* meanwhile/);
  expect(readFileSync(file, 'utf8')).toBe('of another process');
});

it('does not apply the log of a lost database to the backup', async () => {
  const backup = join(scratch.folder, 'backup.db');
  await askTeller(['backup', backup], scratch.variables);
  const listed = await askTeller(['org', 'list'], scratch.variables);
  const user = new DatabaseSync(file);
  user.exec("UPDATE organization SET name = 'only in the log'");
  rmSync(file);
  expect(await askTeller(['restore', backup], scratch.variables)).toMatchObject({ walletCount: 1 });
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(await askTeller(['org', 'list'], scratch.variables)).toEqual(listed);
  user.close();
});
