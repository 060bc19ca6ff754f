import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { FILE_CHECK_INTERVAL_MS } from '../../src/store/sqlite/database.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import { addOneWallet, listPage, makeTransaction, T0 } from '../store/contract/fixtures.ts';
import { useTemporaryDatabase } from '../store/temporary-database.ts';
import { storeRows } from '../store/store-rows.ts';

const ROW_COUNT = 500;
const SIDE_FILES = ['', '-wal', '-shm'];

let path = '';
useTemporaryDatabase((made) => (path = made));
let store: Store;
let walletId = '';
let nowMs = 0;

beforeEach(async () => {
  nowMs = 0;
  store = openSqliteStore({ path, monotonicMs: () => nowMs });
  await store.migrate();
  walletId = await addOneWallet(store);
  const rows = Array.from({ length: ROW_COUNT }, (_, index) => makeTransaction(`tx_${index}`));
  await storeRows(store, walletId, rows);
});
afterEach(async () => {
  await store.close();
});

/** Counts the rows by a filtered page, which is read on a connection of its own. */
const count = async (): Promise<number> => {
  const page = await listPage(store, walletId, { limit: 1000, sinceMs: 0 });
  return page.transactions.length;
};

/** Advances the clock to the next check of the file. */
function pass(): void {
  nowMs += FILE_CHECK_INTERVAL_MS;
}

/** Writes the log back into the file, like `teller` when it ends, and copies the file. */
function backUp(): string {
  const raw = new DatabaseSync(path);
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  raw.close();
  copyFileSync(path, `${path}.backup`);
  return `${path}.backup`;
}

/** Overwrites a file without creating another. */
function overwrite(bytes: Uint8Array, at = 0): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

describe('a corrupted database that is replaced by a backup', () => {
  it.each<[string, (backup: Uint8Array) => void]>([
    [
      'all but its first page',
      (backup) => overwrite(Buffer.alloc(backup.length - 4096, 0xa5), 4096),
    ],
    ['its first page', () => overwrite(Buffer.alloc(4096))],
    ['everything', () => truncateSync(path)],
    ['its end', () => truncateSync(path, 3 * 4096)],
  ])('recovers without a restart after the loss of %s', async (_lost, damage) => {
    const backup = readFileSync(backUp());
    damage(backup);
    for (let turn = 0; turn < 3; turn += 1) {
      pass();
      await expect(count()).rejects.toBeInstanceOf(StoreUnavailableError);
    }
    overwrite(backup);
    pass();
    expect(await count()).toBe(ROW_COUNT);
    await store.ping();
  });
});

describe('a removed database file', () => {
  it('is reported as missing, and served again after it is put back', async () => {
    for (const suffix of SIDE_FILES) renameSync(path + suffix, `${path}.away${suffix}`);
    await expect(count()).rejects.toThrow('removed or replaced');
    pass();
    expect(store.generation('key_1', walletId)).toBeUndefined();
    await expect(store.ping()).rejects.toThrow(/missing/);
    await expect(count()).rejects.toThrow(/missing/);
    expect(existsSync(path)).toBe(false);
    for (const suffix of SIDE_FILES) renameSync(`${path}.away${suffix}`, path + suffix);
    pass();
    expect(await count()).toBe(ROW_COUNT);
    await storeRows(store, walletId, [makeTransaction('tx_later')]);
    expect(await count()).toBe(ROW_COUNT + 1);
  });

  it('is served from a backup that is put in its place', async () => {
    const backup = backUp();
    await storeRows(store, walletId, [makeTransaction('tx_lost')]);
    for (const suffix of SIDE_FILES) rmSync(path + suffix);
    pass();
    await expect(store.ping()).rejects.toThrow(/missing/);
    copyFileSync(backup, path);
    pass();
    expect(await count()).toBe(ROW_COUNT);
  });
});

describe('a database file that is replaced', () => {
  it('is served instead of the former one, without applying the former log', async () => {
    const backup = backUp();
    const lost = Array.from({ length: 300 }, (_, index) => makeTransaction(`tx_lost_${index}`));
    await storeRows(store, walletId, lost);
    renameSync(backup, path);
    await expect(count()).rejects.toThrow('removed or replaced');
    pass();
    await store.ping();
    expect(await count()).toBe(ROW_COUNT);
    const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  it.runIf(existsSync('/proc/self/fd'))('is open only once', async () => {
    const listOpen = (): readonly string[] =>
      readdirSync('/proc/self/fd').flatMap((fd) => {
        try {
          const target = readlinkSync(`/proc/self/fd/${fd}`);
          return target.startsWith(path) ? [target.slice(path.length)] : [];
        } catch {
          // It was closed meanwhile.
          return [];
        }
      });
    const before = listOpen();
    const backup = backUp();
    for (let turn = 0; turn < 3; turn += 1) {
      copyFileSync(backup, `${path}.new`);
      renameSync(`${path}.new`, path);
      pass();
      expect(await count()).toBe(ROW_COUNT);
    }
    expect(listOpen().toSorted()).toEqual(before.toSorted());
  });

  it('has another generation, although as much was written to it as to the former one', async () => {
    copyFileSync(backUp(), `${path}.new`);
    await store.close();
    store = openSqliteStore({ path, monotonicMs: () => nowMs });
    const before = store.generation('key_1', walletId);
    renameSync(`${path}.new`, path);
    pass();
    await nextTurn();
    expect(store.generation('key_1', walletId)).not.toBe(before);
  });

  it('keeps its own log', async () => {
    mkdirSync(`${dirname(path)}/other`);
    const otherPath = `${dirname(path)}/other/teller.db`;
    copyFileSync(backUp(), otherPath);
    const other = openSqliteStore({ path: otherPath });
    await storeRows(other, walletId, [makeTransaction('tx_in_the_log')]);
    for (const suffix of ['', '-wal']) {
      copyFileSync(otherPath + suffix, `${path}.new${suffix}`);
      renameSync(`${path}.new${suffix}`, path + suffix);
    }
    rmSync(`${path}-shm`);
    await other.close();
    pass();
    expect(await count()).toBe(ROW_COUNT + 1);
  });

  it('is refused and not changed if it belongs to another program', async () => {
    const foreign = new DatabaseSync(`${path}.foreign`);
    foreign.exec('CREATE TABLE other (a)');
    foreign.close();
    const bytes = readFileSync(`${path}.foreign`);
    renameSync(`${path}.foreign`, path);
    pass();
    await expect(store.ping()).rejects.toThrow(/of another program/);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailableError);
    expect(readFileSync(path)).toEqual(bytes);
    writeFileSync(path, '');
    pass();
    await expect(store.ping()).rejects.toThrow(/older than this program/);
    expect(readFileSync(path)).toHaveLength(0);
  });
});
