import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { copyStore } from '../../src/store/copy-store.ts';
import type { StoreProgress } from '../../src/store/progress.ts';
import { raw, sql } from '../../src/store/sql/query.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { importRows } from './contract/import-fixtures.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  HOSTILE_TEXTS,
  listAll,
  listFailed,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  ORG_ID,
  PROJECT_ID,
  T0,
} from './contract/fixtures.ts';
import { makeEndpoint } from './contract/webhook-fixtures.ts';
import { createTestDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';
import { readAllRows, storeRows } from './store-rows.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

/** More than a batch. */
const ROWS = 5003;
/** With imported rows and one that synchronisation has read. */
const ALL_ROWS = ROWS + 3;

let database: TestDatabase;
let postgres: Store;
let sqlite: Store;
let removeFile: () => void;

beforeAll(async () => {
  database = await createTestDatabase();
  postgres = openTestStore(database.url);
  await postgres.migrate();
});

beforeEach(async () => {
  await database.clear();
  const { path, remove } = makeTemporaryDatabase();
  sqlite = openSqliteStore({ path });
  await sqlite.migrate();
  removeFile = remove;
});

afterEach(async () => {
  await sqlite.close();
  removeFile();
});

afterAll(async () => {
  await postgres.close();
  await database.drop();
});

/** Writes rows into every table. */
async function fill(store: Store): Promise<void> {
  const id = await addOneWallet(store);
  await store.recordMasterKey({ id: CREDENTIALS.keyId, servingKeys: new Uint8Array([0, 255]) });
  const hash = new Uint8Array([0, 255]);
  const key = { projectId: PROJECT_ID, label: 'ci', hash, createdAtMs: T0, expiresAtMs: T0 + 9 };
  await store.createApiKey({ ...key, id: 'key_1' });
  await store.revokeApiKey('key_1', T0 + 3);
  await store
    .withAudit({
      atMs: T0,
      actor: { kind: 'command', id: 'manage-key create' },
      action: 'management_key.create',
      targets: { managementKeyId: 'management_1' },
    })
    .createManagementKey({ ...key, id: 'management_1', projectId: null });
  await store.beginRequest({
    managementKeyId: 'management_1',
    idempotencyKey: 'k1',
    requestHash: hash,
    nowMs: T0,
    runsUntilMs: T0 + 1000,
    expiresAtMs: T0 + 5000,
  });
  await store.createConnectSession({
    id: 'connect_1',
    projectId: PROJECT_ID,
    tokenHash: hash,
    exchange: null,
    externalId: null,
    label: null,
    walletId: null,
    returnUrl: null,
    createdAtMs: T0,
    expiresAtMs: T0 + 5000,
  });
  await store.addWebhook(makeEndpoint('webhook_1'), CREDENTIALS);
  await store.addWallet(makeWallet('wallet_gone'), CREDENTIALS);
  const two = makeWallet('wallet_two', { label: HOSTILE_TEXTS[2]! });
  await store.addWallet(two, CREDENTIALS, { hash, isUnique: true });
  await store.removeWallet('wallet_gone');
  await store.changeWallet('wallet_two', { paused: true }, T0);
  const rows = Array.from({ length: ROWS }, (_, index) =>
    makeTransaction(`tx_${index}`, { timestampMs: T0 + (index >> 3), txid: 'a\0b' }),
  );
  await storeRows(store, id, rows);
  const own = makeTransaction('tx_own', { asset: 'OWN' });
  await importRows(store, id, [own, { ...own, id: null, address: 'a"\\' }]);
  await importRows(store, id, [{ ...own, status: 'failed' }], { id: 'import_two' });
  await importRows(store, 'wallet_two', [makeTransaction('tx_gone')], { id: 'import_undone' });
  await store.undoImport('import_undone', T0 + 7);
  const lease = await claim(store, id);
  await store.recordWindow(
    lease,
    makeWindow({
      transactions: [makeTransaction('tx_new'), makeTransaction('tx_80')],
      quarantined: [{ key: 'a', source: 'deposits', raw: '{}', reason: 'r' }],
      rechecks: [{ transactionId: 'tx_new', timestampMs: T0, dueAtMs: T0 + 90 }],
    }),
  );
  const network = { id: 'BTC', code: 'BTC', name: 'Bitcoin', displayName: 'B', assetName: 'BTC' };
  const limits = { minWithdrawal: '1e-8', maxWithdrawal: null, addressRegex: '^(bc1)' };
  const networks = [{ ...network, ...limits }];
  await store.recordBalances(lease, {
    ...makeBalances([makeBalance('BTC', { networks }), makeBalance('EUR')]),
    withdrawableUnverified: true,
  });
  const outcome = { nextRunAtMs: T0 + 9, syncedAtMs: T0 + 5, historyComplete: true };
  await store.recordOutcome(lease, outcome);
}

/** The time of a migration, and the running workers. */
const NOT_COPIED = new Set(['schema_migration', 'sync_worker']);

/** Returns the rows of all tables, in the form that both engines share, by table. */
async function readTables(store: Store): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const [name, rows] of await readAllRows(store)) {
    if (NOT_COPIED.has(name)) continue;
    const texts = rows.map(({ checksum: _checksum, ...row }) =>
      JSON.stringify(Object.entries(row).map(toShared).toSorted()),
    );
    found.set(name, texts.toSorted());
  }
  return found;
}

function toShared([name, value]: readonly [string, unknown]): string {
  if (value instanceof Uint8Array) return `${name} ${Buffer.from(value).toString('hex')}`;
  return `${name} ${String(typeof value === 'boolean' ? Number(value) : value)}`;
}

describe.each([
  ['SQLite to PostgreSQL', () => [sqlite, postgres] as const],
  ['PostgreSQL to SQLite', () => [postgres, sqlite] as const],
])('a copy from %s', (_, choose) => {
  it('has every row of every table, and its projects and wallets can be changed', async () => {
    const [source, target] = choose();
    await fill(source);
    const reported: StoreProgress[] = [];
    expect(await copyStore(source, target, (progress) => void reported.push(progress))).toEqual({
      walletCount: 2,
      transactionCount: ALL_ROWS,
    });
    const expected = await readTables(source);
    expect([...expected].filter(([, rows]) => (rows as unknown[]).length === 0)).toEqual([]);
    expect(await readTables(target)).toEqual(expected);
    expect(reported.at(-1)).toMatchObject({ done: ALL_ROWS, total: ALL_ROWS });
    expect(await listFailed(target)).toEqual([]);
    const project = { id: 'project_new', orgId: ORG_ID, name: 'new', createdAtMs: T0 };
    await target.createProject(project);
    await target.addWallet(makeWallet('wallet_new', { projectId: project.id }), CREDENTIALS);
    await storeRows(target, 'wallet_new', [makeTransaction('tx_1')]);
    expect(await listAll(target, 'wallet_new')).toHaveLength(1);
  });
});

describe('a copy', () => {
  it('is refused into a database with data', async () => {
    await fill(sqlite);
    await postgres.createOrganization({ id: 'org_other', name: 'o', createdAtMs: T0 });
    await expect(copyStore(sqlite, postgres)).rejects.toThrow(/already contains data/);
    expect(await postgres.listOrganizations()).toHaveLength(1);
  });

  it('is refused into a database that has only a management key', async () => {
    await fill(postgres);
    const key = { id: 'mkey_1', projectId: null, label: null, hash: new Uint8Array([1]) };
    await sqlite.createManagementKey({ ...key, createdAtMs: T0, expiresAtMs: null });
    await expect(copyStore(postgres, sqlite)).rejects.toThrow(/already contains data/);
    expect(await sqlite.listManagementKeys()).toMatchObject([{ id: 'mkey_1' }]);
  });

  it.each([
    ["UPDATE wallet_transaction SET amount = '9' WHERE id = 'tx_5000'", 'transaction is corrupted'],
    ["UPDATE wallet_network SET code = 'LN'", 'balances of a wallet are corrupted'],
    ["DELETE FROM wallet_transaction WHERE id = 'tx_5000'", 'copy of counts differs'],
  ])('of a corrupted database fails, and the target remains empty: %s', async (change, message) => {
    await fill(sqlite);
    await sqlite.database.change(sql`${raw(change)}`);
    await expect(copyStore(sqlite, postgres)).rejects.toThrow(message);
    expect(await postgres.listOrganizations()).toEqual([]);
  });

  it('fails if the target stores other values than it was given, and the target remains empty', async () => {
    await fill(postgres);
    await sqlite.database.change(
      sql`${raw(`CREATE TRIGGER other AFTER INSERT ON wallet BEGIN
      UPDATE wallet SET label = 'other' WHERE id = NEW.id; END`)}`,
    );
    await expect(copyStore(postgres, sqlite)).rejects.toThrow('the copy of wallet differs');
    expect(await sqlite.listOrganizations()).toEqual([]);
  });
});
