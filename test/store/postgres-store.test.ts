/** Tests that are specific to PostgreSQL: integrity, concurrent stores. */
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import {
  AccountTakenError,
  ExternalIdTakenError,
  LeaseLostError,
  MasterKeyReplacedError,
  RecordNotFoundError,
  StoreUnavailableError,
  WalletPausedError,
} from '../../src/store/errors.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  findServed,
  listAll,
  listFailed,
  makeQuery,
  makeTransaction,
  makeWallet,
  makeWindow,
  PROJECT_ID,
  T0,
  listBalances,
} from './contract/fixtures.ts';
import { importRows } from './contract/import-fixtures.ts';
import { makeEndpoint, SECRET } from './contract/webhook-fixtures.ts';
import {
  createMigratedDatabase,
  openTestStore,
  STORE_OPTIONS,
  type TestDatabase,
} from './postgres-database.ts';
import { startRenamingProxy } from './proxies.ts';
import { storeRows } from './store-rows.ts';

let database: TestDatabase;
let store: Store;
const opened: Store[] = [];

beforeAll(async () => {
  database = await createMigratedDatabase();
});
beforeEach(() => {
  store = open();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await database.clear();
});
afterAll(() => database.drop());

function open(): Store {
  const made = openTestStore(database.url);
  opened.push(made);
  return made;
}

it('reads the times of rows exactly from a database with another time zone', async () => {
  const own = await createMigratedDatabase();
  const name = new URL(own.url).pathname.slice(1);
  await own.query(`ALTER DATABASE ${name} SET TimeZone = 'Asia/Kolkata'`);
  const there = openTestStore(own.url);
  const id = await addOneWallet(there);
  const row = makeTransaction('tx_1', { timestampMs: T0 + 1 });
  await storeRows(there, id, [row]);
  expect(await listAll(there, id)).toEqual([row]);
  expect(await listFailed(there)).toEqual([]);
  await there.close();
  await own.drop();
});

describe('concurrent stores', () => {
  it('never claim a wallet twice', async () => {
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
    const id = await addOneWallet(store);
    const lease = await claim(store, id);
    const other = open();
    const rows = Array.from({ length: 20 }, (_, index) => makeTransaction(`tx_${index}`));
    await Promise.all(
      rows.flatMap((row, index) => [
        store.recordWindow(lease, makeWindow({ transactions: rows.slice(0, index + 1) })),
        storeRows(other, id, [{ ...row, status: 'pending' }]),
      ]),
    );
    expect(await listAll(store, id)).toHaveLength(rows.length);
    expect(await listFailed(store)).toEqual([]);
  });

  it('count every row once while the counts of their wallet are repaired', async () => {
    const id = await addOneWallet(store);
    const rows = Array.from({ length: 2000 }, (_, row) =>
      makeTransaction(`tx_${row}`, { timestampMs: T0 + row }),
    );
    await storeRows(store, id, rows.slice(0, 1000));
    const other = open();
    for (const damage of [
      'DELETE FROM transaction_count',
      'UPDATE transaction_count SET count = count + 1',
    ]) {
      await database.query(damage);
      const changed = rows.map((row) => ({ ...row, asset: damage.slice(0, 6) }));
      await Promise.all([
        listFailed(other, true),
        ...Array.from({ length: 20 }, (_, part) =>
          storeRows(store, id, changed.slice(part * 100, part * 100 + 100)),
        ),
      ]);
      expect(await listFailed(store)).toEqual([]);
      const query = makeQuery({ asset: damage.slice(0, 6) });
      const wallet = await store.readWalletKey(id);
      expect((await store.listTransactions(wallet, query)).totalCount).toBe(rows.length);
    }
  });

  it('refuse the write of a worker that loses its lease while it waits', async () => {
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
  it('reports whether the server verifies its pages', async () => {
    const [{ data_checksums: setting } = {}] = await database.query('SHOW data_checksums');
    const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
    const pages = checks.find(({ name }) => name === 'pages');
    expect(pages?.ok).toBe(true);
    expect(pages?.detail.includes('verifies the checksum')).toBe(setting === 'on');
  });
});

it('reads for the service only from a standby if there is one, and does not write to it', async () => {
  // Their wallets have the same number.
  const primary = await createMigratedDatabase();
  const standby = await createMigratedDatabase();
  const own = openTestStore(primary.url);
  const copy = openTestStore(standby.url);
  const id = await addOneWallet(own);
  await addOneWallet(copy);
  await storeRows(copy, id, [makeTransaction('tx_standby')]);
  await copy.close();
  const name = new URL(standby.url).pathname.slice(1);
  await standby.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);

  const both = openPostgresStore({ ...STORE_OPTIONS, url: primary.url, replicaUrl: standby.url });
  await both.ping();
  expect([store.tracksChanges, both.tracksChanges]).toEqual([true, false]);
  await storeRows(both, id, [makeTransaction('tx_primary')]);
  expect((await listAll(both, id)).map((row) => row.id)).toEqual(['tx_standby']);
  expect((await findServed(both, id, PROJECT_ID))?.id).toBeUndefined();
  expect(await both.countWallets()).toHaveLength(1);
  expect(await listBalances(both, id)).toEqual([]);
  expect((await listAll(own, id)).map((row) => row.id)).toEqual(['tx_primary']);
  await Promise.all([both.close(), own.close()]);
  await Promise.all([primary.drop(), standby.drop()]);
});

it('reads pages behind a pooler that gives each transaction another connection', async () => {
  const id = await addOneWallet(store);
  await storeRows(store, id, [makeTransaction('tx_1')]);
  const pooler = await startRenamingProxy(database.url);
  const pooled = openTestStore(pooler.url);
  await Promise.all([pooled.checkUser(), pooled.checkServingRole(), pooled.checkReads()]);
  for (const _page of [1, 2]) {
    expect((await listAll(pooled, id)).map((row) => row.id)).toEqual(['tx_1']);
    expect(await listBalances(pooled, id)).toEqual([]);
  }
  await pooled.close();
  pooler.server.close();
});

it('is closed once, also if it is closed again meanwhile or later', async () => {
  const there = open();
  await there.ping();
  const closings = [there.close(), there.close()];
  await expect(Promise.all(closings)).resolves.toBeDefined();
  await expect(there.close()).resolves.toBeUndefined();
});

it('reports a missing table without SQL or the URL', async () => {
  const own = await createMigratedDatabase();
  const there = openTestStore(own.url);
  await addOneWallet(there);
  await own.query('DROP TABLE wallet_balance CASCADE');
  const error: unknown = await listBalances(there, 'wallet_one').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect((error as Error).message).toMatch(/schema of the database .* run `teller migrate`/);
  await there.close();
  await own.drop();
});

it('stores no credentials under a master key that is being replaced', async () => {
  await addProject(store);
  await store.recordMasterKey({ id: CREDENTIALS.keyId, servingKeys: null });
  await database.query('BEGIN');
  await database.query("UPDATE master_key SET id = 'new'");
  const adding = store.addWallet(makeWallet('wallet_a'), CREDENTIALS);
  const replacing = sleep(100).then(() => database.query('COMMIT'));
  await expect(adding).rejects.toThrow(MasterKeyReplacedError);
  await replacing;
});

describe('a change waits for another one of the same row', () => {
  /** Runs statements, and commits them when `change` waits for their locks. */
  async function duringTransaction<Result>(
    statements: string,
    change: () => Promise<Result>,
    later = '',
  ): Promise<Result> {
    await database.query('BEGIN');
    await database.query(statements);
    const end = async () => {
      await sleep(100);
      await database.query(`${later}; COMMIT`);
    };
    const [result] = await Promise.all([change(), end()]);
    return result;
  }

  it('a wallet that is being paused is not made due', async () => {
    const id = await addOneWallet(store);
    const pausing = 'UPDATE wallet_sync SET paused = true, next_run_at_ms = NULL';
    const making = duringTransaction(pausing, () => store.makeWalletDue(id, T0));
    await expect(making).rejects.toThrow(WalletPausedError);
    expect((await store.readSyncState(id)).nextRunAtMs).toBeNull();
  });

  it('a wallet keeps its new label if its external id is changed concurrently', async () => {
    const id = await addOneWallet(store);
    const labelling = "UPDATE wallet SET label = 'other'";
    await duringTransaction(labelling, () => store.changeWallet(id, { externalId: 'ext' }, T0));
    expect(await store.findWallet(id)).toMatchObject({ label: 'other', externalId: 'ext' });
  });

  const ACCOUNT = { hash: new Uint8Array([1]), isUnique: true };
  /** Begins as the changes of wallets do. */
  const change = (column: string) =>
    `SELECT 1 FROM project FOR UPDATE; UPDATE wallet SET ${column} WHERE id = 'wallet_two'`;

  it('a wallet does not get the external id that another one gets concurrently', async () => {
    const id = await addOneWallet(store);
    await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
    const changing = duringTransaction(change("external_id = 'ext'"), () =>
      store.changeWallet(id, { externalId: 'ext' }, T0),
    );
    await expect(changing).rejects.toThrow(ExternalIdTakenError);
  });

  it('a wallet does not get the account that another one gets concurrently', async () => {
    const id = await addOneWallet(store);
    await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
    const replacing = duringTransaction(change(String.raw`account_hash = '\x01'`), () =>
      store.replaceCredentials(id, CREDENTIALS, T0, ACCOUNT),
    );
    await expect(replacing).rejects.toThrow(new AccountTakenError('wallet_two'));
  });

  it('an account is not added twice concurrently', async () => {
    await addOneWallet(store);
    await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
    const adding = duringTransaction(change(String.raw`account_hash = '\x01'`), () =>
      store.addWallet(makeWallet('wallet_three'), CREDENTIALS, ACCOUNT),
    );
    await expect(adding).rejects.toThrow(new AccountTakenError('wallet_two'));
  });

  const REMOVING = `DELETE FROM wallet_sync; DELETE FROM wallet_content;
    DELETE FROM wallet_credentials; DELETE FROM wallet`;

  it('a wallet that is being removed is not removed again', async () => {
    const id = await addOneWallet(store);
    const again = duringTransaction(REMOVING, () => store.removeWallet(id));
    await expect(again).rejects.toThrow(RecordNotFoundError);
  });

  it('a wallet that is being removed gets no webhook', async () => {
    const id = await addOneWallet(store);
    const chosen = makeEndpoint('webhook_a', { walletIds: [id] });
    const adding = duringTransaction(REMOVING, () => store.addWebhook(chosen, SECRET));
    await expect(adding).rejects.toThrow(RecordNotFoundError);
    await store.addWallet(makeWallet('wallet_three'), CREDENTIALS);
    const all = makeEndpoint('webhook_b');
    await duringTransaction(REMOVING, () => store.addWebhook(all, SECRET));
    expect(await database.query('SELECT * FROM webhook_delivery')).toEqual([]);
  });

  it('an import that is being undone is not undone again', async () => {
    const id = await addOneWallet(store);
    await importRows(store, id, [makeTransaction('tx_1')], { id: 'import_1' });
    const undoing = `SELECT 1 FROM wallet_sync FOR UPDATE; UPDATE wallet_import SET undone_at_ms = 1`;
    const again = duringTransaction(undoing, () => store.undoImport('import_1', T0));
    await expect(again).rejects.toThrow(RecordNotFoundError);
  });

  it('a webhook keeps its new address if its events are changed concurrently', async () => {
    await addOneWallet(store);
    await store.addWebhook(makeEndpoint('webhook_a'), SECRET);
    const moving = `SELECT 1 FROM project FOR UPDATE; UPDATE webhook_endpoint SET url = 'https://b.example/'`;
    const changes = { events: ['wallet.stopped'] } as const;
    await duringTransaction(moving, () => store.changeWebhook('webhook_a', changes, T0));
    expect(await store.readWebhook('webhook_a')).toMatchObject({
      url: 'https://b.example/',
      ...changes,
    });
  });

  it('a webhook is enabled although another change has locked its project and then the webhook', async () => {
    await addOneWallet(store);
    await store.addWebhook(makeEndpoint('webhook_a'), SECRET);
    await store.disableWebhook('webhook_a', { message: 'gone', atMs: T0 });
    const enabling = duringTransaction(
      'SELECT 1 FROM project FOR UPDATE',
      () => store.enableWebhook('webhook_a'),
      "UPDATE webhook_endpoint SET url = 'https://b.example/'",
    );
    expect(await enabling).toEqual({ message: 'gone', atMs: T0 });
  });

  it('a webhook that is being removed is not enabled', async () => {
    await addOneWallet(store);
    await store.addWebhook(makeEndpoint('webhook_a'), SECRET);
    await store.disableWebhook('webhook_a', { message: 'gone', atMs: T0 });
    const removing = 'DELETE FROM webhook_endpoint';
    const enabling = duringTransaction(removing, () => store.enableWebhook('webhook_a'));
    await expect(enabling).rejects.toThrow(RecordNotFoundError);
    expect(await database.query('SELECT * FROM webhook_delivery')).toEqual([]);
  });

  it('a webhook is removed although a worker has locked a wallet and then a delivery', async () => {
    await addOneWallet(store);
    await store.addWebhook(makeEndpoint('webhook_a'), SECRET);
    await duringTransaction(
      'SELECT 1 FROM wallet_sync FOR UPDATE',
      () => store.removeWebhook('webhook_a'),
      'UPDATE webhook_delivery SET failure_count = 1',
    );
    expect(await store.listWebhooks()).toEqual([]);
  });
});

describe('while a wallet is added to its project', () => {
  const endpoint = makeEndpoint('webhook_a');

  it.each([
    ['added', () => store.addWebhook(makeEndpoint('webhook_b'), SECRET)],
    ['changed', () => store.changeWebhook(endpoint.id, { events: ['wallet.stopped'] }, T0)],
    ['disabled', () => store.disableWebhook(endpoint.id, { message: 'gone', atMs: T0 })],
    ['removed', () => store.removeWebhook(endpoint.id)],
  ])('no webhook is %s', async (_change, change) => {
    await addProject(store);
    await store.addWebhook(endpoint, SECRET);
    await database.query('BEGIN');
    // As the transaction that adds the wallet does.
    await database.query('SELECT 1 FROM project FOR UPDATE');
    const changing = change().then(() => 'changed');
    expect(await Promise.race([changing, sleep(100).then(() => 'waits')])).toBe('waits');
    await database.query('COMMIT');
    expect(await changing).toBe('changed');
  });
});
