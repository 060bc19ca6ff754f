/** Backups and restores of a database file, next to other connections to it. */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { backUpDatabase, copyInto } from '../../src/store/sqlite/backup.ts';
import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { applyMigrations, readMigrations } from '../../src/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { restoreDatabase } from '../../src/store/sqlite/restore.ts';
import { addOneWallet, T0 } from './contract/fixtures.ts';
import { openMigratedStore } from './migrated-sqlite.ts';
import { useTemporaryDatabase } from './temporary-database.ts';

/** More than the maximum wait of a restore for a lock. */
const TOO_LATE_MS = 10_001;

let path = '';
useTemporaryDatabase((made) => (path = made));
let backup = '';
let holder: DatabaseSync;

beforeEach(async () => {
  backup = `${path}.backup`;
  const store = await openMigratedStore({ path });
  await store.createOrganization({ id: 'org_1', name: 'stored', createdAtMs: T0 });
  await backUpDatabase(path, backup);
  await store.createOrganization({ id: 'org_2', name: 'later', createdAtMs: T0 });
  await store.close();
  holder = new DatabaseSync(path);
});
afterEach(() => {
  vi.restoreAllMocks();
  holder.close();
});

/** Returns the names of the organizations in a file, without its log. */
function readNames(file = path): readonly unknown[] {
  copyFileSync(file, `${file}-alone`);
  const database = new DatabaseSync(`${file}-alone`);
  const rows = database.prepare('SELECT name FROM organization ORDER BY id').all();
  database.close();
  return rows.map((row) => row['name']);
}

/**
 * Lets another connection lock the database after a restore has found it unlocked and before it copies. The lock ends when
 * the restore looks for it again.
 */
function lockBeforeCopy(onLocked = (): void => undefined): { readonly looks: () => number } {
  let looks = 0;
  const { prepare } = DatabaseSync.prototype as unknown as {
    prepare: (this: DatabaseSync, text: string) => StatementSync;
  };
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function spied(
    this: DatabaseSync,
    text,
  ) {
    const statement = prepare.call(this, text);
    if (this.location() !== path) return statement;
    const run = statement.run.bind(statement);
    statement.run = (...values: []) => {
      if (text === 'BEGIN IMMEDIATE') {
        looks += 1;
        if (holder.isTransaction) holder.exec('ROLLBACK');
      }
      const result = run(...values);
      if (text === 'COMMIT' && looks === 1) {
        holder.exec('BEGIN IMMEDIATE');
        onLocked();
      }
      return result;
    };
    return statement;
  });
  return { looks: () => looks };
}

it('a restore copies again if another process locks the database meanwhile, and leaves no old data in the file', async () => {
  const { looks } = lockBeforeCopy();
  expect(await restoreDatabase(backup, path, true)).toEqual({ movedTo: undefined });
  expect(looks()).toBe(2);
  expect(readNames()).toEqual(['stored']);
});

it('a restore gives up if another process keeps the database locked, and changes nothing', async () => {
  let aheadMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  lockBeforeCopy(() => {
    aheadMs = TOO_LATE_MS;
  });
  await expect(restoreDatabase(backup, path, true)).rejects.toThrow(
    `${path}: the database is locked by another process; stop it and retry`,
  );
  holder.exec('ROLLBACK; PRAGMA wal_checkpoint');
  expect(readNames()).toEqual(['stored', 'later']);
});

it('a restore with --force does not move a database aside that another process has locked', async () => {
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
  const { prepare } = DatabaseSync.prototype as unknown as {
    prepare: (this: DatabaseSync, text: string) => StatementSync;
  };
  // Without the wait for the lock.
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function spied(
    this: DatabaseSync,
    text,
  ) {
    this.exec('PRAGMA busy_timeout = 0');
    return prepare.call(this, text);
  });
  await expect(restoreDatabase(backup, path, true)).rejects.toThrow(
    `${path}: the database is locked by another process`,
  );
  const files = readdirSync(dirname(path));
  expect(files.filter((name) => name.includes('replaced'))).toEqual([]);
});

it('a restore leaves one number from which the numbers of new wallets continue', async () => {
  const store = openSqliteStore({ path: backup });
  await addOneWallet(store);
  await store.close();
  await restoreDatabase(backup, path, true);
  const numbers = holder.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'wallet'").all();
  expect(numbers).toEqual([{ seq: expect.any(Number) }]);
});

it('a refused restore says that --force replaces the data, not that it moves the file', async () => {
  const refused = restoreDatabase(backup, path, false);
  await expect(refused).rejects.toThrow(/2 organizations .* --force replaces them$/);
});

it.each([
  ['is empty', () => undefined],
  ['has no organization', (file: string) => openMigratedStore({ path: file })],
])('a restore into a file that %s needs no --force', async (_state, fill) => {
  const target = `${path}.target`;
  writeFileSync(target, '');
  await (await fill(target))?.close();
  expect(await restoreDatabase(backup, target, false)).toEqual({ movedTo: undefined });
  expect(readNames(target)).toEqual(['stored']);
});

it('a restore into a missing file moves none aside', async () => {
  const restored = await restoreDatabase(backup, `${path}.new`, false);
  expect(restored).toEqual({ movedTo: undefined });
});

it('a backup of an earlier version is migrated when it is restored', async () => {
  const old = `${path}.old`;
  const connection = new SqliteConnection(new DatabaseSync(old));
  await applyMigrations(connection, readMigrations().slice(0, 1));
  connection.close();
  await restoreDatabase(old, `${path}.new`, false);
  const store = openSqliteStore({ path: `${path}.new` });
  expect((await store.listMigrations()).every(({ applied }) => applied)).toBe(true);
  await store.close();
});

it('a restore lists five differences of a schema, and the number of all', async () => {
  const changed = new DatabaseSync(backup);
  changed.exec(Array.from({ length: 7 }, (_, no) => `CREATE VIEW v${no} AS SELECT 1;`).join(''));
  changed.close();
  const listed = ['v0', 'v1', 'v2', 'v3', 'v4'].map((name) => `view ${name}`);
  await expect(restoreDatabase(backup, path, true)).rejects.toThrow(
    `7 tables, indexes, triggers or views differ: ${JSON.stringify(listed)}; use another backup`,
  );
});

it('a backup needs no log, so that it can be read from a folder to which nothing can be written', () => {
  // 2 would be the format of the write-ahead log (https://www.sqlite.org/fileformat.html, 1.3.3).
  expect([...readFileSync(backup).subarray(18, 20)]).toEqual([1, 1]);
});

it('a backup refuses a file that exists before it reads the database', async () => {
  await expect(backUpDatabase(`${path}.missing`, backup)).rejects.toThrow(/already a file/);
});

it('a backup names the file that cannot be written, and the database that cannot be read', async () => {
  const connection = new SqliteConnection(new DatabaseSync(path));
  const target = `${path}.folder/copy.db`;
  await expect(copyInto(target, connection)).rejects.toThrow(
    `${target}: the database file cannot be opened`,
  );
  connection.close();
  await expect(backUpDatabase(`${path}.missing`, `${path}.copy`)).rejects.toThrow(
    `${path}.missing: the database file cannot be opened`,
  );
  expect(existsSync(`${path}.copy`)).toBe(false);
});
