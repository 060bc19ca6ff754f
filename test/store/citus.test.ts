/** Behaviour that only occurs in a Citus cluster. Runs if `TELLER_TEST_CITUS_URL` names a coordinator. */
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { PostgresDatabase } from '../../src/store/postgres/database.ts';
import { readMigrations } from '../../src/store/postgres/migrations.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { ShardReader } from '../../src/store/postgres/shard-reader.ts';
import { listTransactions } from '../../src/store/postgres/transaction-listing.ts';
import {
  CITUS_URL,
  createCitusDatabase,
  dropCitusDatabases,
  listNodes,
  queryNode,
  runOnNode,
  startCleaner,
} from './citus-cluster.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  listAll,
  makeQuery,
  makeTransaction,
  makeWallet,
  makeWindow,
  PROJECT_ID,
  T0,
} from './contract/fixtures.ts';
import {
  createTestDatabase,
  makeDatabaseName,
  openTestStore,
  SERVING_ROLE,
  type TestDatabase,
} from './postgres-database.ts';
import { startFreezingProxy } from './proxies.ts';

const WAIT = { timeout: 10_000, interval: 20 };
/** More than a busy machine needs, and less than the time limit of a hanging node. */
const HEALTHY_MS_MAX = 10_000;

describe.skipIf(CITUS_URL === undefined)('a Citus cluster', () => {
  let database: TestDatabase;
  let store: PostgresStore;

  beforeEach(async () => {
    database = await createTestDatabase();
    store = openTestStore(database.url);
    await store.migrate();
    return async () => {
      await store.close();
      await database.drop();
    };
  });

  it('removes the rows of the coordinator from before the tables were distributed', async () => {
    await addOneWallet(store);
    await store.copyTransactions('wallet_one', [makeTransaction('tx_1')]);
    await store.distribute();
    expect(await listAll(store, 'wallet_one')).toHaveLength(1);
    for (const table of ['wallet_credentials', 'wallet_transaction']) {
      const [size] = await database.query(`SELECT pg_relation_size('${table}')::integer AS bytes`);
      expect(size).toEqual({ bytes: 0 });
    }
  });

  it('distributes once if two processes do so at the same time', async () => {
    const other = openTestStore(database.url);
    const made = await Promise.all([store.distribute(), other.distribute()]);
    await other.close();
    expect(new Set(made.flat()).size).toBe(made.flat().length);
    expect(await store.distribute()).toEqual([]);
  });

  it('is not ready while its role may not log in to the nodes', async () => {
    const role = `teller_role_${Date.now()}`;
    const open = (): PostgresStore =>
      openPostgresStore({ url: database.url, servingRole: role, connectionsMax: 2 });
    const [before, after] = [open(), open()];
    await before.migrate();
    await before.distribute();
    await expect(before.ping()).resolves.toBeUndefined();
    await database.query(`ALTER ROLE ${role} NOLOGIN`);
    await expect(after.ping()).rejects.toThrow(/connection to the database has failed/);
    await Promise.all([before.close(), after.close()]);
    await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  it('is upgraded with its rows, and distributes the tables that a migration adds', async () => {
    const fresh = await createTestDatabase();
    const old = openOldStore(fresh.url, 5);
    await old.migrate();
    await old.distribute();
    await old.close();
    const upgraded = openTestStore(fresh.url);
    await upgraded.migrate();
    await addOneWallet(upgraded);
    const lease = await claim(upgraded, 'wallet_one');
    await upgraded.recordWindow(lease, makeWindow({ transactions: [makeTransaction('tx_1')] }));
    expect(await listAll(upgraded, 'wallet_one')).toHaveLength(1);
    expect(await upgraded.distribute()).toEqual([]);
    await upgraded.close();
    await fresh.drop();
  });

  it('moves reference tables of an earlier version back to the coordinator unchanged', async () => {
    await addOneWallet(store);
    const describeAll = async (): Promise<unknown> => {
      const described: unknown[] = [];
      for (const sql of DESCRIBE_TENANTS) described.push(await database.query(sql));
      return described;
    };
    await store.distribute();
    const before = await describeAll();
    for (const table of FORMER_REFERENCE_TABLES) {
      await database.query(`SELECT create_reference_table('${table}')`);
    }
    await store.migrate();
    expect(await describeAll()).toEqual(before);
    const sql = "SELECT 1 FROM pg_dist_partition WHERE partmethod <> 'h'";
    expect(await database.query(sql)).toEqual([]);
    expect((await store.listWallets()).map(({ id }) => id)).toEqual(['wallet_one']);
  });

  it('reads a wallet on its node, even after it has moved', async () => {
    await store.distribute();
    await addOneWallet(store);
    await store.copyTransactions('wallet_one', [makeTransaction('tx_1')]);
    expect(await readOnNode(store, database, 'wallet_one')).toBe(1);
    expect(await listOnNode(database, 'wallet_one', 'wallet_one')).toEqual(['wallet_one']);
    expect(await listOnNode(database, 'wallet_one', 'wallet_other')).toEqual([]);
    const [moved, other] = await database.query(NODES_OF, ['wallet_one']);
    expect(moved?.['holds']).toBe(true);
    await database.query(
      `SELECT citus_move_shard_placement($1::bigint, $2, $3::integer, $4, $5::integer, 'block_writes')`,
      [moved?.['shard'], moved?.['host'], moved?.['port'], other?.['host'], other?.['port']],
    );
    await store.copyTransactions('wallet_one', [makeTransaction('tx_2')]);
    const revision = await readRevision(database, 'wallet_one');
    const page = await store.listTransactions('wallet_one', makeQuery(), revision);
    expect([page.totalCount, page.revision]).toEqual([2, revision]);
  });

  it('reads through the coordinator if a node refuses the service', async () => {
    await store.distribute();
    await addOneWallet(store);
    await store.copyTransactions('wallet_one', [makeTransaction('tx_1')]);
    const limits = { connectionsMax: 2, connectTimeoutMs: 3000, statementTimeoutMs: 5000 };
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    const reader = new ShardReader({ ...limits, role: SERVING_ROLE, url: url.href });
    const serving = new PostgresDatabase(
      { ...limits, role: SERVING_ROLE, url: database.url },
      reader,
    );
    const revision = await readRevision(database, 'wallet_one');
    for (let count = 0; count < 5; count += 1) {
      const page = await listTransactions(serving, 'wallet_one', makeQuery(), { revision });
      expect([page.totalCount, page.revision]).toEqual([1, revision]);
    }
    await serving.close();
  });

  it('serves wallets of healthy nodes while another node hangs', async () => {
    await store.distribute();
    await addProject(store);
    const [[stuck = ''], [healthy = '']] = await addWalletsOnTwoNodes(store, database, 1);
    const release = await lockNode(database, stuck, ['wallet_balances']);
    const reading = Promise.allSettled(Array.from({ length: 12 }, () => store.readBalances(stuck)));
    try {
      const startedAtMs = performance.now();
      for (let count = 0; count < 5; count += 1) await store.readBalances(healthy);
      expect(performance.now() - startedAtMs).toBeLessThan(2000);
    } finally {
      await release();
    }
    await reading;
  });

  it('synchronises wallets of healthy nodes while another node hangs', async () => {
    await store.distribute();
    await addProject(store);
    const [stuck, healthy] = await addWalletsOnTwoNodes(store, database, 6);
    const leases = await Promise.all(stuck.map((walletId) => claim(store, walletId)));
    const release = await lockNode(database, stuck[0]!, ['wallet_credentials', 'wallet_revision']);
    const window = makeWindow({ transactions: [makeTransaction('tx_1')] });
    const working = Promise.allSettled([
      ...stuck.map((walletId) => store.readCredentials(walletId)),
      ...leases.map((lease) => store.recordWindow(lease, window)),
    ]);
    // A hanging write locks the row that a renewal changes.
    await vi.waitUntil(async () => (await database.query(FIND_BLOCKED)).length > 0, WAIT);
    const renewing = Promise.allSettled(
      leases.map((lease) => store.renewLease(lease, T0 + 10_000)),
    );
    try {
      for (const walletId of healthy) {
        const startedAtMs = performance.now();
        const lease = await claim(store, walletId);
        await store.readCredentials(walletId);
        await store.recordWindow(lease, window);
        await store.renewLease(lease, T0 + 10_000);
        expect(performance.now() - startedAtMs).toBeLessThan(HEALTHY_MS_MAX);
      }
    } finally {
      await release();
    }
    await Promise.all([working, renewing]);
  });
});

it.skipIf(CITUS_URL === undefined)(
  'keys are created, found and revoked while no worker responds',
  async () => {
    const coordinatorUrl = CITUS_URL ?? '';
    const name = makeDatabaseName();
    const workers: Awaited<ReturnType<typeof startFreezingProxy>>[] = [];
    const url = await createCitusDatabase(coordinatorUrl, name, async (worker) => {
      workers.push(await startFreezingProxy(worker));
      return workers.at(-1)?.url ?? '';
    });
    const store = openTestStore(url);
    await store.migrate();
    await store.distribute();
    await addOneWallet(store);
    for (const worker of workers) {
      worker.freeze();
      worker.server.close();
    }
    const key = { id: 'key_1', projectId: PROJECT_ID, label: null, hash: new Uint8Array(32) };
    await store.createApiKey({ ...key, createdAtMs: T0, expiresAtMs: null });
    expect(await store.findCaller(key, 'wallet_one')).toMatchObject({
      key: { revokedAtMs: null },
      wallet: { id: 'wallet_one' },
    });
    await store.revokeApiKey('key_1', T0 + 1);
    expect(await store.findCaller(key, 'wallet_one')).toMatchObject({
      key: { revokedAtMs: T0 + 1 },
    });
    await store.close();
    // The maintenance process of Citus may wait for a worker, and the database is dropped only without it.
    for (const worker of workers) worker.end();
    await dropCitusDatabases(coordinatorUrl, name);
  },
);

it.skipIf(CITUS_URL === undefined)(
  'the databases of a run of tests are dropped, including prepared transactions',
  async () => {
    const coordinatorUrl = CITUS_URL ?? '';
    const name = makeDatabaseName();
    const cleanUp = startCleaner(coordinatorUrl, name);
    const url = await createCitusDatabase(coordinatorUrl, name);
    const nodes = await listNodes(url);
    for (const node of nodes) {
      await runOnNode(node, [
        'BEGIN',
        'SELECT pg_current_xact_id()',
        `PREPARE TRANSACTION '${name}_${nodes.indexOf(node)}'`,
      ]);
    }
    await cleanUp();
    for (const node of await listNodes(coordinatorUrl)) {
      const left = `SELECT 1 FROM pg_database WHERE datname = '${name}'`;
      expect(await queryNode(node, 'SELECT 1', left)).toEqual([]);
    }
  },
);

/** Opens the store of an older program, which only has the first migrations. */
function openOldStore(url: string, migrationCount: number): PostgresStore {
  const options = { url, connectionsMax: 2, connectTimeoutMs: 3000, statementTimeoutMs: 30_000 };
  return new PostgresStore({
    serving: new PostgresDatabase({ ...options, role: SERVING_ROLE }),
    owner: new PostgresDatabase(options),
    changes: undefined,
    servingRole: SERVING_ROLE,
    migrations: readMigrations().slice(0, migrationCount),
  });
}

const NODES = `SELECT placement.groupid AS node, nodename AS host, nodeport AS port, shardid AS shard
  FROM pg_dist_placement AS placement JOIN pg_dist_node USING (groupid)
  WHERE shardid = get_shard_id_for_distribution_column('wallet_balances', $1::text)`;

/** Rows of wallets that a transaction has locked. */
const FIND_BLOCKED = `SELECT 1 FROM wallet_sync
  WHERE wallet_id NOT IN (SELECT wallet_id FROM wallet_sync FOR UPDATE SKIP LOCKED)`;

/** Former reference tables, by version. */
const FORMER_REFERENCE_TABLES = [
  'schema_migration',
  'master_key',
  'organization',
  'project',
  'api_key',
  'wallet',
];

/** Selects the columns, constraints, indexes, policies and rights of tables that are not distributed. */
const DESCRIBE_TENANTS = [
  `SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 2`,
  `SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  `SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1, 2`,
  `SELECT tablename, policyname, roles::text, cmd, qual FROM pg_policies
    WHERE schemaname = current_schema() ORDER BY 1, 2`,
  `SELECT relname, relrowsecurity, relforcerowsecurity, relacl::text, relowner FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY 1`,
];

const NODES_OF = `SELECT nodename AS host, nodeport AS port, shardid AS shard,
    node.groupid = placement.groupid AS holds
  FROM pg_dist_node AS node, pg_dist_placement AS placement
  WHERE node.shouldhaveshards
    AND shardid = get_shard_id_for_distribution_column('wallet_balances', $1::text)
  ORDER BY 4 DESC`;

/** Lists the shards of tables on the queried node. */
const LIST_SHARDS = `SELECT placement.shard_name AS name FROM (
    SELECT logicalrelid::text AS table, shard_name(logicalrelid, shardid) AS shard_name
    FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
    WHERE groupid = (SELECT groupid FROM pg_dist_local_group)) AS placement
  WHERE placement.table = ANY ($1::text[])`;

async function readRevision(database: TestDatabase, walletId: string): Promise<number> {
  const sql = 'SELECT transactions_revision AS revision FROM wallet_sync WHERE wallet_id = $1';
  return Number((await database.query(sql, [walletId]))[0]?.['revision']);
}

/** Reads a page until its node has a connection of the service, and returns its total. */
async function readOnNode(
  store: PostgresStore,
  database: TestDatabase,
  walletId: string,
): Promise<number> {
  const revision = await readRevision(database, walletId);
  const read = () => store.listTransactions(walletId, makeQuery(), revision);
  await vi.waitUntil(async () => {
    await read();
    return (await countSessions(database, walletId)) > 0;
  });
  return (await read()).totalCount;
}

/** Returns the wallets in the shard of one wallet that the service's role can read for another one. */
async function listOnNode(
  database: TestDatabase,
  walletId: string,
  seenFor: string,
): Promise<readonly unknown[]> {
  const sql = `SELECT shardid FROM pg_dist_shard WHERE shardid =
    get_shard_id_for_distribution_column('wallet_transaction', $1::text)`;
  const [shard] = await database.query(sql, [walletId]);
  const rows = await queryNode(
    await addressOfWallet(database, walletId),
    `SET role = ${SERVING_ROLE}; SET teller.wallet_id = '${seenFor}'`,
    `SELECT DISTINCT wallet_id FROM wallet_transaction_${String(shard?.['shardid'])}`,
  );
  return rows.map((row) => row['wallet_id']);
}

async function addressOfWallet(database: TestDatabase, walletId: string): Promise<string> {
  const [place] = await database.query(NODES, [walletId]);
  const url = new URL(database.url);
  url.hostname = String(place?.['host']);
  url.port = String(place?.['port']);
  return url.href;
}

/** Counts the sessions of the service on the wallet's node. */
async function countSessions(database: TestDatabase, walletId: string): Promise<number> {
  const [counted] = await queryNode(
    await addressOfWallet(database, walletId),
    'SELECT 1',
    `SELECT count(*)::integer AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'wallet-teller'`,
  );
  return Number(counted?.['count']);
}

/** Adds this many wallets on each of two nodes. */
async function addWalletsOnTwoNodes(
  store: PostgresStore,
  database: TestDatabase,
  count: number,
): Promise<readonly [readonly string[], readonly string[]]> {
  const byNode = new Map<unknown, string[]>();
  for (let number = 0; byNode.size < 2 || !isFull(byNode, count); number += 1) {
    const id = `wallet_${number}`;
    const [place] = await database.query(NODES, [id]);
    const ids = byNode.get(place?.['node']) ?? [];
    if (ids.length === count) continue;
    byNode.set(place?.['node'], [...ids, id]);
    await store.addWallet(makeWallet(id), CREDENTIALS);
  }
  const [first = [], second = []] = byNode.values();
  return [first, second];
}

function isFull(byNode: ReadonlyMap<unknown, readonly string[]>, count: number): boolean {
  return [...byNode.values()].every((ids) => ids.length === count);
}

/** Makes every statement on these tables wait on the node of the wallet, as if the node had stopped. */
async function lockNode(
  database: TestDatabase,
  walletId: string,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const client = new pg.Client(await addressOfWallet(database, walletId));
  await client.connect();
  const shards = await client.query<{ name: string }>(LIST_SHARDS, [tables]);
  await client.query('SET citus.enable_manual_changes_to_shards = on; BEGIN');
  for (const { name } of shards.rows) {
    await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
  }
  return () => client.end();
}
