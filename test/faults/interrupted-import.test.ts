/** An interrupted import stores nothing. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';

import { askTeller, startTeller } from '../teller.ts';
import { createImportsWallet, shareScratch } from '../cli/scratch.ts';

/** They take most of a second to store, so that a busy machine notices the beginning before the end. */
const ROWS = 40_000;
const WAIT_MS_MAX = 60_000;

const scratch = shareScratch();
let walletId: string;
let file: string;
beforeAll(async () => {
  ({ walletId } = await createImportsWallet(scratch.variables));
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `${2e12 + index},X,deposit,${index},completed`,
  );
  file = scratch.write('long.csv', ['timestamp,asset,type,amount,status', ...lines].join('\n'));
});

function startImport(input: string) {
  const args = ['import', '--wallet', walletId, input];
  const child = startTeller(args, scratch.variables);
  const ended = Promise.all([text(child.stderr!), once(child, 'close')]);
  return { child, ended };
}

/** Waits until the import has the write lock, with which it stores rows. */
async function waitForStoring(): Promise<void> {
  const database = new DatabaseSync(scratch.variables['TELLER_DATABASE_URL']!, { timeout: 0 });
  const untilMs = performance.now() + WAIT_MS_MAX;
  while (performance.now() < untilMs) {
    try {
      database.exec('BEGIN IMMEDIATE; ROLLBACK');
    } catch {
      database.close();
      return;
    }
    await sleep(1);
  }
  throw new Error('the import did not begin to store rows');
}

async function expectNothingStored(): Promise<void> {
  using database = new DatabaseSync(scratch.variables['TELLER_DATABASE_URL']!);
  for (const table of ['wallet_transaction', 'wallet_import']) {
    expect(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()).toEqual({ rows: 0 });
  }
  expect(await askTeller(['doctor'], scratch.variables)).toMatchObject({ ok: true });
}

describe('teller import', { timeout: 60_000 }, () => {
  it('reports that nothing was stored if it is interrupted while it reads', async () => {
    const { child, ended } = startImport('-');
    // More than a pipe holds, so that the import has read a part of it when all is written.
    const text = `timestamp,asset,type,amount,status\n${'2000000000000,X,deposit,1,completed\n'.repeat(20_000)}`;
    await new Promise((resolve) => child.stdin!.write(text, resolve));
    child.kill('SIGINT');
    const [stderr, [code]] = await ended;
    expect([code, stderr]).toEqual([
      1,
      'teller: standard input: interrupted. Nothing was stored\n',
    ]);
    await expectNothingStored();
  });

  it('reports that nothing was stored if it is interrupted while it stores', async () => {
    const { child, ended } = startImport(file);
    await waitForStoring();
    child.kill('SIGINT');
    const [stderr, [code]] = await ended;
    // Lines of progress come first if the import is slow.
    const message = expect.stringMatching(
      /^teller: long\.csv: interrupted\. Nothing was stored\n$/m,
    );
    expect([code, stderr]).toEqual([1, message]);
    await expectNothingStored();
  });

  it('stores nothing if it is killed while it stores, and can be repeated', async () => {
    const { child, ended } = startImport(file);
    await waitForStoring();
    child.kill('SIGKILL');
    await ended;
    await expectNothingStored();
    const again = ['import', '--wallet', walletId, file];
    expect(await askTeller(again, scratch.variables)).toMatchObject({ rows: ROWS, added: ROWS });
  });
});
