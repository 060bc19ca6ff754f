import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { MasterKeyRecord } from '../../src/domain/master-key.ts';
import { copyStore } from '../../src/store/copy-store.ts';
import type { StoreProgress } from '../../src/store/progress.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { importRows } from './contract/import-fixtures.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  HOSTILE_TEXTS,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  ORG_ID,
  PROJECT_ID,
  T0,
  listBalances,
} from './contract/fixtures.ts';
import { createTestDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

const ROWS = 5003;
/** Number of rows, including imported ones. */
const ALL_ROWS = ROWS + 2;
const options = { nowMs: () => T0 };

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

const MASTER_KEY = { id: CREDENTIALS.keyId, servingKeys: new Uint8Array([0, 255]) };

/** The serving keys as text: the engines return different kinds of byte arrays. */
function describeMasterKey(record: MasterKeyRecord | undefined) {
  return record && { ...record, servingKeys: Buffer.from(record.servingKeys!).toString('hex') };
}

/** Fills an installation with data of every kind. */
async function fill(store: Store): Promise<void> {
  const id = await addOneWallet(store);
  await store.recordMasterKey(MASTER_KEY);
  const key = { id: 'key_1', projectId: PROJECT_ID, label: 'ci', expiresAtMs: T0 + 9 };
  await store.createApiKey({ ...key, hash: new Uint8Array([0, 255]), createdAtMs: T0 });
  await store.revokeApiKey('key_1', T0 + 3);
  const labels = { label: HOSTILE_TEXTS[2]!, account: '' };
  await store.addWallet(makeWallet('wallet_two', labels), CREDENTIALS);
  const rows = Array.from({ length: ROWS }, (_, index) =>
    makeTransaction(`tx_${index}`, { timestampMs: T0 + (index >> 3), txid: 'a\0b' }),
  );
  await store.copyTransactions(id, rows);
  const own = makeTransaction('tx_own', { asset: 'OWN' });
  await importRows(store, id, [own, { ...own, id: null, address: 'a"\\' }]);
  await importRows(store, id, [{ ...own, status: 'failed' }], { id: 'import_two' });
  await importRows(store, id, [makeTransaction('tx_gone')], { id: 'import_gone' });
  await store.undoImport('import_gone', T0 + 7);
  await importRows(store, 'wallet_two', [makeTransaction('tx_gone')], { id: 'import_undone' });
  await store.undoImport('import_undone', T0 + 7);
  const lease = await claim(store, id);
  const quarantine = (fromMs: number, toMs: number, keys: readonly string[]) =>
    makeWindow({
      window: { fromMs: T0 + fromMs, toMs: T0 + toMs },
      covered: { fromMs: T0 + fromMs, toMs: T0 + toMs },
      quarantined: keys.map((name) => ({ key: name, source: 'deposits', raw: name, reason: 'r' })),
      rechecks: [{ transactionId: `tx_${fromMs}`, timestampMs: T0, dueAtMs: T0 + toMs }],
    });
  await store.recordWindow(lease, quarantine(0, 90, ['a', 'b']));
  await store.recordWindow(lease, quarantine(10, 20, ['c']));
  await store.recordWindow(lease, quarantine(200, 300, ['d']));
  const bad = { key: 'balances:X', raw: '{}', reason: 'r' };
  const balances = [makeBalance('BTC', { networksUnknown: true }), makeBalance('EUR')];
  await store.recordBalances(lease, {
    ...makeBalances(balances),
    withdrawableUnverified: true,
    quarantined: [bad],
  });
  const failure = { code: 'c', message: 'm', atMs: T0 };
  const outcome = { nextRunAtMs: null, syncedAtMs: T0 + 5, historyComplete: true, failure };
  await store.recordOutcome(lease, outcome);
  await store.releaseLease(lease);
  await store.replaceCredentials('wallet_two', CREDENTIALS, T0, new Uint8Array([9, 9]));
  await store.changeWallet('wallet_two', { paused: true }, T0);
  const entry = {
    atMs: T0,
    actor: { kind: 'command', id: 'manage-key create' },
    action: 'management_key.create',
    targets: { managementKeyId: 'management_1' },
  } as const;
  const manage = { id: 'management_1', projectId: null, label: null, expiresAtMs: null };
  await store
    .withAudit(entry)
    .createManagementKey({ ...manage, hash: new Uint8Array([3]), createdAtMs: T0 });
  await store.withAudit({ ...entry, atMs: T0 + 1 }).revokeManagementKey('management_1', T0 + 1);
}

/** Returns the data of an installation that an operator can read. */
async function describeStore(store: Store): Promise<unknown> {
  const wallets = await store.listWallets();
  return {
    masterKey: describeMasterKey(await store.findMasterKey()),
    organizations: await store.listOrganizations(),
    projects: await store.listProjects(),
    keys: (await store.listApiKeys()).map((key) => [
      key.id,
      key.revokedAtMs,
      Buffer.from(key.hash),
    ]),
    managementKeys: (await store.listManagementKeys()).map((key) => [
      key.id,
      key.revokedAtMs,
      Buffer.from(key.hash),
    ]),
    audit: await store.listAudit({ limit: 10 }),
    account: Buffer.from((await store.readAccountHash('wallet_two')) ?? []),
    managed: await store.readManagedWallet('wallet_two'),
    statuses: await Promise.all(wallets.map(({ id }) => store.readWalletStatus(id))),
    balances: await listBalances(store, 'wallet_one'),
    document: await store.readBalances('wallet_one'),
    imports: await store.listImports(),
    importChanges: await store.listImportChanges('wallet_one'),
    first: await store.listTransactionsAfter('wallet_one', undefined, 9),
    checks: (await store.checkIntegrity({ fix: false, nowMs: T0 })).filter(({ ok }) => !ok),
  };
}

describe.each([
  ['SQLite to PostgreSQL', () => [sqlite, postgres] as const],
  ['PostgreSQL to SQLite', () => [postgres, sqlite] as const],
])('a copy from %s', (_, choose) => {
  it('has all data, and is made once', async () => {
    const [source, target] = choose();
    await fill(source);
    const copied = await copyStore(source, target, options);
    expect(copied).toMatchObject([
      { id: 'wallet_one', transactionCount: ALL_ROWS, copied: true },
      { id: 'wallet_two', transactionCount: 0, copied: true },
    ]);
    expect(await describeStore(target)).toEqual(await describeStore(source));
    const again = await copyStore(source, target, options);
    expect(again.map(({ checksum }) => checksum)).toEqual(copied.map(({ checksum }) => checksum));
    expect(again.filter((wallet) => wallet.copied)).toEqual([]);
  });

  it('reports its progress up to the last row, also of wallets that are equal', async () => {
    const [source, target] = choose();
    await fill(source);
    for (let run = 0; run < 2; run += 1) {
      const reported: StoreProgress[] = [];
      await copyStore(source, target, {
        ...options,
        onProgress: (progress) => void reported.push(progress),
      });
      const done = reported.map((progress) => progress.done);
      expect(done).toEqual(done.toSorted((left, right) => left - right));
      expect(reported.at(-1)).toEqual({
        activity: 'copied and compared',
        unit: 'rows',
        done: ALL_ROWS,
        total: ALL_ROWS,
      });
    }
  });

  it('copies a wallet again if it has changed in the source, or was partly copied', async () => {
    const [source, target] = choose();
    await fill(source);
    await copyStore(source, target, options);
    await source.copyTransactions('wallet_one', [makeTransaction('tx_new')]);
    await target.removeWallet('wallet_two');
    await target.addWallet(makeWallet('wallet_two'), CREDENTIALS);
    expect(await copyStore(source, target, options)).toMatchObject([
      { id: 'wallet_one', transactionCount: ALL_ROWS + 1, copied: true },
      { id: 'wallet_two', copied: true },
    ]);
    expect(await describeStore(target)).toEqual(await describeStore(source));
  });
});

describe('a copy', () => {
  it('does not overwrite a wallet that was synchronised later', async () => {
    await fill(sqlite);
    await copyStore(sqlite, postgres, options);
    const lease = await claim(postgres, 'wallet_one');
    await postgres.recordOutcome(lease, { nextRunAtMs: T0, syncedAtMs: T0 + 6 });
    await expect(copyStore(sqlite, postgres, options)).rejects.toThrow(/synchronised later/);
  });

  it('has the active webhooks, without undelivered events', async () => {
    await addOneWallet(sqlite);
    await sqlite.recordMasterKey(MASTER_KEY);
    await sqlite.addWallet(makeWallet('wallet_two'), CREDENTIALS);
    const endpoint = { projectId: PROJECT_ID, url: 'https://example.com/', createdAtMs: T0 };
    const events = ['wallet.stopped', 'transaction.created'] as const;
    const add = (id: string, walletIds: readonly string[] | null): Promise<void> =>
      sqlite.addWebhook({ ...endpoint, id, events, walletIds }, CREDENTIALS);
    await add('webhook_all', null);
    await add('webhook_chosen', ['wallet_one', 'wallet_two']);
    await add('webhook_disabled', null);
    await sqlite.disableWebhook('webhook_disabled', { message: 'gone', atMs: T0 });
    const lease = await claim(sqlite, 'wallet_one');
    await sqlite.recordWindow(lease, makeWindow({ transactions: [makeTransaction('tx_1')] }));
    await sqlite.releaseLease(lease);
    await sqlite.removeWallet('wallet_two');

    await copyStore(sqlite, postgres, options);
    await copyStore(sqlite, postgres, options);
    const copied = { ...endpoint, events, disabled: null, pendingCount: 0 };
    expect(await postgres.listWebhooks()).toMatchObject([
      { ...copied, id: 'webhook_all', walletIds: null },
      { ...copied, id: 'webhook_chosen', walletIds: ['wallet_one'] },
    ]);
    const { credentials } = await postgres.readWebhook('webhook_all');
    expect(Buffer.from(credentials.sealed)).toEqual(Buffer.from(CREDENTIALS.sealed));
    const times = { nowMs: T0 + 60_000, untilMs: T0 + 61_000 };
    expect(await postgres.listDueEndpoints(times)).toEqual([]);
  });

  it('is refused into a database with another master key', async () => {
    await fill(sqlite);
    await postgres.recordMasterKey({ id: 'ffffffff', servingKeys: null });
    await expect(copyStore(sqlite, postgres, options)).rejects.toThrow(/another master key/);
    expect(await postgres.listOrganizations()).toEqual([]);
  });

  it('is added to other data of the target', async () => {
    await addProject(sqlite);
    const other = { id: 'org_other', name: 'o', createdAtMs: T0 };
    await postgres.createOrganization(other);
    await copyStore(sqlite, postgres, options);
    expect((await postgres.listOrganizations()).map(({ id }) => id)).toEqual([ORG_ID, 'org_other']);
  });
});
