import { DatabaseSync } from 'node:sqlite';

import { beforeAll, describe, expect, it } from 'vitest';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { claim } from '../store/contract/fixtures.ts';
import { callTeller, importRow, runTeller } from '../teller.ts';
import { createImportsWallet, createWallet, shareScratch } from './scratch.ts';

/** More than two pages of `--all`. */
const ROWS = 2500;
const START_MS = Date.UTC(2024, 0, 1);

const scratch = shareScratch();
let walletId: string;
beforeAll(async () => {
  ({ walletId } = await createImportsWallet(scratch.variables));
  await importRows(walletId, ROWS);
});

const list = (...args: readonly string[]) =>
  callTeller(['transactions', '--wallet', walletId, ...args], scratch.variables);
const readLines = (text: string): readonly string[] => text.trimEnd().split('\n');

/** Imports deposits, one for each second; every fifth is in ETH. */
async function importRows(wallet: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({
    asset: at % 5 === 0 ? 'ETH' : 'BTC',
    type: 'deposit',
    status: 'completed',
    amount: `0.${String(at + 1).padStart(20, '0')}`,
    timestamp: START_MS + at * 1000,
  }));
  const file = scratch.write('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
  const run = await callTeller(['import', '--wallet', wallet, file], scratch.variables);
  expect(run).toMatchObject({ code: 0 });
}

describe('teller transactions and teller balance', () => {
  it('refuse a wallet that was never synchronised, and one that stopped, unless it has imports', async () => {
    const { walletId: fresh } = await createWallet(scratch.variables);
    const ask = async (command: string): Promise<unknown[]> => {
      const run = await callTeller([command, '--wallet', fresh, '--json'], scratch.variables);
      const { error } = JSON.parse(run.stdout) as { error?: { code: string; message: string } };
      return [run.code, error?.code, error?.message];
    };
    const advice = `teller sync --once --wallet ${fresh}`;
    const never = `${fresh} was never synchronised`;
    const notSynced = [1, 'wallet_not_synced', `${never}; run: ${advice}`];
    for (const command of ['transactions', 'balance']) {
      expect(await ask(command)).toEqual(notSynced);
    }
    const store = openSqliteStore({ path: scratch.variables['TELLER_DATABASE_URL']! });
    const lease = await store.claimWallet({ nowMs: 1, untilMs: 2, walletId: fresh });
    const failure = { code: 'exchange_key_refused', message: 'Invalid key.', atMs: 1 };
    await store.recordOutcome(lease!, { nextRunAtMs: null, failure });
    const stopped = [
      1,
      'wallet_stopped',
      expect.stringMatching(`${never}: Invalid key. .*${advice}`),
    ];
    for (const command of ['transactions', 'balance']) expect(await ask(command)).toEqual(stopped);
    await importRows(fresh, 1);
    expect(await ask('transactions')).toEqual([0, undefined, undefined]);
    expect(await ask('balance')).toEqual(stopped);
    await store.changeWallet(fresh, { paused: true }, 1);
    await store.close();
    const resume = expect.stringContaining(`${never}, and is paused; run: teller wallet resume`);
    expect(await ask('balance')).toEqual([1, 'wallet_stopped', resume]);
  });
});

it('teller transactions --json accepts --format json, and no other format', async () => {
  const show = (...format: string[]) =>
    callTeller(['transactions', '--wallet', walletId, '--json', ...format], scratch.variables);
  const plain = await show();
  expect(plain.code).toBe(0);
  expect(await show('--format', 'json')).toEqual(plain);
  const { code, stdout } = await show('--format', 'csv');
  const { error } = JSON.parse(stdout) as { error: { message: string } };
  expect([code, error.message]).toEqual([2, '--json and --format csv cannot be combined']);
});

it('teller transactions writes a line for each row of a CSV of one field, also for missing values', async () => {
  for (const pages of [['--limit', '7'], ['--all']]) {
    const { stdout } = await list(...pages, '--format', 'csv', '--fields', 'txid');
    const count = pages.includes('--all') ? ROWS : 7;
    // Readers of CSV skip empty lines.
    expect(stdout).toBe(`txid\n${'""\n'.repeat(count)}`);
  }
});

describe('teller transactions --all', () => {
  it('writes every row as CSV once, newest first, with ISO times', async () => {
    const options = ['--all', '--format', 'csv', '--fields', 'amount,timestamp'];
    const { stdout, stderr } = await runTeller(
      ['transactions', '--wallet', walletId, ...options],
      scratch.variables,
    );
    const [header, ...records] = readLines(stdout);
    expect(header).toBe('amount,timestamp');
    expect(records).toHaveLength(ROWS);
    expect(records[0]).toBe('0.00000000000000002500,2024-01-01T00:41:39.000Z');
    expect(records.at(-1)).toBe('0.00000000000000000001,2024-01-01T00:00:00.000Z');
    expect(new Set(records).size).toBe(ROWS);
    expect(stderr).toBe('');
  });

  it('ends the JSON value with the error if a later page cannot be read', async () => {
    using database = new DatabaseSync(scratch.variables['TELLER_DATABASE_URL']!);
    database.exec(`UPDATE wallet_transaction SET checksum = checksum + 1 WHERE time = ${START_MS}`);
    const { code, stdout, stderr } = await list('--all', '--json');
    database.exec(`UPDATE wallet_transaction SET checksum = checksum - 1 WHERE time = ${START_MS}`);
    const value = JSON.parse(stdout) as { transactions: unknown[]; error: { message: string } };
    expect(value.transactions).toHaveLength(2000);
    expect([code, value.error]).toMatchObject([1, { code: 'store_unavailable' }]);
    expect(stderr).toBe(`teller: ${value.error.message}\n`);
  });

  it('writes the same rows as JSON Lines and as one JSON value, with every digit', async () => {
    const lines = readLines((await list('--all', '--format', 'jsonl')).stdout);
    const { stdout } = await list('--all', '--json');
    const pagination = `{"totalCount":${ROWS},"page":0,"limit":${ROWS},"pageCount":1}`;
    expect(stdout).toBe(`{"transactions":[${lines.join(',')}],"pagination":${pagination}}\n`);
    expect(lines[0]).toContain('"amount":0.00000000000000002500,');
  });

  it('writes every row of a table, with the columns of the chosen fields', async () => {
    const { stdout } = await list('--all', '--format', 'table', '--fields', 'id,amount');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^ID +AMOUNT$/);
    expect(lines.filter((line) => line.startsWith('tx_'))).toHaveLength(ROWS);
  });

  it('writes the rows that match the filters', async () => {
    const { stdout } = await list(
      '--all',
      '--asset',
      'ETH',
      '--since',
      '2024-01-01T00:10:00Z',
      '--format',
      'jsonl',
    );
    const rows = readLines(stdout).map((line) => JSON.parse(line) as { asset: string });
    expect(rows).toHaveLength((ROWS - 600) / 5);
    expect(new Set(rows.map(({ asset }) => asset))).toEqual(new Set(['ETH']));
  });

  it('writes only the header of CSV or the JSON envelope if no row matches', async () => {
    const none = ['--all', '--asset', 'XRP'];
    for (const part of [none, none.slice(1)]) {
      expect(await list(...part, '--format', 'jsonl')).toMatchObject({ code: 0, stdout: '' });
    }
    expect((await list(...none, '--format', 'csv', '--fields', 'id')).stdout).toBe('id\n');
    expect(JSON.parse((await list(...none, '--json')).stdout)).toMatchObject({ transactions: [] });
  });

  it('refuses --limit, --page, and a table of more than 10,000 rows', async () => {
    expect(await list('--all', '--limit', '5')).toMatchObject({ code: 2 });
    expect(await list('--all', '--page', '1')).toMatchObject({ code: 2 });
    const other = await createWallet(scratch.variables);
    await importRows(other.walletId, 10_001);
    const run = await callTeller(
      ['transactions', '--wallet', other.walletId, '--all'],
      scratch.variables,
    );
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/10,001 transactions are too many for a table; use --format csv/);
    const page = ['transactions', '--wallet', other.walletId, '--limit', '1'];
    expect((await callTeller(page, scratch.variables)).stdout).toContain(
      '1 of 10,001 transactions',
    );
  });
});

describe('teller transactions', () => {
  it.each(['csv', 'jsonl', 'json'])(
    'reports that %s contains only a part of the list',
    async (format) => {
      const { stderr } = await list('--limit', '7', '--format', format);
      expect(stderr).toBe('These are 7 of 2,500 transactions; --all lists all of them\n');
    },
  );

  it('reports once that a table is only a part of the list', async () => {
    const { stdout, stderr } = await list('--limit', '7', '--format', 'table');
    expect(stdout).toContain('7 of 2,500 transactions');
    expect(stderr).toBe('--all lists all of them\n');
  });

  it('reports nothing if the list is complete', async () => {
    const { stderr } = await list('--since', '2024-01-01T00:41:35Z');
    expect(stderr).toBe('');
  });
});

describe.each([{ all: [] }, { all: ['--all'] }])('teller transactions, with $all,', ({ all }) => {
  it.each(['table', 'json', 'jsonl', 'csv'])(
    'warns on standard error with --format %s what the rows do not show',
    async (format) => {
      const { walletId: other } = await createWallet(scratch.variables);
      await importRow(other, scratch.variables);
      const args = ['transactions', '--wallet', other, '--format', format, ...all];
      const run = () => callTeller(args, scratch.variables);
      const imported = await run();
      expect(imported.stderr).toBe(
        'warning: the wallet was never synchronised: only imported transactions are listed; ' +
          `run: teller sync --once --wallet ${other}\n`,
      );
      const store = openSqliteStore({ path: scratch.variables['TELLER_DATABASE_URL']! });
      const lease = await claim(store, other);
      await store.recordOutcome(lease, { nextRunAtMs: null, syncedAtMs: 0 });
      const failure = { code: 'exchange_key_refused', message: 'Invalid key.', atMs: 1 };
      await store.recordOutcome(lease, { nextRunAtMs: null, failure });
      await store.releaseLease(lease);
      await store.close();
      const stopped = await run();
      expect(stopped.stderr).toBe(
        'warning: the last synchronisation failed (exchange_key_refused), and is not retried: ' +
          `the data is of 1970-01-01T00:00:00.000Z; see: teller wallet show ${other}\n` +
          'warning: the history is incomplete: older transactions were not read yet\n',
      );
      expect(stopped).toEqual({ ...imported, stderr: stopped.stderr });
    },
  );
});
