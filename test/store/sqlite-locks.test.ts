/** Locks of other programs on the file of a store, and the turns of its own writes. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, it, vi } from 'vitest';

import { raw } from '../../src/store/sql/query.ts';
import { createFile } from '../../src/store/sqlite/create-file.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { T0 } from './contract/fixtures.ts';
import { useTemporaryDatabase } from './temporary-database.ts';

let path = '';
useTemporaryDatabase((made) => (path = made));

it('a migration that has nothing to apply does not wait for a writer', async () => {
  const store = openSqliteStore({ path, busyTimeoutMs: 20 });
  await store.migrate();
  const writer = new DatabaseSync(path);
  writer.exec('BEGIN IMMEDIATE');
  expect(await store.migrate()).toEqual([]);
  writer.close();
  await store.close();
});

it('concurrent writes of a process are made in the order in which they were requested', async () => {
  const store = openSqliteStore({ path });
  await store.migrate();
  const written: string[] = [];
  const ids = ['org_1', 'org_2', 'org_3', 'org_4'];
  await Promise.all(
    ids.map(async (id) => {
      await store.createOrganization({ id, name: 'o', createdAtMs: T0 });
      written.push(id);
    }),
  );
  expect(written).toEqual(ids);
  await store.close();
});

it('long work waits for the lock of another process longer than other writers', async () => {
  const store = openSqliteStore({ path, busyTimeoutMs: 20 });
  await store.migrate();
  const holder = new DatabaseSync(path);
  holder.exec('BEGIN IMMEDIATE');
  const working = store.database.withOwnConnection((own) => own.write(async () => 'done'));
  await sleep(60);
  holder.close();
  expect(await working).toBe('done');
  await store.close();
});

it('long work keeps its temporary tables in a file, and does not block its process', async () => {
  const store = openSqliteStore({ path });
  const read = (setting: string) =>
    store.database.withOwnConnection((own) => own.row(raw(`PRAGMA ${setting}`)));
  expect(await read('temp_store')).toEqual({ temp_store: 1 });
  expect(await read('busy_timeout')).toEqual({ timeout: 0 });
  const single = await store.database.row(raw('PRAGMA busy_timeout'));
  expect(single).toEqual({ timeout: 5000 });
  expect(await read('cache_size')).toEqual({ cache_size: -98_304 });
  await store.close();
});

it('reads snapshots one after the other on one connection, also after one that has failed', async () => {
  const store = openSqliteStore({ path });
  const connections = new Set<unknown>();
  let [running, most] = [0, 0];
  const read = (work: () => Promise<void>) =>
    store.database.read(async (session) => {
      connections.add(session);
      running += 1;
      most = Math.max(most, running);
      await sleep(1);
      running -= 1;
      await work();
    });
  const failed = read(() => Promise.reject(new Error('no')));
  const others = [read(async () => undefined), read(async () => undefined)];
  await expect(failed).rejects.toThrow('no');
  await Promise.all(others);
  expect([connections.size, most]).toEqual([1, 1]);
  await store.close();
});

it('a new file is opened when another process has ended its write', async () => {
  createFile(path);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const waiting = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
    other.close();
    return 'timed-out';
  });
  expect(() => openSqliteStore({ path, busyTimeoutMs: 0 })).toThrow(/locked/);
  const store = openSqliteStore({ path });
  expect(waiting).toHaveBeenCalledOnce();
  waiting.mockRestore();
  expect(await store.database.row(raw('PRAGMA journal_mode'))).toEqual({ journal_mode: 'wal' });
  await store.close();
});
