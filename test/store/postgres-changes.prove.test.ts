/** Notifications of changes by other nodes. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { PostgresDatabase } from '../../src/store/postgres/database.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  findServed,
  makeTransaction,
  makeWallet,
  makeWindow,
  PROJECT_ID,
  T0,
} from './contract/fixtures.ts';
import { awaitNotifications } from './contract/generation-contract.ts';
import {
  createTestDatabase,
  openTestStore,
  STORE_OPTIONS,
  type TestDatabase,
} from './postgres-database.ts';
import { startDeafProxy } from './proxies.ts';
import { storeRows } from './store-rows.ts';

const KEY_ID = `key_of_${PROJECT_ID}`;
const WALLET_ID = 'wallet_one';
const WAIT = { timeout: 10_000, interval: 5 };

let database: TestDatabase;
let writer: Store;
/** The store of a service that receives notifications of the writer's changes. */
let node: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  writer = openTestStore(database.url);
  await writer.migrate();
});

beforeEach(async () => {
  await database.clear();
  node = openTestStore(database.url);
  await addOneWallet(writer);
  await findServed(writer, WALLET_ID, PROJECT_ID);
});

afterEach(() => node.close());

afterAll(async () => {
  await writer.close();
  await database.drop();
});

const readGeneration = (store = node) => store.generation(KEY_ID, WALLET_ID);

async function waitUntilKnown(store = node): Promise<void> {
  await vi.waitFor(() => expect(readGeneration(store)).toBeDefined(), WAIT);
}

describe('a node', () => {
  it('is notified of changes of a wallet or a key by another node', async () => {
    await awaitNotifications(writer, node);
    for (const change of [
      () => storeRows(writer, WALLET_ID, [makeTransaction('tx_1')]),
      () => writer.revokeApiKey(KEY_ID, T0),
    ]) {
      const before = readGeneration();
      await change();
      await vi.waitFor(() => expect(readGeneration()).not.toBe(before), WAIT);
    }
  });

  it('is not notified of other wallets, of leases, or of data that callers do not see', async () => {
    const other = 'wallet_two';
    const lease = await claim(writer, WALLET_ID);
    const row = makeTransaction('tx_1', { status: 'pending' });
    const window = makeWindow({ transactions: [row] });
    await writer.recordWindow(lease, window);
    const failure = { code: 'exchange_unavailable', message: 'no answer', atMs: T0 };
    const outcome = { nextRunAtMs: T0, syncedAtMs: T0, historyComplete: false, failure };
    await writer.recordOutcome(lease, outcome);
    await awaitNotifications(writer, node);
    const before = readGeneration();

    await writer.addWallet(makeWallet(other), CREDENTIALS);
    await storeRows(writer, other, [makeTransaction('tx_2')]);
    await writer.renewLease(lease, T0 + 2000);
    const quarantined = [{ key: 'k', source: 'deposits', raw: '{}', reason: 'r' }];
    await writer.recordWindow(lease, { ...window, quarantined });
    await writer.releaseLease(lease);
    await claim(writer, WALLET_ID);
    await awaitNotifications(writer, node);
    expect(readGeneration()).toBe(before);
  });

  it('has no generation if it reads from a standby', async () => {
    const { url } = database;
    const both = openPostgresStore({ ...STORE_OPTIONS, url, replicaUrl: url });
    expect(readGeneration(both)).toBeUndefined();
    // A node that starts later is notified already.
    const later = openTestStore(url);
    await waitUntilKnown(later);
    await awaitNotifications(writer, later);
    expect(readGeneration(both)).toBeUndefined();
    await Promise.all([both.close(), later.close()]);
  });

  it('has no generation if no notification arrives, as behind a pooler of transactions', async () => {
    const pooler = await startDeafProxy(database.url);
    const deaf = openTestStore(pooler.url);
    const known: unknown[] = [];
    await vi.waitFor(() => {
      known.push(readGeneration(deaf));
      expect(pooler.swallowed()).toBeGreaterThanOrEqual(2);
    }, WAIT);
    expect(known.filter((generation) => generation !== undefined)).toEqual([]);
    await deaf.close();
    pooler.server.close();
  });
});

it('is notified by work on a connection of its own, even if the pool has only this one', async () => {
  await awaitNotifications(writer, node);
  const limits = { connectionsMax: 1, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 };
  const single = new PostgresDatabase({ ...limits, url: database.url });
  const before = readGeneration();
  await single.withOwnConnection((own) =>
    own.write((session) => {
      session.changed.add(WALLET_ID);
      return Promise.resolve();
    }),
  );
  await vi.waitFor(() => expect(readGeneration()).not.toBe(before), WAIT);
  await single.close();
});
