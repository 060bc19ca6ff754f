/** A database file that is lost while its master key remains. */
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { askTeller, callTeller } from '../teller.ts';
import { createScratch, createWallet, type Scratch } from '../cli/scratch.ts';

let scratch: Scratch;
let file: string;

beforeEach(async () => {
  scratch = createScratch();
  file = join(scratch.folder, 'teller.db');
  await createWallet(scratch.variables);
});
afterEach(() => scratch.remove());

const LOSSES: readonly (readonly [string, () => void])[] = [
  ['missing', () => rmSync(file)],
  ['empty', () => truncateSync(file)],
];

it.each(LOSSES)('refuses to create a new database if the file is %s', async (_loss, lose) => {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  lose();
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
