/** Tests that are specific to PostgreSQL: migrations, integrity, concurrent stores. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { PostgresDatabase } from '../../src/store/postgres/database.ts';
import { writeBalanceDocument } from '../../src/domain/balance-document.ts';
import { applyMigrations, readMigrations } from '../../src/store/postgres/migrations.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { LeaseLostError, StoreUnavailableError } from '../../src/store/errors.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  findServed,
  listAll,
  makeQuery,
  makeTransaction,
  makeWallet,
  makeWindow,
  PROJECT_ID,
  T0,
  listBalances,
  HOSTILE_BALANCES,
  listPage,
} from './contract/fixtures.ts';
import {
  createTestDatabase,
  openTestStore,
  SERVING_ROLE,
  type TestDatabase,
} from './postgres-database.ts';

let database: TestDatabase;
let store: PostgresStore;
const opened: PostgresStore[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  store = open();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await database.drop();
});

function open(): PostgresStore {
  const made = openTestStore(database.url);
  opened.push(made);
  return made;
}

describe('migrations', () => {
  it('are applied once by several processes that start at the same time', async () => {
    const results = await Promise.all([store, open(), open()].map((each) => each.migrate()));
    const versions = (await store.listMigrations()).map(({ version }) => version);
    expect(results.flat().map(({ version }) => version)).toEqual(versions);
  });

  it('are refused if the database belongs to a newer program', async () => {
    await store.migrate();
    await database.query("INSERT INTO schema_migration VALUES (9999, 'later', 'x')");
    await expect(store.ping()).rejects.toThrow(/newer than this program/);
    await expect(store.migrate()).rejects.toThrow(/newer than this program/);
  });

  it('are refused if one was edited after it had been applied', async () => {
    await store.migrate();
    await database.query("UPDATE schema_migration SET checksum = 'x' WHERE version = 1");
    await expect(store.migrate()).rejects.toThrow(/migration 1 was edited/);
    const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
    expect(checks).toMatchObject([{ name: 'schema', ok: false }]);
  });

  it('return the balances of an older version byte by byte', async () => {
    await migratePartly(4);
    await database.query(`INSERT INTO organization VALUES ('org_1', 'o', 1);
      INSERT INTO project VALUES ('project_1', 'org_1', 'p', 1);
      INSERT INTO wallet VALUES ('wallet_one', 'project_1', 'x', NULL, NULL, 1);`);
    for (const { asset, amount, networks, networksUnknown = false } of HOSTILE_BALANCES) {
      const balance = ['wallet_one', asset, amount, networksUnknown];
      await database.query('INSERT INTO wallet_balance VALUES ($1, $2, $3, $4)', balance);
      for (const network of networks) {
        const insert =
          'INSERT INTO wallet_network VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';
        await database.query(insert, ['wallet_one', asset, ...Object.values(network)]);
      }
    }
    await store.migrate();
    const expected = writeBalanceDocument(HOSTILE_BALANCES);
    expect(await store.readBalances('wallet_one')).toMatchObject(expected);
    expect(await listBalances(store, 'wallet_one')).toEqual(HOSTILE_BALANCES);
  });

  it('count the rows of wallets that an older program wrote, in a tree of several levels', async () => {
    await migratePartly(2);
    await database.query(`INSERT INTO organization VALUES ('org_1', 'o', 1);
      INSERT INTO project VALUES ('project_1', 'org_1', 'p', 1);
      INSERT INTO wallet VALUES ('wallet_one', 'project_1', 'x', NULL, NULL, 1),
        ('wallet_two', 'project_1', 'x', NULL, NULL, 1);
      INSERT INTO wallet_sync (wallet_id, transactions_revision, balances_revision)
        SELECT wallet_id, 1, 1 FROM wallet;
      INSERT INTO wallet_credentials SELECT wallet_id, 'k', '' FROM wallet;
      INSERT INTO wallet_transaction (wallet_id, timestamp_ms, id, asset, type, status, amount)
        SELECT 'wallet_one', i / 2, 'tx_' || lpad(i::text, 5, '0'), 'A' || (i % 5), 1 + i % 2,
          CASE WHEN i % 3989 = 0 THEN 1 ELSE 2 END, '1' FROM generate_series(0, 19999) AS i;`);
    await store.migrate();
    const [root] = await database.query('SELECT level FROM wallet_count_node WHERE node_no = 1');
    expect(root).toEqual({ level: 2 });
    const list = async (query: Parameters<typeof makeQuery>[0]) => {
      const { totalCount, transactions } = await listPage(store, 'wallet_one', {
        limit: 3,
        ...query,
      });
      return [totalCount, ...transactions.map(({ id }) => id)];
    };
    expect(await list({})).toEqual([20_000, 'tx_19999', 'tx_19998', 'tx_19997']);
    expect(await list({ page: 5000 })).toEqual([20_000, 'tx_04999', 'tx_04998', 'tx_04997']);
    expect(await list({ asset: 'A1', type: 'deposit', page: 2000, sinceMs: 5 })).toEqual([1999]);
    expect(await list({ status: 'pending', limit: 9 })).toEqual([
      6,
      'tx_19945',
      'tx_15956',
      'tx_11967',
      'tx_07978',
      'tx_03989',
      'tx_00000',
    ]);
    const bounds = { sinceMs: 1000, beforeMs: 8000 };
    expect(await list({ ...bounds })).toEqual([14_000, 'tx_15999', 'tx_15998', 'tx_15997']);
    expect(await list({ ...bounds, asset: 'A3', page: 400 })).toEqual([
      2800,
      'tx_09998',
      'tx_09993',
      'tx_09988',
    ]);
    expect((await store.listTransactions('wallet_two', makeQuery())).totalCount).toBe(0);
    expect(await listFailed(store)).toEqual([]);
  });

  it('are refused if the text of the database is not UTF-8', async () => {
    await database.query(
      "CREATE DATABASE teller_test_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
    );
    const latin = openTestStore(database.url.replace(/teller_test_\w+$/, 'teller_test_latin'));
    await expect(latin.migrate()).rejects.toThrow(/text of the database is LATIN1/);
    await latin.close();
    await database.query('DROP DATABASE teller_test_latin');
  });

  it('are rolled back if one fails', async () => {
    await database.query('CREATE TABLE wallet_recheck (a integer)');
    await expect(store.migrate()).rejects.toThrow(/already exists/);
    expect((await store.listMigrations()).some(({ applied }) => applied)).toBe(false);
    await database.query('DROP TABLE wallet_recheck');
    await store.migrate();
    await store.ping();
  });
});

/** Migrates the schema to an older version. */
async function migratePartly(version: number): Promise<void> {
  const options = { connectionsMax: 1, connectTimeoutMs: 3000, statementTimeoutMs: 3000 };
  const owner = new PostgresDatabase({ ...options, url: database.url });
  await owner.maintain((connection) =>
    applyMigrations(connection, readMigrations().slice(0, version)),
  );
  await owner.close();
}

async function listFailed(checked: PostgresStore, fix = false): Promise<readonly string[]> {
  const checks = await checked.checkIntegrity({ fix, nowMs: T0 });
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

describe('concurrent stores', () => {
  it('never claim a wallet twice', async () => {
    await store.migrate();
    await addProject(store);
    const ids = Array.from({ length: 20 }, (_, index) => `wallet_${index + 10}`);
    for (const id of ids) await store.addWallet(makeWallet(id), CREDENTIALS);
    const stores = [store, open(), open()];
    const claims = Array.from({ length: 30 }, (_, index) =>
      stores[index % 3]!.claimWallet({ nowMs: T0, untilMs: T0 + 100 }),
    );
    const leases = (await Promise.all(claims)).filter((lease) => lease !== undefined);
    expect(leases.map(({ walletId }) => walletId).sort()).toEqual(ids);
  });

  it('count every row once when a worker and imports write one wallet', async () => {
    await store.migrate();
    const id = await addOneWallet(store);
    const lease = await claim(store, id);
    const other = open();
    const rows = Array.from({ length: 40 }, (_, index) => makeTransaction(`tx_${index}`));
    await Promise.all(
      rows.flatMap((row, index) => [
        store.recordWindow(lease, makeWindow({ transactions: rows.slice(0, index + 1) })),
        other.copyTransactions(id, [{ ...row, status: 'pending' }]),
      ]),
    );
    expect(await listAll(store, id)).toHaveLength(rows.length);
    const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('count every row once while the counts of their wallet are repaired', async () => {
    await store.migrate();
    const id = await addOneWallet(store);
    const rows = Array.from({ length: 2000 }, (_, row) =>
      makeTransaction(`tx_${row}`, { timestampMs: T0 + row }),
    );
    await store.copyTransactions(id, rows.slice(0, 1000));
    const other = open();
    for (const damage of ['DELETE FROM wallet_count', 'DELETE FROM wallet_count_node']) {
      await database.query(damage);
      const changed = rows.map((row) => ({ ...row, asset: damage }));
      await Promise.all([
        listFailed(other, true),
        ...Array.from({ length: 20 }, (_, part) =>
          store.copyTransactions(id, changed.slice(part * 100, part * 100 + 100)),
        ),
      ]);
      expect(await listFailed(store)).toEqual([]);
      const query = makeQuery({ asset: damage });
      expect((await store.listTransactions(id, query)).totalCount).toBe(rows.length);
    }
  });

  it('refuse the write of a worker that loses its lease while it waits', async () => {
    await store.migrate();
    const id = await addOneWallet(store);
    const late = await claim(store, id);
    const blocker = new pg.Client(database.url);
    await blocker.connect();
    await blocker.query('BEGIN; SELECT 1 FROM wallet_sync FOR UPDATE');
    const window = makeWindow({ transactions: [makeTransaction('tx_1')] });
    await Promise.all([
      expect(store.recordWindow(late, window)).rejects.toThrow(LeaseLostError),
      blocker.query('UPDATE wallet_sync SET lease_token = lease_token + 1; COMMIT'),
    ]);
    await blocker.end();
    expect(await listAll(store, id)).toEqual([]);
  });
});

describe('integrity', () => {
  it.each([
    ['counts', 'DELETE FROM wallet_count_node'],
    ['wallets', 'DELETE FROM wallet_sync'],
    ['orphans', "INSERT INTO wallet_balances VALUES ('wallet_gone', '[]', '[]')"],
  ])('repairs %s after %s', async (name, damage) => {
    await store.migrate();
    const id = await addOneWallet(store);
    await store.addWallet(makeWallet('wallet_imports', { importsOnly: true }));
    await store.copyTransactions(id, [makeTransaction('tx_1')]);
    await database.query(damage);
    const found = await store.checkIntegrity({ fix: false, nowMs: T0 });
    // The checksums of the rows may find the same damage.
    expect(found.find(({ ok }) => !ok)).toMatchObject({ name });
    const repaired = await store.checkIntegrity({ fix: true, nowMs: T0 });
    expect(repaired.filter(({ ok }) => !ok)).toEqual([]);
    expect(repaired.find((check) => check.name === name)?.detail).toMatch(/^repaired/);
    const after = await store.checkIntegrity({ fix: false, nowMs: T0 });
    expect(after.filter(({ ok }) => !ok)).toEqual([]);
    const never = { nextRunAtMs: null, historyComplete: true };
    expect(await store.readSyncState('wallet_imports')).toMatchObject(never);
  });

  it('reports whether the server verifies its pages', async () => {
    await store.migrate();
    const [{ data_checksums: setting } = {}] = await database.query('SHOW data_checksums');
    const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
    const pages = checks.find(({ name }) => name === 'pages');
    expect(pages?.ok).toBe(true);
    expect(pages?.detail.includes('verifies the checksum')).toBe(setting === 'on');
  });

  it.each([
    ['values', String.raw`UPDATE wallet_transaction SET content = '\x1204425443032d3100000000'`],
    [
      'values',
      String.raw`UPDATE wallet_transaction SET content = '\x12044254430231042e3561000000'`,
    ],
    ['values', String.raw`UPDATE wallet_transaction SET content = '\x120442544302'`],
    ['values', 'UPDATE wallet_transaction SET content = set_byte(content, 0, 12 * 16 + 2)'],
    ['values', 'UPDATE wallet_transaction SET content = set_byte(content, 0, 1 * 16 + 9)'],
    ['wallets', 'DELETE FROM wallet_credentials'],
    [
      'coverage',
      `INSERT INTO wallet_coverage VALUES ('wallet_one', 'a', 1, 9, 1), ('wallet_one', 'a', 9, 11, 1)`,
    ],
  ])('reports %s after %s', async (name, damage) => {
    await store.migrate();
    const id = await addOneWallet(store);
    await store.copyTransactions(id, [makeTransaction('tx_1')]);
    await database.query(damage);
    const found = await store.checkIntegrity({ fix: true, nowMs: T0 });
    // The checksums of the rows may find the same damage.
    expect(found.find(({ ok }) => !ok)).toMatchObject({ name });
  });
});

it('finds the nodes of the counts even if the path to them is unknown', async () => {
  await store.migrate();
  const id = await addOneWallet(store);
  const rows = Array.from({ length: 1000 }, (_, row) =>
    makeTransaction(`tx_${row}`, { timestampMs: T0 + row }),
  );
  await store.copyTransactions(id, rows);
  await database.query('UPDATE wallet_count_node SET low_ms = 0, level = 0');
  const query = { sinceMs: T0 + 500, limit: 1 };
  expect(await listPage(store, id, query)).toEqual({
    totalCount: 500,
    transactions: [rows.at(-1)],
  });
  await store.copyTransactions(id, [makeTransaction('tx_late', { timestampMs: T0 + 600 })]);
  expect((await listPage(store, id, query)).totalCount).toBe(501);
  expect(await listFailed(store)).toEqual([]);
});

it('reads for the service only from a standby if there is one, and does not write to it', async () => {
  await store.migrate();
  const id = await addOneWallet(store);
  const standby = await createTestDatabase();
  const copy = openTestStore(standby.url);
  await copy.migrate();
  await addOneWallet(copy);
  await copy.copyTransactions(id, [makeTransaction('tx_standby')]);
  await copy.close();
  const name = new URL(standby.url).pathname.slice(1);
  await standby.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);

  const options = { servingRole: SERVING_ROLE, connectionsMax: 2 };
  const both = openPostgresStore({ ...options, url: database.url, replicaUrl: standby.url });
  await both.ping();
  await both.copyTransactions(id, [makeTransaction('tx_primary')]);
  expect((await listAll(both, id)).map((row) => row.id)).toEqual(['tx_standby']);
  expect((await findServed(both, id, PROJECT_ID))?.id).toBeUndefined();
  expect(await both.countWallets()).toHaveLength(1);
  expect(await listBalances(both, id)).toEqual([]);
  expect((await listAll(store, id)).map((row) => row.id)).toEqual(['tx_primary']);
  await both.close();
  await standby.drop();
});

it('reports a missing table without SQL or the URL', async () => {
  await store.migrate();
  await addOneWallet(store);
  await database.query('DROP TABLE wallet_balances');
  const error: unknown = await listBalances(store, 'wallet_one').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect((error as Error).message).toMatch(/schema of the database .* run `teller migrate`/);
});
