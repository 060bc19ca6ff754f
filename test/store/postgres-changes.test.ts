/** Notifications of changes by other nodes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { PostgresDatabase } from '../../src/store/postgres/database.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { raw } from '../../src/store/sql/query.ts';
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
  SERVING_ROLE,
  STORE_OPTIONS,
  type TestDatabase,
} from './postgres-database.ts';
import { startDeafProxy, startHoldingProxy, startProxyThatFallsSilent } from './proxies.ts';

const KEY_ID = `key_of_${PROJECT_ID}`;
const WALLET_ID = 'wallet_one';
const WAIT = { timeout: 10_000, interval: 5 };
const LISTENERS = "FROM pg_stat_activity WHERE application_name = 'wallet-teller listener'";

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
  it('listens only after the first use', async () => {
    await node.ping();
    expect(
      await database.query(`SELECT pid ${LISTENERS} AND datname = current_database()`),
    ).toEqual([]);
    expect(readGeneration()).toBeUndefined();
    await waitUntilKnown();
  });

  it('is notified of changes of a wallet or a key by another node', async () => {
    await awaitNotifications(writer, node);
    for (const change of [
      () => writer.copyTransactions(WALLET_ID, [makeTransaction('tx_1')]),
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
    await writer.copyTransactions(other, [makeTransaction('tx_2')]);
    await writer.renewLease(lease, T0 + 2000);
    const quarantined = [{ key: 'k', source: 'deposits', raw: '{}', reason: 'r' }];
    await writer.recordWindow(lease, { ...window, quarantined });
    const again = { failure: { ...failure, atMs: T0 + 1 } };
    await writer.recordOutcome(lease, { ...outcome, ...again, nextRunAtMs: T0 + 1 });
    await writer.releaseLease(lease);
    await claim(writer, WALLET_ID);
    await awaitNotifications(writer, node);
    expect(readGeneration()).toBe(before);
  });

  it('has no generation after its connection has ended, until it has another one', async () => {
    await waitUntilKnown();
    const before = readGeneration();
    const end = `SELECT pg_terminate_backend(pid) ${LISTENERS} AND datname = current_database()`;
    await database.query(end);
    await vi.waitFor(() => expect(readGeneration()).toBeUndefined(), { ...WAIT, interval: 1 });
    await waitUntilKnown();
    expect(readGeneration()).not.toBe(before);
    await awaitNotifications(writer, node);
  });

  it('has no generation if it reads from a standby', async () => {
    const { url } = database;
    const both = openPostgresStore({ ...STORE_OPTIONS, url, replicaUrl: url });
    await awaitNotifications(writer, node);
    expect(readGeneration(both)).toBeUndefined();
    await both.close();
  });

  it('only needs the right to connect', async () => {
    const address = new URL(database.url);
    address.username = 'teller_test_web';
    address.password = 'secret';
    await database.query(
      `CREATE ROLE teller_test_web LOGIN PASSWORD 'secret' IN ROLE ${SERVING_ROLE}`,
    );
    const web = openTestStore(address.href);
    await awaitNotifications(writer, web);
    expect(readGeneration(web)).toBeDefined();
    await web.close();
    await database.query('DROP ROLE teller_test_web');
  });

  it('is not notified of another installation in the same database', async () => {
    await database.query('CREATE SCHEMA other');
    const address = new URL(database.url);
    address.searchParams.set('options', '-csearch_path=other');
    const other = openTestStore(address.href);
    await other.migrate();
    await addOneWallet(other);
    await findServed(other, WALLET_ID, PROJECT_ID);
    await awaitNotifications(writer, node);
    const before = readGeneration();
    await awaitNotifications(other);
    await other.copyTransactions(WALLET_ID, [makeTransaction('tx_1')]);
    await awaitNotifications(other);
    await awaitNotifications(writer, node);
    expect(readGeneration()).toBe(before);
    await other.close();
    await database.query('DROP SCHEMA other CASCADE');
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

describe('a notification', () => {
  const limits = { connectionsMax: 1, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 };
  const settings = raw("SELECT current_setting('synchronous_commit') AS commits");
  const SETTINGS = [{ commits: 'on' }];

  it('that the server refuses does not affect the change', async () => {
    const address = new PostgresDatabase({ ...limits, url: database.url });
    const written = await address.write((connection) => {
      // More than a notification may contain.
      connection.changed.add('x'.repeat(9000));
      return connection.rows(settings);
    });
    expect(written).toEqual(SETTINGS);
    expect(await address.rows(settings)).toEqual(SETTINGS);
    await address.close();
  });

  it('without a response closes its connection, which is not reused', async () => {
    const proxy = await startProxyThatFallsSilent(database.url);
    const deaf = new PostgresDatabase({ ...limits, url: proxy.url });
    await deaf.write((connection) => {
      connection.changed.add('key_1');
      return connection.rows(settings);
    });
    expect(await deaf.rows(settings)).toEqual(SETTINGS);
    await deaf.close();
    proxy.server.close();
  });

  it('follows work on a connection of its own, even if the pool has only this one', async () => {
    await awaitNotifications(writer, node);
    const single = new PostgresDatabase({ ...limits, url: database.url });
    const before = readGeneration();
    await single.own((connection) => {
      connection.changed.add(WALLET_ID);
      return Promise.resolve();
    });
    await vi.waitFor(() => expect(readGeneration()).not.toBe(before), {
      timeout: 2000,
      interval: 5,
    });
    await single.close();
  });

  it('follows a commit that takes longer than a notification may', async () => {
    const proxy = await startHoldingProxy(database.url, 'COMMIT');
    const slow = new PostgresDatabase({ ...limits, url: proxy.url });
    proxy.hold();
    const writing = slow.write((connection) => {
      connection.changed.add('key_1');
      return connection.rows(settings);
    });
    await vi.waitUntil(() => proxy.held() > 0);
    await sleep(1500);
    proxy.release();
    expect(await writing).toEqual(SETTINGS);
    await slow.close();
    proxy.server.close();
  });
});
