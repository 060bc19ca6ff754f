import { DAY_MS } from '../../src/domain/duration.ts';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { applyMigrations, readMigrations } from '../../src/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import { sql } from '../../src/store/sql/query.ts';
import {
  addOneWallet,
  findCheck,
  listAll,
  listFailed,
  makeKeyOf,
  makeTransaction,
  synchronise,
  T0,
  listPage,
} from './contract/fixtures.ts';
import { importRows } from './contract/import-fixtures.ts';
import { makeEndpoint, SECRET, useDeliveries } from './contract/webhook-fixtures.ts';
import { useTemporaryDatabase } from './temporary-database.ts';
import { storeRows } from './store-rows.ts';

const ORG = { id: 'org_1', name: 'o', createdAtMs: T0 };

let path = '';
useTemporaryDatabase((made) => (path = made));
const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const database of opened.splice(0).toReversed()) await database.close();
});

function open(options: { busyTimeoutMs?: number; readOnly?: boolean } = {}): Store {
  const store = openSqliteStore({ path, ...options });
  opened.push(store);
  return store;
}

/** Opens the file directly, like another program or an attacker. */
function openRaw(): DatabaseSync {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
  opened.push(database);
  return database;
}

async function openMigrated(): Promise<Store> {
  const store = open();
  await store.migrate();
  return store;
}

/** Returns the message of a call's error, which must not contain SQL. */
async function unavailable(call: () => unknown): Promise<string> {
  const error: unknown = await Promise.resolve()
    .then(call)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  expect(error).toBeInstanceOf(StoreUnavailableError);
  const { message } = error as Error;
  expect(message).not.toMatch(/SELECT|INSERT|UPDATE|PRAGMA|BEGIN|SQLITE|wallet_/);
  return message;
}

describe('opening an SQLite store', () => {
  it('creates the file, its folder and its log files only for this user', async () => {
    await openMigrated();
    const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8);
    expect(mode(dirname(path))).toBe('700');
    for (const suffix of ['', '-wal', '-shm']) expect(mode(path + suffix)).toBe('600');
  });

  it('refuses a file that is not a database', async () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'not a database at all, but long enough to have a header'.repeat(40));
    expect(await unavailable(() => open())).toMatch(/the file is not a database/);
    expect(readFileSync(path, 'utf8')).toMatch(/^not a database/);
  });

  it('refuses a database of another program, and does not change it', async () => {
    mkdirSync(dirname(path), { recursive: true });
    openRaw().exec('CREATE TABLE other (a)');
    const bytes = readFileSync(path);
    expect(await unavailable(() => open())).toMatch(/of another program/);
    expect(readFileSync(path)).toEqual(bytes);
    openRaw().exec('PRAGMA journal_mode = WAL');
    for (const each of opened.splice(0)) await each.close();
    expect(await unavailable(() => open())).toMatch(/of another program/);
    // A connection that was left open would keep its log.
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it.each([1, 2, 100, 511])('refuses a file of %d bytes, and does not change it', async (size) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x'.repeat(size));
    expect(await unavailable(() => open())).toMatch(/the file is not a database/);
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(size));
  });

  it('opens a path with characters that are special in a URL', async () => {
    const odd = join(dirname(path), 'a b?mode=memory#%41.db');
    const store = openSqliteStore({ path: odd });
    opened.push(store);
    await store.migrate();
    expect(statSync(odd).size).toBeGreaterThan(0);
  });

  it.runIf(existsSync('/proc/self'))('fails immediately if no folder can be created', async () => {
    const call = (): unknown => openSqliteStore({ path: '/proc/no-such-folder/x/y.db' });
    expect(await unavailable(call)).toMatch(/cannot be created \(ENOENT\)/);
  });

  it('refuses a path that is a folder or is below a file', async () => {
    mkdirSync(path, { recursive: true });
    expect(await unavailable(() => open())).toMatch(/cannot be opened/);
    writeFileSync(join(path, 'file'), '');
    expect(
      await unavailable(() => openSqliteStore({ path: join(path, 'file', 'x', 'db') })),
    ).toMatch(/cannot be created/);
  });

  it('refuses a database that another process has locked', async () => {
    mkdirSync(dirname(path), { recursive: true });
    openRaw().exec('CREATE TABLE t (a); BEGIN EXCLUSIVE');
    expect(await unavailable(() => open({ busyTimeoutMs: 20 }))).toMatch(/locked/);
  });

  it('reports a use after it was closed, and can be closed twice', async () => {
    const store = openSqliteStore({ path });
    await store.migrate();
    await store.close();
    await store.close();
    expect(await unavailable(() => store.ping())).toMatch(/closed/);
    expect(await unavailable(() => store.migrate())).toMatch(/closed/);
  });
});

it('a delivery that reads a corrupted row reports it, and leaves it for the doctor', async () => {
  const store = await openMigrated();
  const id = await addOneWallet(store);
  await store.addWebhook(makeEndpoint('webhook_a'), SECRET);
  await synchronise(store, id, [makeTransaction('tx_1')]);
  openRaw().exec("UPDATE wallet_transaction SET amount = '9'");
  const { requireDelivery, readAll } = useDeliveries(() => store);
  const delivery = await requireDelivery(T0 + DAY_MS);
  expect(await unavailable(() => readAll(delivery))).toMatch(/corrupted.*doctor/);
  expect(await findCheck(store, 'rows')).toMatchObject({ ok: false });
});

it('a check reads the rows behind the first ten thousand, also if all have the same time', async () => {
  const store = await openMigrated();
  const id = await addOneWallet(store);
  const rows = Array.from({ length: 10_050 }, (_, row) => makeTransaction(`tx_${row}`));
  await storeRows(store, id, rows);
  // The last one in the order of the ids.
  openRaw().exec("UPDATE wallet_transaction SET amount = '9' WHERE id = 'tx_9999'");
  const detail = expect.stringContaining(id);
  expect(await findCheck(store, 'rows')).toMatchObject({ ok: false, detail });
});

describe('an SQLite store in use', () => {
  it('refuses a write if a lock lasts longer than the timeout, and still reads', async () => {
    const walletId = await addOneWallet(await openMigrated());
    const store = open({ busyTimeoutMs: 20 });
    const raw = openRaw();
    raw.exec('BEGIN IMMEDIATE');
    expect(await unavailable(() => store.createOrganization(ORG))).toMatch(/locked/);
    expect(await unavailable(() => storeRows(store, walletId, [makeTransaction('tx_1')]))).toMatch(
      /locked/,
    );
    expect(await listAll(store, walletId)).toEqual([]);
    expect(await store.claimWallet({ nowMs: T0 - 1, untilMs: T0 })).toBeUndefined();
    raw.exec('ROLLBACK');
    await store.createOrganization(ORG);
  });

  it('blocks other writers between the reads and the writes of a transaction', async () => {
    await addOneWallet(await openMigrated());
    const rename = sql`UPDATE organization SET name = 'other'`;
    const connection = new SqliteConnection(openRaw());
    await connection.write(async () => {
      await connection.row(sql`SELECT name FROM organization`);
      expect(() => openRaw().exec("UPDATE organization SET name = 'third'")).toThrow(/locked/);
      await connection.change(rename);
    }, 0);
  });

  it('does not repeat the work of a transaction in which another connection was locked', async () => {
    await openMigrated();
    const connection = new SqliteConnection(openRaw());
    let runs = 0;
    const writing = connection.write(async () => {
      runs += 1;
      openRaw().exec('BEGIN IMMEDIATE');
    }, 200);
    await expect(writing).rejects.toThrow(/locked/);
    expect(runs).toBe(1);
  });

  it('waits for the lock of another process without blocking its own', async () => {
    const store = await openMigrated();
    const raw = openRaw();
    raw.exec('BEGIN IMMEDIATE');
    const writing = store.createOrganization(ORG);
    await sleep(50);
    raw.exec('ROLLBACK');
    await expect(writing).resolves.toBeUndefined();
  });

  it('lets its other writers wait for an import, however long the import has the lock', async () => {
    await (await openMigrated()).close();
    const store = open({ busyTimeoutMs: 20 });
    const importing = store.database.withOwnConnection((own) => own.write(() => sleep(100)));
    await sleep(10);
    await expect(store.createOrganization(ORG)).resolves.toBeUndefined();
    await importing;
  });

  it('closes the connection of a reader that ends after the store', async () => {
    const store = await openMigrated();
    await addOneWallet(store);
    const reading = store.database.read(async (session) => {
      await session.rows(sql`SELECT count(*) FROM wallet`);
      await sleep(50);
    });
    await store.close();
    await reading;
    // The last connection removes the log.
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('ends a transaction that is running before it closes its connection', async () => {
    const store = await openMigrated();
    const writing = store.database.write(async (session) => {
      await sleep(50);
      await session.change(sql`INSERT INTO organization (id, name, created_at_ms)
        VALUES ('org_late', 'late', 1)`);
    });
    await sleep(10);
    await store.close();
    await writing;
    const stored = sql`SELECT name FROM organization WHERE id = 'org_late'`;
    expect(await open().database.row(stored)).toEqual({ name: 'late' });
  });

  it('has another generation at once when it has written', async () => {
    const store = await openMigrated();
    const before = store.generation('key_1', 'wallet_1');
    await store.createOrganization(ORG);
    const written = store.generation('key_1', 'wallet_1');
    expect(written).not.toBe(before);
    await store.database.withOwnConnection((own) =>
      own.write((session) => session.change(sql`UPDATE organization SET name = 'renamed'`)),
    );
    expect(store.generation('key_1', 'wallet_1')).not.toBe(written);
  });

  it('reads one state although another connection writes', async () => {
    const store = await openMigrated();
    const count = sql`SELECT count(*) AS count FROM organization`;
    const counts = await store.database.read(async (session) => {
      const before = await session.row(count);
      await store.createOrganization(ORG);
      return [before, await session.row(count)];
    });
    expect(counts).toEqual([{ count: 0 }, { count: 0 }]);
    expect(await store.database.row(count)).toEqual({ count: 1 });
  });

  it('continues after a call that failed within a transaction', async () => {
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    const bad = makeTransaction('tx_1', { timestampMs: Number.NaN });
    await expect(storeRows(store, walletId, [bad])).rejects.toThrow(Error);
    expect(await storeRows(store, walletId, [makeTransaction('tx_1')])).toEqual({
      added: 1,
    });
  });

  it('finds rows by an index, and never reads a whole wallet', async () => {
    const spy = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    await importRows(store, walletId, [makeTransaction('tx_1'), makeTransaction('tx_2')]);
    const days = [10, 20, 30].map((day) => T0 + day * DAY_MS);
    const apart = days.map((timestampMs) => makeTransaction(`tx_${timestampMs}`, { timestampMs }));
    await storeRows(store, walletId, apart);
    for (const status of ['pending', 'completed'] as const) {
      await synchronise(store, walletId, [makeTransaction('tx_1', { status, txid: 't' })]);
    }
    for (const query of [
      {},
      { page: 1, limit: 1 },
      { asset: 'BTC', sinceMs: T0, beforeMs: T0 + 1 },
      { type: 'deposit', after: { timestampMs: T0 + 40 * DAY_MS, id: '', moveNo: 0 } } as const,
    ]) {
      await listPage(store, walletId, query);
    }
    await store.undoImport('import_one', T0);
    const texts = new Set(spy.mock.calls.map(([text]) => text));
    spy.mockRestore();
    const raw = openRaw();
    const explain = (text: string): readonly string[] =>
      raw
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map((row) => String(row['detail']))
        .filter((step) => /^(?:SEARCH|SCAN) (?:tx|wallet_transaction) |TEMP B-TREE/.test(step));
    const plans = [...texts]
      .filter((text) => text.includes('wallet_transaction') && /^(?:SELECT|DELETE)/.test(text))
      .flatMap((text) => explain(text).map((step) => ({ text, step })));
    expect(plans.length).toBeGreaterThan(5);
    const byIndex = /^SEARCH \w+ USING .*\(wallet_no=\? AND /;
    // The newest rows have no other bound than their number.
    const isNewest = ({ text, step }: (typeof plans)[number]): boolean =>
      /WHERE tx.wallet_no = \? ORDER BY .* LIMIT/.test(text) && step.endsWith('(wallet_no=?)');
    // Rows of ranges that are apart are sorted, and rows of an asset in one millisecond.
    const sorts = ({ text, step }: (typeof plans)[number]): boolean =>
      (text.includes('AS range') && step.includes('TEMP B-TREE')) ||
      (text.includes('wallet_transaction_by_asset') && step.endsWith('LAST TERM OF ORDER BY'));
    const others = plans.filter((plan) => !isNewest(plan));
    expect(others.filter((plan) => !byIndex.test(plan.step) && !sorts(plan))).toEqual([]);
    // A cursor is no bound of the index: each of several ranges would be read up to it.
    expect(plans.filter(({ step }) => step.includes('(time,id)'))).toEqual([]);
  });
});

describe('the schema of an SQLite store', () => {
  it('is reported as outdated before it is migrated', async () => {
    const store = open();
    expect(await unavailable(() => store.ping())).toMatch(
      /older than this program.*teller migrate/,
    );
    expect(await unavailable(() => store.findCaller(makeKeyOf('project_1'), 'wallet_one'))).toMatch(
      /teller migrate/,
    );
    expect((await store.listMigrations()).every(({ applied }) => !applied)).toBe(true);
  });

  it('is applied in order, once, and does not change afterwards', async () => {
    const store = open();
    const applied = await store.migrate();
    expect(applied).toEqual(await store.listMigrations());
    expect(applied[0]).toEqual({ version: 1, name: 'initial', applied: true });
    expect(await store.migrate()).toEqual([]);
    expect(await open().migrate()).toEqual([]);
  });

  it('of a newer program is refused by a process that starts, and accepted by one that runs', async () => {
    const store = await openMigrated();
    openRaw().exec("INSERT INTO schema_migration (version, name) VALUES (9999, 'later')");
    await store.ping();
    await store.createOrganization(ORG);
    expect(await unavailable(() => store.checkSchema())).toMatch(/does not belong to this program/);
    expect(await unavailable(() => store.migrate())).toMatch(/does not belong to this program/);
    expect(await unavailable(() => open())).toMatch(/does not belong to this program/);
  });

  it('of a version before the first release is refused', async () => {
    const store = await openMigrated();
    openRaw().exec("UPDATE schema_migration SET name = 'draft'");
    expect(await unavailable(() => store.ping())).toMatch(/does not belong to this program/);
    expect(await unavailable(() => open())).toMatch(/does not belong to this program/);
  });

  it('is not changed by a migration that fails in the middle', async () => {
    const second = { version: 2, name: 'second', sql: 'CREATE TABLE second (a); SELECT nothing;' };
    const raw = new DatabaseSync(':memory:');
    opened.push(raw);
    const connection = new SqliteConnection(raw);
    const migrations = [...readMigrations(), second];
    await expect(applyMigrations(connection, migrations)).rejects.toThrow(/nothing/);
    const tables = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    expect(tables).toEqual([]);
  });
});

describe('the integrity check of an SQLite store', () => {
  const failed = (store: Store, fix = false): Promise<readonly string[]> =>
    listFailed(store, fix, T0 + 10);

  it('rebuilds an index that does not match its table', async () => {
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    await storeRows(store, walletId, [makeTransaction('tx_1'), makeTransaction('tx_2')]);
    await store.close();
    const bytes = readFileSync(path);
    // The last occurrence is in the newest page of the index of identifiers.
    const at = bytes.lastIndexOf('tx_2') + 'tx_'.length;
    bytes.write('3', at);
    writeFileSync(path, bytes);
    for (const _time of [1, 2]) expect(await failed(open())).toEqual(['file']);
    expect(await failed(open(), true)).toEqual([]);
    expect(await listAll(open(), walletId)).toHaveLength(2);
  });

  it('reports tables, indexes, triggers and views that were changed', async () => {
    const store = await openMigrated();
    await addOneWallet(store);
    openRaw().exec(`DROP INDEX project_by_org; CREATE VIEW other AS SELECT 1;
      CREATE TRIGGER t AFTER UPDATE ON wallet_sync BEGIN DELETE FROM api_key; END`);
    expect(await findCheck(store, 'tables', true)).toEqual({
      name: 'tables',
      ok: false,
      detail: '3 were changed: trigger t, view other, index project_by_org; restore a backup',
    });
    openRaw().exec('DROP TRIGGER t; DROP VIEW other; ANALYZE');
    openRaw().exec('CREATE INDEX project_by_org ON project (org_id)');
    expect(await failed(store)).toEqual([]);
  });

  it('reports a corrupted page, and so does a call that reads it', async () => {
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    const rows = Array.from({ length: 2000 }, (_, index) => makeTransaction(`tx_${index}`));
    await storeRows(store, walletId, rows);
    await store.close();
    const bytes = readFileSync(path);
    // The row is on a page of the table and on one of each index.
    for (let at = bytes.indexOf('tx_1500'); at !== -1; at = bytes.indexOf('tx_1500')) {
      bytes.fill(0xa5, at & ~4095, (at & ~4095) + 4096);
    }
    writeFileSync(path, bytes);
    const corrupted = open();
    expect(await failed(corrupted, true)).toEqual(['file']);
    const query = { page: 1, limit: 1000, fields: TRANSACTION_FIELDS };
    const wallet = await corrupted.readWalletKey(walletId);
    const list = () => corrupted.listTransactions(wallet, query);
    expect(await unavailable(list)).toMatch(/corrupted/);
  });
});
