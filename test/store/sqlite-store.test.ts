import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeBalanceDocument } from '../../src/domain/balance-document.ts';
import { TRANSACTION_FIELDS } from '../../src/domain/transaction.ts';
import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { applyMigrations, readMigrations } from '../../src/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { NEWEST } from '../../src/store/sqlite/newest-page.ts';
import { LISTINGS } from '../../src/store/sqlite/listing-statements.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import {
  addOneWallet,
  CREDENTIALS,
  HOSTILE_BALANCES,
  listAll,
  listBalances,
  makeQuery,
  makeTransaction,
  makeWallet,
  T0,
  listPage,
} from './contract/fixtures.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

const ORG = { id: 'org_1', name: 'o', createdAtMs: T0 };

let path = '';
let remove = (): void => undefined;
const opened: { close(): unknown }[] = [];

beforeEach(() => {
  ({ path, remove } = makeTemporaryDatabase());
});
afterEach(async () => {
  for (const database of opened.splice(0).toReversed()) await database.close();
  remove();
});

function open(options: { busyTimeoutMs?: number; readOnly?: boolean } = {}): SqliteStore {
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

async function openMigrated(): Promise<SqliteStore> {
  const store = open();
  await store.migrate();
  return store;
}

/** Returns the message of a call's error, which must not contain SQL. */
async function unavailable(call: () => unknown): Promise<string> {
  const called = Promise.resolve().then(call);
  const error: unknown = await called.then(
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

  it('uses a write-ahead log, so that readers never wait for a writer', async () => {
    await openMigrated();
    expect(openRaw().prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
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

  it('refuses to create a file that is opened read-only', async () => {
    expect(await unavailable(() => open({ readOnly: true }))).toMatch(/cannot be opened/);
    expect(existsSync(path)).toBe(false);
  });

  it('refuses a database that another process has locked', async () => {
    mkdirSync(dirname(path), { recursive: true });
    openRaw().exec('CREATE TABLE t (a); BEGIN EXCLUSIVE');
    expect(await unavailable(() => open({ busyTimeoutMs: 20 }))).toMatch(/locked/);
  });

  it('reads, but does not write, if it is opened read-only', async () => {
    const walletId = await addOneWallet(await openMigrated());
    const store = open({ readOnly: true });
    await store.ping();
    expect(await listAll(store, walletId)).toEqual([]);
    expect(await unavailable(() => store.createOrganization(ORG))).toMatch(/read-only/);
    expect(await unavailable(() => store.removeWallet(walletId))).toMatch(/read-only/);
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

describe('an SQLite store in use', () => {
  it('refuses a write if a lock lasts longer than the timeout, and still reads', async () => {
    const walletId = await addOneWallet(await openMigrated());
    const store = open({ busyTimeoutMs: 20 });
    const raw = openRaw();
    raw.exec('BEGIN IMMEDIATE');
    expect(await unavailable(() => store.createOrganization(ORG))).toMatch(/locked/);
    expect(
      await unavailable(() => store.copyTransactions(walletId, [makeTransaction('tx_1')])),
    ).toMatch(/locked/);
    expect(await listAll(store, walletId)).toEqual([]);
    expect(await store.claimWallet({ nowMs: T0 - 1, untilMs: T0 })).toBeUndefined();
    raw.exec('ROLLBACK');
    await store.createOrganization(ORG);
  });

  it('blocks other writers between the reads and the writes of a transaction', async () => {
    await addOneWallet(await openMigrated());
    const rename = "UPDATE organization SET name = 'other'";
    const connection = new SqliteConnection(openRaw());
    connection.write(() => {
      connection.readRow('SELECT name FROM organization');
      expect(() => openRaw().exec(rename)).toThrow(/locked/);
      connection.change(rename);
    });
  });

  it('continues after a call that failed within a transaction', async () => {
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    const bad = makeTransaction('tx_1', { timestampMs: Number.NaN });
    await expect(store.copyTransactions(walletId, [bad])).rejects.toThrow(Error);
    expect(await store.copyTransactions(walletId, [makeTransaction('tx_1')])).toEqual({
      added: 1,
    });
  });

  it('reads every page by an index range, without sorting', async () => {
    await openMigrated();
    const raw = openRaw();
    const explain = (sql: string): readonly string[] =>
      raw
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((row) => String(row['detail']));
    for (const sql of LISTINGS) {
      const plan = explain(sql).filter((step) => !/^(CO-ROUTINE|SCAN) \(?subquery/.test(step));
      expect(plan).toEqual([
        expect.stringMatching(
          /^SEARCH wallet_transaction USING PRIMARY KEY \(wallet_no=\? AND \(timestamp_ms,id\)>/,
        ),
      ]);
    }
    for (const sql of Object.values(NEWEST)) {
      const plan = explain(sql).filter((step) => !/SUBQUERY|\(subquery/.test(step));
      const tables = plan.map((step) => /^SEARCH (\w+) USING .*\(\w+=\?/.exec(step)?.[1]);
      const counts = ['wallet_count', 'wallet_count_node'];
      const others = ['wallet_transaction', 'wallet_time_change'];
      expect(tables).toEqual(['wallet', ...counts, ...others]);
    }
  });
});

describe('the schema of an SQLite store', () => {
  it('is reported as outdated before it is migrated', async () => {
    const store = open();
    expect(await unavailable(() => store.ping())).toMatch(
      /older than this program.*teller migrate/,
    );
    expect(
      await unavailable(() =>
        store.findCaller({ id: 'key_1', hash: new Uint8Array(32) }, 'wallet_one'),
      ),
    ).toMatch(/teller migrate/);
    expect((await store.listMigrations()).every(({ applied }) => !applied)).toBe(true);
    const checks = await store.checkIntegrity({ fix: true, nowMs: T0 });
    expect(checks.find(({ name }) => name === 'schema')).toMatchObject({ ok: false });
  });

  it('is applied in order, once, and does not change afterwards', async () => {
    const store = open();
    const applied = await store.migrate();
    expect(applied).toEqual(await store.listMigrations());
    expect(applied[0]).toEqual({ version: 1, name: 'initial', applied: true });
    expect(await store.migrate()).toEqual([]);
    expect(await open().migrate()).toEqual([]);
  });

  it('of a newer program is refused, even by an open store', async () => {
    const store = await openMigrated();
    openRaw().exec("INSERT INTO schema_migration VALUES (9999, 'later', 'x', 'y')");
    expect(await unavailable(() => store.ping())).toMatch(/newer than this program/);
    expect(await unavailable(() => store.migrate())).toMatch(/newer than this program/);
    expect(await unavailable(() => open())).toMatch(/newer than this program/);
  });

  it('is reported when a migration was edited after it had been applied', async () => {
    const store = await openMigrated();
    openRaw().exec("UPDATE schema_migration SET checksum = 'other'");
    expect(await unavailable(() => store.migrate())).toMatch(/migration 1 was edited/);
    const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
    expect(checks.find(({ name }) => name === 'schema')).toMatchObject({ ok: false });
  });

  it('is not applied again by a process that waited until another had applied it', async () => {
    await open().close();
    const migrations = readMigrations();
    const other = new SqliteConnection(openRaw());
    let othersTurns = 1;
    class LateConnection extends SqliteConnection {
      override write<T>(work: () => T): T {
        if (othersTurns-- > 0) applyMigrations(other, migrations);
        return super.write(work);
      }
    }
    expect(applyMigrations(new LateConnection(openRaw()), migrations)).toEqual([]);
    await open().ping();
  });

  it('comes with the counts of rows that an older program wrote', async () => {
    await open().close();
    const raw = openRaw();
    applyMigrations(new SqliteConnection(raw), readMigrations().slice(0, 2));
    raw.exec(`INSERT INTO organization VALUES ('org_1', 'o', 1);
      INSERT INTO project VALUES ('project_1', 'org_1', 'p', 1);
      INSERT INTO wallet VALUES (1, 'wallet_one', 'project_1', 'x', NULL, NULL, 1),
        (2, 'wallet_two', 'project_1', 'x', NULL, NULL, 1);
      INSERT INTO wallet_transaction (wallet_no, timestamp_ms, id, asset, type, status, amount)
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2999)
        SELECT 1, i, 'tx_' || i, 'A' || (i % 5), 1, 2, '1' FROM n;`);
    const store = await openMigrated();
    const query = { page: 2, limit: 10, asset: 'A1' };
    const { totalCount, transactions } = await listPage(store, 'wallet_one', query);
    expect(totalCount).toBe(600);
    expect(transactions.map(({ timestampMs }) => timestampMs)).toEqual(
      Array.from({ length: 10 }, (_, row) => 2996 - 5 * (20 + row)),
    );
    const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
    expect(checks.find(({ name }) => name === 'counts')).toMatchObject({ ok: true });
    expect((await listPage(store, 'wallet_two', query)).totalCount).toBe(0);
  });

  it('returns the balances of an older version unchanged', async () => {
    open();
    const raw = openRaw();
    applyMigrations(new SqliteConnection(raw), readMigrations().slice(0, 4));
    raw.exec(`INSERT INTO organization VALUES ('org_1', 'o', 1);
      INSERT INTO project VALUES ('project_1', 'org_1', 'p', 1);
      INSERT INTO wallet VALUES (1, 'wallet_one', 'project_1', 'x', NULL, NULL, 1),
        (2, 'wallet_two', 'project_1', 'x', NULL, NULL, 1);`);
    const [addBalance, addNetwork] = [
      raw.prepare('INSERT INTO wallet_balance VALUES (1, ?, ?, ?)'),
      raw.prepare('INSERT INTO wallet_network VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    ];
    for (const { asset, amount, networks, networksUnknown } of HOSTILE_BALANCES) {
      addBalance.run(asset, amount, Number(networksUnknown ?? false));
      for (const network of networks) addNetwork.run(asset, ...Object.values(network));
    }
    const store = await openMigrated();
    expect(await store.readBalances('wallet_one')).toEqual(writeBalanceDocument(HOSTILE_BALANCES));
    expect(await listBalances(store, 'wallet_one')).toEqual(HOSTILE_BALANCES);
    expect(await listBalances(store, 'wallet_two')).toEqual([]);
  });

  it('is not changed by a migration that fails in the middle', () => {
    mkdirSync(dirname(path), { recursive: true });
    const folder = pathToFileURL(`${dirname(path)}/`);
    writeFileSync(new URL('0001-first.sql', folder), 'CREATE TABLE first (a);');
    writeFileSync(new URL('0002-second.sql', folder), 'CREATE TABLE second (a); SELECT nothing;');
    writeFileSync(new URL('README.md', folder), 'not a migration');
    const migrations = readMigrations(folder);
    const raw = openRaw();
    expect(() => applyMigrations(new SqliteConnection(raw), migrations)).toThrow(/nothing/);
    const tables = raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    expect(tables.map((row) => row['name'])).toEqual(['schema_migration', 'first']);
  });
});

describe('the integrity check of an SQLite store', () => {
  const failed = async (store: SqliteStore, fix = false): Promise<readonly string[]> =>
    (await store.checkIntegrity({ fix, nowMs: T0 + 10 }))
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);

  it('reports values that no program writes', async () => {
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    const raw = openRaw();
    const damages = ["amount = '-1'", "amount = '1e5'", "fee_cost = 'x'", 'type = 3', 'status = 0'];
    for (const damage of damages) {
      await store.copyTransactions(walletId, [makeTransaction('tx_1')]);
      expect(await failed(store, true)).toEqual([]);
      raw.exec(`UPDATE wallet_transaction SET ${damage}`);
      expect(await failed(store)).toContain('values');
      const { json } = await store.listTransactions(walletId, makeQuery());
      if (damage === 'type = 3') expect(json).toContain('"type":"other"');
      if (damage === 'status = 0') expect(json).toContain('"status":"unknown"');
    }
  });

  it('reports rows without a wallet, and removes them on request', async () => {
    const store = await openMigrated();
    await addOneWallet(store);
    await store.copyTransactions('wallet_one', [makeTransaction('tx_1')]);
    await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
    openRaw().exec("DELETE FROM wallet WHERE id = 'wallet_one'");
    expect(await failed(store)).toEqual(['orphans']);
    expect(await failed(store, true)).toEqual([]);
    expect(await failed(store)).toEqual([]);
    expect((await store.listWallets()).map(({ id }) => id)).toEqual(['wallet_two']);
  });

  it('reports a wallet without a sync state, and makes it due', async () => {
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    openRaw().exec('DELETE FROM wallet_sync');
    expect(await failed(store)).toEqual(['wallets']);
    expect(await failed(store, true)).toEqual([]);
    expect((await store.readSyncState(walletId)).nextRunAtMs).toBe(T0 + 10);
    openRaw().exec('DELETE FROM wallet_credentials');
    expect(await failed(store, true)).toEqual(['wallets']);
    await store.removeWallet(walletId);
    await store.addWallet(makeWallet('wallet_two', { importsOnly: true }));
    openRaw().exec('DELETE FROM wallet_sync');
    expect(await failed(store, true)).toEqual([]);
    expect(await store.readSyncState('wallet_two')).toMatchObject({ historyComplete: true });
  });

  it('reports ranges of coverage that touch, and records without an owner', async () => {
    const store = await openMigrated();
    await addOneWallet(store);
    const raw = openRaw();
    raw.exec("INSERT INTO wallet_coverage VALUES (1, 'd', 0, 10, 1), (1, 'd', 10, 20, 1)");
    expect(await failed(store)).toEqual(['coverage']);
    raw.exec('DELETE FROM wallet_coverage; DELETE FROM organization');
    expect(await failed(store)).toEqual(['references']);
  });

  it('removes only expired leases', async () => {
    const store = await openMigrated();
    await addOneWallet(store);
    await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
    const ended = await store.claimWallet({ nowMs: T0, untilMs: T0 + 10, walletId: 'wallet_one' });
    const held = await store.claimWallet({ nowMs: T0, untilMs: T0 + 11, walletId: 'wallet_two' });
    expect(await failed(store, true)).toEqual([]);
    await expect(store.renewLease(ended!, T0 + 99)).rejects.toThrow(/lost/);
    await store.renewLease(held!, T0 + 99);
  });

  it('rebuilds an index that does not match its table', async () => {
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    await store.copyTransactions(walletId, [makeTransaction('tx_1'), makeTransaction('tx_2')]);
    const raw = openRaw();
    raw.exec(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, '(org_id)', '(name)')
        WHERE name = 'project_by_org';
      PRAGMA writable_schema = RESET`);
    expect(await failed(open())).toEqual(['file']);
    expect(await failed(open(), true)).toEqual([]);
  });

  it('reports a corrupted page, and so does a call that reads it', async () => {
    const store = await openMigrated();
    const walletId = await addOneWallet(store);
    const rows = Array.from({ length: 2000 }, (_, index) => makeTransaction(`tx_${index}`));
    await store.copyTransactions(walletId, rows);
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
    const list = () => corrupted.listTransactions(walletId, query);
    expect(await unavailable(list)).toMatch(/corrupted/);
  });
});
