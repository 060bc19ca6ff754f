import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { addWallet, askTeller, createTenant, type Tenant } from '../teller.ts';
import { type BackupHarness, createBackupHarness } from './backup-harness.ts';
import { CREDENTIALS } from './scratch.ts';

/** Of a new database. */
const PAGE_BYTES = 4096;

let scratch: BackupHarness;
let tenant: Tenant;
let backup: string;
let run: BackupHarness['run'];
let importRows: BackupHarness['importRows'];
let listAll: BackupHarness['listAll'];

beforeEach(async () => {
  scratch = await createBackupHarness();
  ({ tenant, backup, run, importRows, listAll } = scratch);
});
afterEach(() => scratch.remove());

/** Returns the environment of another database, with or without the master key of the first one. */
function elsewhere(name: string, withKey = true): Record<string, string> {
  const path = join(scratch.folder, name);
  if (withKey) copyFileSync(join(scratch.folder, 'teller.db.key'), `${path}.key`);
  return { TELLER_DATABASE_URL: path };
}

const open = (name: string): DatabaseSync => new DatabaseSync(join(scratch.folder, name));

it('restores all data elsewhere, readable only by its owner', async () => {
  const result = await askTeller(['backup', backup], scratch.variables);
  expect(result).toEqual({ file: backup, bytes: statSync(backup).size, walletCount: 1 });
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  const variables = elsewhere('other.db');
  expect((await run(['restore', backup], variables)).code).toBe(0);
  expect(await listAll(variables)).toBe(await listAll());
  expect((await run(['doctor'], variables)).code).toBe(0);
  expect(readdirSync(join(scratch.folder, 'copies'))).toEqual(['first.db']);
  expect(statSync(join(scratch.folder, 'other.db')).mode & 0o777).toBe(0o600);
});

it('copies every committed row while another program writes, and none of its open transaction', async () => {
  const writer = open('teller.db');
  try {
    writer.exec('PRAGMA wal_autocheckpoint = 0');
    await importRows(1000, 5);
    const committed = await listAll();
    writer.exec("BEGIN IMMEDIATE; UPDATE wallet SET label = 'not committed'");
    expect((await run(['backup', backup])).code).toBe(0);
    writer.exec('ROLLBACK');
    const variables = elsewhere('other.db');
    expect((await run(['restore', backup], variables)).code).toBe(0);
    expect(await listAll(variables)).toBe(committed);
    expect((await run(['wallet', 'list', '--json'], variables)).stdout).not.toContain(
      'not committed',
    );
  } finally {
    writer.close();
  }
});

it('replaces a database with wallets only with --force, and completely', async () => {
  expect((await run(['backup', backup])).code).toBe(0);
  const before = await listAll();
  await importRows(1000, 5);
  const refused = await run(['restore', backup]);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/1 organizations with 1 wallets.*--force/),
  });
  expect(await listAll()).not.toBe(before);
  expect((await run(['restore', '--force', backup])).code).toBe(0);
  expect(await listAll()).toBe(before);
});

it('restores a copy of the file of a stopped service, and creates no file next to it', async () => {
  const before = await listAll();
  const copy = join(scratch.folder, 'cold', 'teller.db');
  mkdirSync(dirname(copy));
  copyFileSync(join(scratch.folder, 'teller.db'), copy);
  const content = readFileSync(copy);
  expect((await run(['restore', copy])).stderr).toContain('--force replaces them');
  await importRows(1000, 5);
  expect((await run(['restore', '--force', copy])).code).toBe(0);
  expect(await listAll()).toBe(before);
  expect(readdirSync(dirname(copy))).toEqual(['teller.db']);
  expect(readFileSync(copy).equals(content)).toBe(true);
});

it('invalidates the leases of workers, each time with other tokens', async () => {
  expect((await run(['backup', backup])).code).toBe(0);
  const tokens = new Set<unknown>();
  for (let time = 0; time < 3; time += 1) {
    await run(['restore', '--force', backup]);
    const database = open('teller.db');
    const [row] = database.prepare('SELECT lease_token, lease_until_ms FROM wallet_sync').all();
    database.close();
    expect(row).toMatchObject({ lease_until_ms: null });
    tokens.add(row!['lease_token']);
  }
  expect(tokens.size).toBe(3);
  expect(Math.min(...([...tokens] as number[]))).toBeGreaterThan(1_000_000);
});

describe('wallets that are added after a restore', () => {
  const readNo = (id: string, name = 'teller.db'): number => {
    const database = open(name);
    const row = database.prepare('SELECT wallet_no AS no FROM wallet WHERE id = ?').get(id);
    database.close();
    return row!['no'] as number;
  };

  it('have numbers that the former state never used', async () => {
    const add = () => addWallet(tenant, 'binance', CREDENTIALS, scratch.variables);
    expect((await run(['backup', backup])).code).toBe(0);
    const former = readNo(await add());
    expect((await run(['restore', '--force', backup])).code).toBe(0);
    expect(readNo(await add())).toBeGreaterThan(former + 65_536 - 2);
    expect((await run(['doctor'])).code).toBe(0);
  });

  it('have such numbers too if the backup has no wallet', async () => {
    const variables = elsewhere('early.db', false);
    const own = await createTenant(variables);
    expect((await run(['backup', backup], variables)).code).toBe(0);
    await addWallet(own, 'binance', CREDENTIALS, variables);
    expect((await run(['restore', '--force', backup], variables)).code).toBe(0);
    const added = await addWallet(own, 'binance', CREDENTIALS, variables);
    expect(readNo(added, 'early.db')).toBeGreaterThan(65_536);
  });
});

it('moves the log of an unreadable database aside too, instead of applying it to the backup', async () => {
  expect((await run(['backup', backup])).code).toBe(0);
  const listed = await askTeller(['org', 'list'], scratch.variables);
  const user = open('teller.db');
  user.exec("UPDATE organization SET name = 'only in the log'");
  writeFileSync(join(scratch.folder, 'teller.db'), Buffer.alloc(100_000, 7));
  expect((await run(['restore', '--force', backup])).code).toBe(0);
  expect(await askTeller(['org', 'list'], scratch.variables)).toEqual(listed);
  user.close();
});

it.each([
  ['CREATE TRIGGER t AFTER UPDATE ON wallet_sync BEGIN DELETE FROM api_key; END', 'trigger t'],
  ['CREATE VIEW v AS SELECT 1', 'view v'],
  ['CREATE TABLE other (a)', 'table other'],
  ['DROP TABLE wallet_import; CREATE VIEW wallet_import AS SELECT 1', 'view wallet_import'],
])('refuses a backup whose schema was changed: %s', async (sql, named) => {
  expect((await run(['backup', backup])).code).toBe(0);
  const changed = new DatabaseSync(backup);
  changed.exec(sql);
  changed.close();
  const { code, stderr } = await run(['restore', '--force', backup]);
  expect(code).toBe(1);
  expect(stderr).toContain('the schema of');
  expect(stderr).toContain(named);
  expect(await listAll()).toContain('1.10');
  expect((await run(['restore', backup], elsewhere('other.db'))).code).toBe(1);
});

it('restores a backup with statistics of the planner', async () => {
  expect((await run(['doctor', '--fix'])).code).toBe(0);
  const database = open('teller.db');
  database.exec('ANALYZE');
  database.close();
  expect((await run(['backup', backup])).code).toBe(0);
  expect((await run(['restore', '--force', backup])).code).toBe(0);
});

it('refuses to lose data, and says what to do', async () => {
  expect((await run(['backup', backup])).code).toBe(0);
  const refuse = async (
    args: readonly string[],
    message: RegExp,
    variables = elsewhere('new.db'),
  ) => {
    const { code, stderr } = await run(args, variables);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  };
  const teller = join(scratch.folder, 'teller.db');
  await refuse(['backup', backup], /already a file/, scratch.variables);
  await refuse(['backup', `${backup}2`], /there is no database/);
  await refuse(['restore', `${backup}2`], /there is no file/);
  await refuse(['restore', scratch.write('text', 'x'.repeat(5000))], /is not a database/);
  await refuse(['restore', scratch.write('none', '')], /is empty/);
  const foreign = join(scratch.folder, 'foreign.db');
  const database = open('foreign.db');
  database.exec('CREATE TABLE theirs (x)');
  database.close();
  await refuse(['restore', foreign], /another program/);
  await refuse(['restore', scratch.folder], /is not a file/);
  await refuse(['restore', '--force', teller], /the database itself/, scratch.variables);
  for (const suffix of ['-wal', '-journal']) {
    writeFileSync(`${backup}${suffix}`, 'of another file');
    await refuse(['restore', backup], new RegExp(`first.db${suffix} does not belong to a backup`));
    rmSync(`${backup}${suffix}`);
  }
  writeFileSync(`${backup}3-wal`, 'of another file');
  await refuse(['backup', `${backup}3`], /already a file.*-wal/, scratch.variables);
  symlinkSync('nowhere', `${backup}4`);
  await refuse(['backup', `${backup}4`], /already a file/, scratch.variables);
  expect((await run(['backup', '-'])).code).toBe(2);
  expect((await run(['backup', 'folder/'])).code).toBe(2);
  const cut = join(scratch.folder, 'cut.db');
  copyFileSync(backup, cut);
  writeFileSync(cut, Buffer.alloc(8192, 7), { flag: 'r+', flush: true });
  await refuse(['restore', cut], /is not a database/);
  const other = { ...elsewhere('key.db'), TELLER_MASTER_KEY: '5a'.repeat(32) };
  await refuse(['restore', backup], /fingerprint/, other);
  expect(readdirSync(scratch.folder)).not.toContain('key.db');
  const postgres = { TELLER_DATABASE_URL: 'postgres://x@127.0.0.1:1/x' };
  await refuse(['backup', `${backup}2`], /pg_dump/, postgres);
  await refuse(['restore', backup], /pg_dump/, postgres);
});

it('neither backs up nor restores a database whose pages contradict each other', async () => {
  expect((await run(['backup', backup])).code).toBe(0);
  for (const name of ['copies/first.db', 'teller.db']) {
    const database = open(name);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const page = database
      .prepare("SELECT rootpage AS root FROM sqlite_schema WHERE name = 'organization'")
      .get() as { root: number };
    database.close();
    // The number of lost bytes of the page (https://www.sqlite.org/fileformat.html, 1.6). Its rows can be read.
    const file = openSync(join(scratch.folder, name), 'r+');
    writeSync(file, Buffer.from([50]), 0, 1, (page.root - 1) * PAGE_BYTES + 7);
    closeSync(file);
  }
  const restored = await run(['restore', '--force', backup], elsewhere('other.db'));
  const advice = `teller: ${backup}: the backup is corrupted; use another backup\n`;
  expect(restored).toMatchObject({ code: 1, stderr: advice });
  expect(readdirSync(scratch.folder)).not.toContain('other.db');
  const copied = await run(['backup', `${backup}2`]);
  const path = join(scratch.folder, 'teller.db');
  const problem = `teller: ${path}: the database is corrupted; run \`teller doctor\`\n`;
  expect(copied).toMatchObject({ code: 1, stderr: problem });
  expect(readdirSync(join(scratch.folder, 'copies'))).toEqual(['first.db']);
});

it('does not replace a file that appears while the backup is written', async () => {
  const { backUpDatabase } = await import('../../src/store/sqlite/backup.ts');
  const target = join(scratch.folder, 'other-backup.db');
  const running = backUpDatabase(join(scratch.folder, 'teller.db'), target);
  writeFileSync(target, 'of another program');
  await expect(running).rejects.toThrow(/already a file/);
  expect(readFileSync(target, 'utf8')).toBe('of another program');
});

it('copies into a new database whose master key is there already', async () => {
  const variables = elsewhere('copy.db');
  const args = [
    '--from',
    join(scratch.folder, 'teller.db'),
    '--to',
    join(scratch.folder, 'copy.db'),
  ];
  const copied = await askTeller(['copy', ...args], variables);
  expect(copied).toMatchObject({ walletCount: 1, transactionCount: 20 });
  expect(await listAll(variables)).toBe(await listAll());
  expect((await run(['doctor'], variables)).code).toBe(0);
});

it('refuses to back up an empty database', async () => {
  open('empty.db').close();
  const { code, stderr } = await run(['backup', backup], elsewhere('empty.db'));
  expect([code, stderr]).toEqual([1, expect.stringContaining('nothing to back up')]);
});

it('does not advise to copy a key file that does not exist', async () => {
  rmSync(join(scratch.folder, 'teller.db.key'));
  expect(await run(['backup', backup])).toMatchObject({ code: 0, stderr: '' });
});

it('warns if the master key is missing', async () => {
  expect((await run(['backup', backup])).stderr).toContain('teller.db.key');
  const key = readFileSync(join(scratch.folder, 'teller.db.key'), 'utf8').trim();
  const ofEnvironment = { ...scratch.variables, TELLER_MASTER_KEY: key };
  expect(await run(['backup', `${backup}2`], ofEnvironment)).toMatchObject({ code: 0, stderr: '' });
  const variables = elsewhere('keyless.db', false);
  const { code, stderr } = await run(['restore', backup], variables);
  expect([code, stderr]).toEqual([0, expect.stringContaining('keyless.db.key')]);
});
