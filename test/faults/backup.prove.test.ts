/** Backups and restores while another process writes. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';

import { createImportsWallet, useScratch } from '../cli/scratch.ts';
import { callTeller, countTransactions, importRow, runTeller, startTeller } from '../teller.ts';

const ROWS = 40_000;

const scratch = useScratch();
let walletId: string;
beforeEach(async () => {
  ({ walletId } = await createImportsWallet(scratch.variables));
});

const countRows = (variables = scratch.variables) => countTransactions(walletId, variables);

it('a backup is a consistent snapshot while rows are written, and does not block the writer', async () => {
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `${2e12 + index},X,deposit,${index},completed`,
  );
  const rows = ['timestamp,asset,type,amount,status', ...lines].join('\n');
  const args = ['import', '--wallet', walletId, scratch.write('rows.csv', rows)];
  const child = startTeller(args, scratch.variables);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const counts: number[] = [];
  for (let copy = 0; copy < 3; copy += 1) {
    const file = join(scratch.folder, `copy-${copy}.db`);
    expect((await runTeller(['backup', file], scratch.variables)).code).toBe(0);
    const restored = join(scratch.folder, `back-${copy}.db`);
    copyFileSync(join(scratch.folder, 'teller.db.key'), `${restored}.key`);
    const variables = { TELLER_DATABASE_URL: restored };
    expect((await runTeller(['restore', file], variables)).code).toBe(0);
    expect((await callTeller(['doctor'], variables)).code).toBe(0);
    counts.push(await countRows(variables));
  }
  expect(await ended).toBe(0);
  expect(counts.filter((count) => count !== 0 && count !== ROWS)).toEqual([]);
}, 60_000);

it('a restore waits for a lock, and changes nothing if it does not get the lock', async () => {
  const backup = join(scratch.folder, 'backup.db');
  expect((await callTeller(['backup', backup], scratch.variables)).code).toBe(0);
  await importRow(walletId, scratch.variables);
  const database = new DatabaseSync(join(scratch.folder, 'teller.db'));
  database.exec('BEGIN IMMEDIATE');
  const refused = await runTeller(['restore', '--force', backup], scratch.variables);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/teller.db.*locked/) });
  expect(await countRows()).toBe(1);
  setTimeout(() => database.exec('COMMIT'), 1000);
  expect((await runTeller(['restore', '--force', backup], scratch.variables)).code).toBe(0);
  database.close();
  expect(await countRows()).toBe(0);
}, 40_000);
