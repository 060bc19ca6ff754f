/** Row-level security: the rows that the role of the service can read with any query. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  findServed,
  makeKeyOf,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  PROJECT_ID,
  listBalances,
} from './contract/fixtures.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  openTestStore,
  SERVING_ROLE,
  type TestDatabase,
} from './postgres-database.ts';
import { CITUS_URL } from './citus-cluster.ts';

const SHOWN = [
  'wallet',
  'wallet_sync',
  'wallet_transaction',
  'wallet_asset',
  'wallet_count_node',
  'wallet_count',
  'wallet_balances',
];
const HIDDEN = [
  'wallet_credentials',
  'wallet_count_backlog',
  'wallet_coverage',
  'wallet_quarantine',
  'wallet_recheck',
];

let database: TestDatabase;
let store: PostgresStore;
let client: pg.Client;

beforeAll(async () => {
  database = await createMigratedDatabase();
  store = openTestStore(database.url);
  await addOneWallet(store);
  await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
  for (const id of ['wallet_one', 'wallet_two']) {
    const lease = await claim(store, id);
    await store.recordWindow(lease, makeWindow({ transactions: [makeTransaction('tx_1')] }));
    await store.recordBalances(lease, makeBalances([makeBalance('BTC')]));
    // The table has such rows for wallets of some hundred rows.
    await database.query("INSERT INTO wallet_count VALUES ($1, 1, 1, '')", [id]);
  }
});

beforeEach(async () => {
  // The second setting passes the wallet to the nodes of a Citus cluster.
  const options = `-c role=${SERVING_ROLE} -c citus.propagate_set_commands=local`;
  client = new pg.Client({ connectionString: database.url, options });
  await client.connect();
  return () => client.end();
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

async function listWalletIds(table: string): Promise<readonly unknown[]> {
  const { rows } = await client.query<{ wallet_id: string }>(`SELECT wallet_id FROM ${table}`);
  return rows.map((row) => row.wallet_id);
}

describe('the role of the service', () => {
  it.each(SHOWN)('can read only the set wallet of %s, and none if none is set', async (table) => {
    expect(await listWalletIds(table)).toEqual([]);
    await client.query("BEGIN; SET LOCAL teller.wallet_id = 'wallet_two'");
    expect(await listWalletIds(table)).toEqual(['wallet_two']);
    await client.query('COMMIT');
    expect(await listWalletIds(table)).toEqual([]);
  });

  it.each(HIDDEN)('may not read %s', async (table) => {
    await expect(listWalletIds(table)).rejects.toThrow(/permission denied/);
  });

  it('may not write', async () => {
    await client.query("SET teller.wallet_id = 'wallet_one'");
    for (const table of [...SHOWN, ...HIDDEN, 'api_key', 'project']) {
      await expect(client.query(`DELETE FROM ${table}`)).rejects.toThrow(/permission denied/);
    }
  });

  it('is restricted in every table of a wallet', async () => {
    const open = await database.query(
      `SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relname LIKE 'wallet%'
        AND NOT relrowsecurity`,
    );
    expect(open).toEqual([]);
  });
});

describe('the store', () => {
  it('leaves no wallet set on a connection for the next call', async () => {
    const single = openTestStore(database.url, 1);
    await listBalances(single, 'wallet_one');
    expect(await listBalances(single, "wallet_two' OR 'a' = 'a")).toEqual([]);
    expect(await listBalances(single, 'wallet_two')).toEqual([makeBalance('BTC')]);
    await single.close();
  });

  it('serves as a user who owns nothing and only has the role', async () => {
    const user = `teller_web_${Date.now()}`;
    await database.query(`CREATE ROLE ${user} LOGIN PASSWORD 'web' IN ROLE ${SERVING_ROLE}`);
    const address = new URL(database.url);
    address.username = user;
    address.password = 'web';
    const web = openTestStore(address.href);
    await web.ping();
    expect(await listBalances(web, 'wallet_one')).toEqual([makeBalance('BTC')]);
    expect(await web.countWallets()).toEqual(await store.countWallets());
    await findServed(store, 'wallet_one', PROJECT_ID);
    expect((await web.findCaller(makeKeyOf(PROJECT_ID), 'wallet_one'))?.wallet?.id).toBe(
      'wallet_one',
    );
    await expect(web.readCredentials('wallet_one')).rejects.toThrow(/may not do this/);
    await web.close();
    await database.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
  });

  // Citus changes the role on every node with each grant, which fails for six databases concurrently.
  it.skipIf(CITUS_URL !== undefined)(
    'is migrated concurrently with others of the server that create the same role',
    async () => {
      const role = `teller_role_${Date.now()}`;
      const databases = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase()));
      const stores = databases.map(({ url }) =>
        openPostgresStore({ url, servingRole: role, connectionsMax: 2 }),
      );
      await Promise.all(stores.map((each) => each.migrate()));
      expect(await Promise.all(stores.map((each) => each.countWallets()))).toEqual(
        stores.map(() => []),
      );
      await Promise.all(stores.map((each) => each.close()));
      await Promise.all(databases.map((each) => each.drop()));
      await database.query(`DROP ROLE ${role}`);
    },
  );

  it('is migrated into any schema by a user who may create roles and is not a superuser', async () => {
    const user = `teller_owner_${Date.now()}`;
    await database.query(`CREATE ROLE ${user} LOGIN PASSWORD 'own' CREATEROLE`);
    await database.query(`CREATE SCHEMA ${user} AUTHORIZATION ${user}`);
    const address = new URL(database.url);
    address.username = user;
    address.password = 'own';
    address.searchParams.set('options', `-c search_path=${user}`);
    const role = `${user}_role`;
    const owned = openPostgresStore({ url: address.href, servingRole: role, connectionsMax: 2 });
    expect(await owned.migrate()).not.toEqual([]);
    expect(await owned.migrate()).toEqual([]);
    await addOneWallet(owned);
    expect(await listBalances(owned, 'wallet_one')).toEqual([]);
    expect(await owned.countWallets()).toHaveLength(1);
    await owned.close();
    await database.query(`DROP OWNED BY ${user}, ${role}`);
    await database.query(`DROP ROLE ${role}`);
    await database.query(`DROP ROLE ${user}`);
  });
});
