/** `teller doctor` with many wallets that have the same problem. */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { beforeEach, describe, expect, it } from 'vitest';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { addWallet, callTeller, createTenant, type Tenant } from '../teller.ts';
import { CREDENTIALS, useScratch } from './scratch.ts';

const KRAKEN_CREDENTIALS = { apiKey: 'k', secret: 'c2VjcmV0' };
const NOW_MS = 1_700_000_000_000;
const PAGE_BYTES = 4096;

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
}

const scratch = useScratch();
/** A folder without a database. */
const fresh = useScratch();
let tenant: Tenant;
let walletIds: string[];
beforeEach(async () => {
  tenant = await createTenant(scratch.variables);
  walletIds = [];
  for (let count = 0; count < 5; count += 1) {
    walletIds.push(await addWallet(tenant, 'binance', CREDENTIALS, scratch.variables));
  }
});

const run = (args: readonly string[], variables = {}) =>
  callTeller(args, { ...scratch.variables, ...variables });

/** Returns the findings with a name. */
async function ask(name: string, variables = {}) {
  const { code, stdout } = await run(['doctor', '--json'], variables);
  const { ok, checks } = JSON.parse(stdout) as Report;
  return { code, ok, found: checks.filter((check) => check.name === name) };
}

/** Records a synchronisation of a wallet that failed permanently. */
async function stop(walletId: string, code: string): Promise<void> {
  const store = openSqliteStore({ path: scratch.variables['TELLER_DATABASE_URL']! });
  const lease = await store.claimWallet({ nowMs: NOW_MS, untilMs: NOW_MS + 1000, walletId });
  const failure = { code, message: `The message of ${code}.`, atMs: NOW_MS };
  await store.recordOutcome(lease!, { nextRunAtMs: null, failure });
  await store.releaseLease(lease!);
  await store.close();
}

it('lists refused keys of customers in one finding, which is no failure', async () => {
  for (const id of walletIds) await stop(id, 'exchange_key_refused');
  const [first, second, third] = walletIds;
  const detail = `5 wallets, ${first}, ${second}, ${third} and 2 more: The message of exchange_key_refused.`;
  const { code, stdout } = await run(['doctor']);
  expect(code).toBe(0);
  expect(stdout.match(/stopped wallets/g)).toHaveLength(1);
  expect(stdout).toContain(`note    stopped wallets: ${detail}`);
  expect(await ask('stopped wallets')).toEqual({
    code: 0,
    ok: true,
    found: [
      {
        name: 'stopped wallets',
        ok: true,
        detail,
        wallets: {
          cause: 'exchange_key_refused binance',
          count: 5,
          examples: [first, second, third],
        },
      },
    ],
  });
});

it('has a finding for each exchange that refuses keys, because their messages differ', async () => {
  const other = await addWallet(tenant, 'kraken', KRAKEN_CREDENTIALS, scratch.variables);
  for (const id of [...walletIds, other]) await stop(id, 'exchange_key_refused');
  const { code, found } = await ask('stopped wallets');
  expect(code).toBe(0);
  expect(found).toMatchObject([
    { ok: true, wallets: { cause: 'exchange_key_refused binance', count: 5 } },
    { ok: true, wallets: { cause: 'exchange_key_refused kraken', count: 1, examples: [other] } },
  ]);
});

it('fails if the installation is the cause, with a finding for each cause', async () => {
  for (const id of walletIds.slice(0, 2)) await stop(id, 'unknown_exchange');
  for (const id of walletIds.slice(2)) await stop(id, 'exchange_permission_denied');
  const { code, stdout } = await run(['doctor']);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    new RegExp(
      `\nnote {4}stopped wallets: 3 wallets, .*: The message of exchange_permission_denied\\.` +
        `\nFAILED {2}stopped wallets: 2 wallets, ${walletIds[0]}, ${walletIds[1]}: The message of unknown`,
    ),
  );
});

it('begins with the cause of most wallets', async () => {
  for (const id of walletIds.slice(0, 2)) await stop(id, 'exchange_permission_denied');
  for (const id of walletIds.slice(2)) await stop(id, 'unknown_exchange');
  const { found } = await ask('stopped wallets');
  expect(found).toMatchObject([
    { wallets: { cause: 'unknown_exchange binance', count: 3 } },
    { wallets: { cause: 'exchange_permission_denied binance', count: 2 } },
  ]);
});

it('reports wallets whose exchange refuses the time of requests', async () => {
  expect((await ask('clocks')).found).toMatchObject([{ ok: true }]);
  await stop(walletIds[0]!, 'exchange_clock');
  const { code, found } = await ask('clocks');
  expect(code).toBe(1);
  expect(found).toMatchObject([
    { ok: false, detail: `1 wallet, ${walletIds[0]}: The message of exchange_clock.` },
  ]);
});

it('groups credentials that cannot be decrypted', async () => {
  const store = openSqliteStore({ path: scratch.variables['TELLER_DATABASE_URL']! });
  for (const [index, walletId] of walletIds.entries()) {
    const others = await store.readCredentials(walletIds[(index + 1) % walletIds.length]!);
    await store.replaceCredentials(walletId, others, NOW_MS);
  }
  await store.close();
  const { code, found } = await ask('credentials');
  expect(code).toBe(1);
  expect(found).toMatchObject([
    { ok: false, wallets: { count: 5, examples: walletIds.slice(0, 3) } },
  ]);
});

it('creates no master key for an installation without wallets', async () => {
  expect((await callTeller(['org', 'create', 'Acme'], fresh.variables)).code).toBe(0);
  const { code, stdout } = await callTeller(['doctor'], fresh.variables);
  expect(code).toBe(0);
  expect(stdout).toContain('credentials: there are no wallets');
  expect(readdirSync(fresh.folder).filter((name) => name.includes('key'))).toEqual([]);
});

it('reports the master key of another database if there are API keys and no wallets', async () => {
  await createTenant(fresh.variables);
  const doctor = (variables = {}) => callTeller(['doctor'], { ...fresh.variables, ...variables });
  expect(await doctor()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('ok      credentials: there are no wallets'),
  });
  expect(await doctor({ TELLER_MASTER_KEY: '5a'.repeat(32) })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/FAILED {2}credentials: .*does not belong to this database/),
  });
});

it('reports that an empty database needs its migrations', async () => {
  const empty = { TELLER_DATABASE_URL: scratch.write('empty.db', '') };
  expect(await ask('migrations', empty)).toEqual({
    code: 1,
    ok: false,
    found: [
      {
        name: 'migrations',
        ok: false,
        detail: expect.stringMatching(/^pending are 1 initial, .+; run: teller migrate$/),
      },
    ],
  });
  // The checks that need the tables are skipped.
  expect((await run(['doctor'], empty)).stdout).not.toMatch(/integrity|credentials/);
  expect((await run(['doctor', '--fix'], empty)).stdout).toMatch(
    /(\d+) applied, \1 of them just now/,
  );
});

it('names three of the leftover files, and removes all of them with --fix', async () => {
  const database = scratch.variables['TELLER_DATABASE_URL']!;
  const drafts = Array.from({ length: 5 }, (_, no) => `${database}.key.${`${no}`.repeat(16)}.new`);
  for (const draft of drafts) {
    writeFileSync(draft, '');
    utimesSync(draft, 1, 1);
  }
  const { found } = await ask('leftover files');
  const detail = expect.stringMatching(/ left (?:\S+\.new,? ){3}and 2 more; /) as unknown;
  expect(found).toMatchObject([{ ok: true, detail }]);
  await run(['doctor', '--fix']);
  expect(readdirSync(scratch.folder).filter((name) => name.endsWith('.new'))).toEqual([]);
});

it('reports a database that cannot be opened as a finding', async () => {
  const path = scratch.write('text.db', 'no database'.repeat(500));
  const { code, stdout } = await run(['doctor', '--json'], { TELLER_DATABASE_URL: path });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([
      {
        name: 'database',
        ok: false,
        detail: expect.stringMatching(/text\.db: the file is not a database; check its path/),
      },
    ]) as unknown,
  });
});

it.each(['sqlite_schema', 'schema_migration'])(
  'advises to restore a backup, not to run itself, if the page of %s is corrupted',
  async (table) => {
    const path = scratch.variables['TELLER_DATABASE_URL']!;
    const database = new DatabaseSync(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const { root } = database
      .prepare('SELECT coalesce((SELECT rootpage FROM sqlite_schema WHERE name = ?), 1) AS root')
      .get(table) as { root: number };
    database.close();
    const file = openSync(path, 'r+');
    // The kind of the page is behind the header of the file, which is in its first page.
    writeSync(file, Buffer.alloc(8, 7), 0, 8, root === 1 ? 100 : (root - 1) * PAGE_BYTES);
    closeSync(file);
    expect((await run(['status'])).stderr).toMatch(/is corrupted; .* run `teller doctor`/);
    const { code, stdout } = await run(['doctor', '--json']);
    const { checks } = JSON.parse(stdout) as Report;
    expect(code).toBe(1);
    expect(checks.filter(({ ok }) => !ok)).toEqual([
      {
        name: 'database',
        ok: false,
        detail: expect.stringMatching(
          /is corrupted[^;]*; restore a backup with "teller restore --force FILE"$/,
        ),
      },
    ]);
    expect(stdout).not.toContain('teller doctor');
  },
);

describe('the mode of the master key file with --fix', () => {
  /** Returns the finding about a key file, which other findings follow. */
  async function fixKeyFile(path: string): Promise<unknown> {
    const { stdout } = await run(['doctor', '--fix', '--json'], { TELLER_MASTER_KEY_FILE: path });
    const { checks } = JSON.parse(stdout) as Report;
    expect(checks.at(-1)?.name).not.toBe('master key file');
    return checks.find(({ name }) => name === 'master key file');
  }
  const modeOf = (path: string): number => statSync(path).mode & 0o777;

  it('becomes 0600 only if others can open the file', async () => {
    const path = scratch.write('key', '');
    for (const [mode, fixed] of [
      [0o644, 0o600],
      [0o400, 0o400],
    ] as const) {
      chmodSync(path, mode);
      expect(await fixKeyFile(path)).toMatchObject({ ok: true });
      expect(modeOf(path)).toBe(fixed);
    }
  });

  it('is not changed for a folder', async () => {
    const path = join(scratch.folder, 'keys');
    mkdirSync(path);
    chmodSync(path, 0o755);
    expect(await fixKeyFile(path)).toBeUndefined();
    expect(modeOf(path)).toBe(0o755);
    expect((await ask('credentials', { TELLER_MASTER_KEY_FILE: path })).found).toMatchObject([
      { ok: false, detail: expect.stringContaining('it is a folder') },
    ]);
  });

  // Even root may not change the mode of this file.
  it.runIf(existsSync('/proc/self/status'))('is reported if it cannot be changed', async () => {
    expect(await fixKeyFile('/proc/self/status')).toEqual({
      name: 'master key file',
      ok: false,
      detail: expect.stringMatching(/chmod 600 .*; --fix could not change the mode \(EPERM\)$/),
    });
  });
});
