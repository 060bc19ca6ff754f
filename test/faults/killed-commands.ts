/** The commands that are killed, and what each promises afterwards. */
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';

import { expect } from 'vitest';

import { readMigrations as readPostgresMigrations } from '../../src/store/postgres/migrations.ts';
import { readMigrations as readSqliteMigrations } from '../../src/store/sqlite/migrations.ts';
import { askTeller, callTeller, runTeller } from '../teller.ts';
import { type KeptDatabase, readContent } from '../upgrades/kept-database.ts';
import {
  expectHealthy,
  IMPORTED_ROWS,
  readAll,
  type Scene,
  type Variables,
  withDatabase,
} from './kill-scene.ts';

const KEPT_VERSION = '0.1.0';
const KEPT_FOLDER = new URL('../upgrades/', import.meta.url);
const POLL = { timeout: 180_000, interval: 1000 };

/** A run of a command on targets that no other run has. */
export interface Run {
  readonly args: readonly string[];
  readonly variables: Variables;
  /** The folder of the file that the command writes: its first change begins the work of the command. */
  readonly folder?: string | undefined;
  /** Checks what the command has left, killed or not. */
  readonly check: () => Promise<void>;
}

/** Prepares runs of a command. */
export type Prepare = (scene: Scene) => Promise<Run>;

/** Returns the commands of an engine, by name. */
export function listCommands({ engine }: Scene): Readonly<Record<string, Prepare>> {
  const shared = { sync: prepareSync, import: prepareImport, copy: prepareCopy };
  if (engine.name === 'PostgreSQL') return { ...shared, migrate: prepareMigrateEmpty };
  return {
    ...shared,
    migrate: prepareMigrateKept,
    backup: prepareBackup,
    restore: (scene) => prepareRestore(scene, true),
    'restore into a new file': (scene) => prepareRestore(scene, false),
  };
}

/** Returns the transactions of a wallet; none until its balances were read. */
async function listRows(walletId: string, variables: Variables): Promise<readonly string[]> {
  const args = ['transactions', '--wallet', walletId, '--all', '--json'];
  const { code, stdout } = await callTeller(args, variables);
  if (code !== 0) {
    expect(stdout).toContain('"wallet_not_synced"');
    return [];
  }
  const { transactions } = JSON.parse(stdout) as { transactions: readonly object[] };
  return transactions.map((row) => JSON.stringify(row));
}

async function prepareSync({ variables, addUnreadWallet }: Scene): Promise<Run> {
  const { id, rows } = await addUnreadWallet();
  const args = ['sync', '--once', '--wallet', id];
  const check = async (): Promise<void> => {
    await expectHealthy(variables);
    const before = await listRows(id, variables);
    // The lease of a killed worker ends after ten seconds.
    await expect.poll(() => runTeller(args, variables), POLL).toMatchObject({ code: 0 });
    const after = await listRows(id, variables);
    expect([after.length, new Set(after).size]).toEqual([rows, rows]);
    expect(before.filter((row) => !after.includes(row))).toEqual([]);
  };
  return { args, variables, check };
}

async function prepareImport({ variables, addEmptyWallet, file }: Scene): Promise<Run> {
  const id = await addEmptyWallet();
  const args = ['import', '--wallet', id, file];
  const check = async (): Promise<void> => {
    await expectHealthy(variables);
    const { length } = await listRows(id, variables);
    expect([0, IMPORTED_ROWS]).toContain(length);
    const { imports } = await askTeller<{ imports: readonly { rows: number }[] }>(
      ['import', 'list', '--wallet', id],
      variables,
    );
    expect(imports.map(({ rows }) => rows)).toEqual(length === 0 ? [] : [IMPORTED_ROWS]);
    const added = IMPORTED_ROWS - length;
    expect(await askTeller(args, variables)).toMatchObject({ added, known: length });
    expect(await listRows(id, variables)).toHaveLength(IMPORTED_ROWS);
  };
  return { args, variables, check };
}

/** Copies the scene into a new file. */
async function prepareCopy(scene: Scene): Promise<Run> {
  const { variables, createFolder } = scene;
  const folder = createFolder();
  const target = `sqlite:${join(folder, 'copy.db')}`;
  const args = ['copy', '--from', variables['TELLER_DATABASE_URL'] ?? '', '--to', target];
  const check = async (): Promise<void> => {
    const repeated = await callTeller(args, variables);
    if (repeated.code !== 0) {
      expect(repeated).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('the target already contains data'),
      });
    }
    const copied = withDatabase(scene, target);
    expect(await readAll(scene, copied)).toEqual(await readAll(scene, variables));
    await expectHealthy(copied);
  };
  return { args, variables, folder, check };
}

/** Migrates the database of a former release. */
async function prepareMigrateKept(scene: Scene): Promise<Run> {
  const path = join(scene.createFolder(), 'kept.db');
  const read = (suffix: string) => readFileSync(new URL(`${KEPT_VERSION}.${suffix}`, KEPT_FOLDER));
  writeFileSync(path, gunzipSync(read('db.gz')), { mode: 0o600 });
  const kept = JSON.parse(read('json').toString()) as KeptDatabase;
  const variables = withDatabase(scene, `sqlite:${path}`);
  const pending = readSqliteMigrations().length - countApplied(path);
  const check = async (): Promise<void> => {
    await expectMigrated(variables, pending);
    const { syncedRows, importedRows, balance } = kept;
    expect(await readContent(kept, variables)).toEqual({
      syncedRows,
      importedRows,
      balance,
    });
  };
  return { args: ['migrate'], variables, folder: dirname(path), check };
}

function countApplied(path: string): number {
  using database = new DatabaseSync(path, { readOnly: true });
  return Number(
    database.prepare('SELECT count(*) AS count FROM schema_migration').get()?.['count'],
  );
}

/** Migrates an empty database: no release has kept one of PostgreSQL. */
async function prepareMigrateEmpty(scene: Scene): Promise<Run> {
  const variables = withDatabase(scene, await scene.engine.createEmpty(scene.createFolder()));
  const check = () => expectMigrated(variables, readPostgresMigrations().length);
  return { args: ['migrate'], variables, check };
}

/** Fails unless a killed migration has applied all pending migrations or none, and another one applies the others. */
async function expectMigrated(variables: Variables, pending: number): Promise<void> {
  const { applied } = await askTeller<{ applied: readonly object[] }>(['migrate'], variables);
  expect([0, pending]).toContain(applied.length);
  await expectHealthy(variables);
  await askTeller(['org', 'create', 'migrated'], variables);
}

async function prepareBackup(scene: Scene): Promise<Run> {
  const { variables, createFolder } = scene;
  const folder = createFolder();
  const args = ['backup', join(folder, 'backup.db')];
  const check = async (): Promise<void> => {
    if (!existsSync(join(folder, 'backup.db'))) await askTeller(args, variables);
    const restored = withDatabase(scene, `sqlite:${join(createFolder(), 'restored.db')}`);
    await askTeller(['restore', join(folder, 'backup.db')], restored);
    expect(await readAll(scene, restored)).toEqual(await readAll(scene, variables));
    await expectHealthy(restored);
  };
  return { args, variables, folder, check };
}

/** Restores a backup into a database with other rows, or into a new file. */
async function prepareRestore(scene: Scene, isReplacing: boolean): Promise<Run> {
  const { variables, createFolder, imported } = scene;
  const backup = join(createFolder(), 'backup.db');
  await askTeller(['backup', backup], variables);
  const content = await readAll(scene, variables);
  const path = join(createFolder(), 'target.db');
  const target = withDatabase(scene, `sqlite:${path}`);
  if (isReplacing) {
    copyFileSync(backup, path);
    chmodSync(path, 0o600);
    const row = {
      asset: 'ETH',
      type: 'deposit',
      amount: '1',
      timestamp: 2e12,
      status: 'completed',
    };
    await askTeller(['import', '--wallet', imported, '-'], target, JSON.stringify(row));
  }
  const former = isReplacing ? await readAll(scene, target) : undefined;
  const args = ['restore', '--force', backup];
  const check = async (): Promise<void> => {
    const found = existsSync(path) ? await readAll(scene, target) : undefined;
    expect([former, content]).toContainEqual(found);
    await askTeller(args, target);
    expect(await readAll(scene, target)).toEqual(content);
    await expectHealthy(target);
  };
  return { args, variables: target, folder: dirname(path), check };
}
