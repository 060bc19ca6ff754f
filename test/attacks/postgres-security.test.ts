/** Row-level security: the rows that the role of the service can read with any query. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  findServed,
  makeKeyOf,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  PROJECT_ID,
  listAll,
  listBalances,
  HOSTILE_BALANCES,
  T0,
} from '../store/contract/fixtures.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  openTestStore,
  SERVING_ROLE,
  STORE_OPTIONS,
  type TestDatabase,
} from '../store/postgres-database.ts';
import { CITUS_URL } from '../store/citus-cluster.ts';
import { wrapQueries } from '../store/driver-queries.ts';
import { openReadDatabase } from '../store/postgres-reader.ts';
import { storeRows } from '../store/store-rows.ts';

/** Each table that the role reads, and the column that names the wallet. */
const SHOWN = [
  ['wallet', 'id'],
  ['wallet_sync', 'wallet_no'],
  ['wallet_content', 'wallet_no'],
  ['wallet_transaction', 'wallet_no'],
  ['transaction_count', 'wallet_no'],
  ['transaction_move', 'wallet_no'],
  ['wallet_balance', 'wallet_no'],
  ['wallet_network', 'wallet_no'],
] as const;
const HIDDEN = [
  'organization',
  'management_key',
  'idempotency_key',
  'connect_session',
  'audit_log',
  'sync_worker',
  'wallet_credentials',
  'wallet_coverage',
  'wallet_quarantine',
  'wallet_recheck',
  'wallet_import',
  'wallet_import_change',
  'wallet_event',
  'webhook_endpoint',
  'webhook_delivery',
  'transactions',
  'balances',
  'withdrawal_networks',
  'wallets',
];

let database: TestDatabase;
let store: Store;
let client: pg.Client;
const numbers = new Map<string, number>();

beforeAll(async () => {
  database = await createMigratedDatabase();
  store = openTestStore(database.url);
  await addOneWallet(store);
  await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
  for (const id of ['wallet_one', 'wallet_two']) {
    const lease = await claim(store, id);
    await store.recordWindow(lease, makeWindow({ transactions: [makeTransaction('tx_1')] }));
    const earlier = [makeTransaction('tx_1', { timestampMs: T0 - 1 })];
    await store.recordWindow(lease, makeWindow({ transactions: earlier }));
    await store.recordBalances(lease, makeBalances(HOSTILE_BALANCES));
    const [row] = await database.query('SELECT wallet_no FROM wallet WHERE id = $1', [id]);
    numbers.set(id, Number(row?.['wallet_no']));
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

async function listWallets(table: string, column: string): Promise<readonly unknown[]> {
  const { rows } = await client.query<{ wallet: unknown }>(
    `SELECT DISTINCT ${column} AS wallet FROM ${table}`,
  );
  return rows.map(({ wallet }) => wallet);
}

async function showWallet(id: string): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SET LOCAL teller.wallet_id = '${id}'`);
  await client.query(`SET LOCAL teller.wallet_no = ${numbers.get(id)}`);
}

describe('the role of the service', () => {
  it.each(SHOWN)(
    'can read only the set wallet of %s, and none if none is set',
    async (table, column) => {
      expect(await listWallets(table, column)).toEqual([]);
      await showWallet('wallet_two');
      const shown = column === 'id' ? 'wallet_two' : numbers.get('wallet_two');
      expect(await listWallets(table, column)).toEqual([shown]);
      await client.query('COMMIT');
      expect(await listWallets(table, column)).toEqual([]);
    },
  );

  it.each(HIDDEN)('may not read %s', async (table) => {
    await expect(client.query(`SELECT * FROM ${table}`)).rejects.toThrow(/permission denied/);
  });

  it('may not write', async () => {
    await client.query(`SET teller.wallet_no = ${numbers.get('wallet_one')}`);
    for (const table of [...SHOWN.map(([name]) => name), ...HIDDEN, 'api_key', 'project']) {
      await expect(client.query(`DELETE FROM ${table}`)).rejects.toThrow(
        /permission denied|cannot delete from view/,
      );
    }
  });

  it('cannot replace a table that a function reads for it', async () => {
    const read = async (name: string) => (await client.query(`SELECT * FROM ${name}()`)).rows;
    const before = [await read('wallet_statistics'), await read('webhook_statistics')];
    expect(before[0]).toHaveLength(1);
    await client.query('CREATE TEMP TABLE wallet (wallet_no integer, exchange text)');
    await client.query('CREATE TEMP TABLE webhook_endpoint (id text, disabled_at_ms bigint)');
    const after = [await read('wallet_statistics'), await read('webhook_statistics')];
    expect(after).toEqual(before);
  });

  it('is restricted in every table of a wallet', async () => {
    const open = await database.query(
      `SELECT relname::text FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
          AND attname = 'wallet_no' AND NOT relrowsecurity`,
    );
    expect(open).toEqual([]);
  });
});

describe('a role for readers', () => {
  const VIEWS = ['balances', 'transactions', 'wallets', 'withdrawal_networks'];

  // A node of a Citus cluster reads the tables of a view as the role that reads the view.
  it.skipIf(CITUS_URL !== undefined)(
    'reads the four views, of all wallets, and nothing else',
    async () => {
      const opened = await openReadDatabase();
      const { reader } = opened;
      await addOneWallet(opened.store);
      await storeRows(opened.store, 'wallet_one', [makeTransaction('tx_1')]);
      const { rows } = await reader.query<{ name: string }>(
        `SELECT relname::text AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'S', 'p')`,
      );
      const readable: string[] = [];
      for (const { name } of rows) {
        const isRead = reader.query(`SELECT * FROM ${name}`).then(
          () => true,
          (error: unknown) => !/permission denied/.test(String(error)),
        );
        if (await isRead) readable.push(name);
      }
      expect(rows.length).toBeGreaterThan(20);
      expect(readable.sort()).toEqual(VIEWS);
      expect((await reader.query('SELECT wallet_id FROM transactions')).rows).toEqual([
        { wallet_id: 'wallet_one' },
      ]);
      for (const view of VIEWS) {
        await expect(reader.query(`DELETE FROM ${view}`)).rejects.toThrow(
          /permission denied|cannot delete from view/,
        );
      }
      await expect(reader.query('CREATE TABLE mine (a integer)')).rejects.toThrow(
        /permission denied/,
      );
      for (const name of ['wallet_statistics', 'webhook_statistics']) {
        await expect(reader.query(`SELECT * FROM ${name}()`)).rejects.toThrow(
          /permission denied for function/,
        );
      }
      await opened.close();
    },
  );

  it('may be created after the first migration: the next run grants its rights', async () => {
    const opened = await createTestDatabase();
    const role = new URL(opened.url).pathname.slice(1);
    const migrated = openPostgresStore({ ...STORE_OPTIONS, url: opened.url, readerRole: role });
    await migrated.migrate();
    await opened.query(`CREATE ROLE ${role}`);
    const granted = `SELECT has_table_privilege('${role}', 'transactions', 'SELECT') AS granted`;
    expect(await opened.query(granted)).toEqual([{ granted: false }]);
    expect(await migrated.migrate()).toEqual([]);
    expect(await opened.query(granted)).toEqual([{ granted: true }]);
    await migrated.close();
    await opened.query(`DROP OWNED BY ${role}`);
    await opened.query(`DROP ROLE ${role}`);
    await opened.drop();
  });

  it('finds a comment on each view and column', async () => {
    const without = await database.query(
      `SELECT attrelid::regclass::text AS view, attname::text AS column FROM pg_attribute
        WHERE attrelid = ANY ('{${VIEWS.join()}}'::regclass[]) AND attnum > 0
          AND (col_description(attrelid, attnum) IS NULL OR obj_description(attrelid) IS NULL)`,
    );
    expect(without).toEqual([]);
  });
});

describe('the store', () => {
  it('leaves no wallet set on a connection for the next call', async () => {
    const single = openTestStore(database.url, 1);
    await listBalances(single, 'wallet_one');
    expect(await listBalances(single, "wallet_two' OR 'a' = 'a")).toEqual([]);
    expect(await listBalances(single, 'wallet_two')).toEqual(HOSTILE_BALANCES);
    await single.close();
  });

  it.each([
    ['is refused', 'SET LOCAL teller.wallet_no = now', /syntax error|invalid input/],
    ['is lost', 'SELECT 1', undefined],
  ])('shows no rows if the setting of the wallet %s', async (_how, command, error) => {
    const single = openTestStore(database.url, 1);
    await listBalances(single, 'wallet_one');
    const restore = wrapQueries((query, run) =>
      run({ ...query, text: query.text.replace(/SET LOCAL teller\.wallet_no = \d+/, command) }),
    );
    const list = listAll(single, 'wallet_two');
    if (error === undefined) expect(await list).toEqual([]);
    else await expect(list).rejects.toThrow(error);
    restore();
    expect(await listAll(single, 'wallet_two')).toHaveLength(1);
    await single.close();
  });

  it('reads a wallet that was removed and added again', async () => {
    const id = 'wallet_again';
    for (const row of ['tx_before', 'tx_after']) {
      await store.addWallet(makeWallet(id), CREDENTIALS);
      await storeRows(store, id, [makeTransaction(row)]);
      expect((await listAll(store, id)).map((listed) => listed.id)).toEqual([row]);
      await store.removeWallet(id);
      expect(await listAll(store, id)).toEqual([]);
    }
  });

  it('serves as a user who owns nothing and only has the role', async () => {
    const user = `teller_web_${Date.now()}`;
    await database.query(`CREATE ROLE ${user} LOGIN PASSWORD 'web' IN ROLE ${SERVING_ROLE}`);
    const address = new URL(database.url);
    address.username = user;
    address.password = 'web';
    const web = openTestStore(address.href);
    await web.ping();
    const wallet = await store.readWalletKey('wallet_one');
    expect(await web.readBalances(wallet)).toEqual(await store.readBalances(wallet));
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
      // An option of the startup message has this name.
      const role = `teller \\ role ${Date.now()}`;
      const databases = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase()));
      const stores = databases.map(({ url }) =>
        openPostgresStore({ ...STORE_OPTIONS, url, servingRole: role }),
      );
      await Promise.all(stores.map((each) => each.migrate()));
      expect(await Promise.all(stores.map((each) => each.countWallets()))).toEqual(
        stores.map(() => []),
      );
      await Promise.all(stores.map((each) => each.close()));
      await Promise.all(databases.map((each) => each.drop()));
      await database.query(`DROP ROLE "${role}"`);
    },
  );

  it.skipIf(CITUS_URL !== undefined)(
    'is migrated if another transaction creates its role at the same time',
    async () => {
      const role = `teller_role_${Date.now()}`;
      const made = await createTestDatabase();
      const other = new pg.Client(made.url);
      await other.connect();
      await other.query(`BEGIN; CREATE ROLE ${role}`);
      const opened = openPostgresStore({ ...STORE_OPTIONS, url: made.url, servingRole: role });
      const migrating = opened.migrate();
      const isWaiting = `SELECT 1 FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND query LIKE 'CREATE ROLE%${role}%'`;
      await expect.poll(() => made.query(isWaiting), { timeout: 10_000 }).toHaveLength(1);
      await other.query('COMMIT');
      expect(await migrating).not.toEqual([]);
      expect(await opened.countWallets()).toEqual([]);
      await other.end();
      await opened.close();
      await made.drop();
      await database.query(`DROP ROLE ${role}`);
    },
  );

  it('is migrated by a user who has the role and may neither create nor grant one', async () => {
    const user = `teller_member_${Date.now()}`;
    await database.query(`CREATE ROLE ${user} LOGIN PASSWORD 'own' IN ROLE ${SERVING_ROLE}`);
    await database.query(`CREATE SCHEMA ${user} AUTHORIZATION ${user}`);
    const address = Object.assign(new URL(database.url), { username: user, password: 'own' });
    address.searchParams.set('options', `-c search_path=${user}`);
    const owned = openTestStore(address.href);
    expect(await owned.migrate()).not.toEqual([]);
    expect(await owned.countWallets()).toEqual([]);
    await owned.close();
    await database.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`);
  });

  it('is migrated into any schema by a user who may create roles and is not a superuser', async () => {
    const user = `teller_owner_${Date.now()}`;
    await database.query(`CREATE ROLE ${user} LOGIN PASSWORD 'own' CREATEROLE`);
    await database.query(`CREATE SCHEMA ${user} AUTHORIZATION ${user}`);
    const address = new URL(database.url);
    address.username = user;
    address.password = 'own';
    address.searchParams.set('options', `-c search_path=${user}`);
    const role = `${user}_role`;
    const owned = openPostgresStore({ ...STORE_OPTIONS, url: address.href, servingRole: role });
    expect(await owned.migrate()).not.toEqual([]);
    expect(await owned.migrate()).toEqual([]);
    await addOneWallet(owned);
    expect(await listBalances(owned, 'wallet_one')).toEqual([]);
    expect(await owned.countWallets()).toHaveLength(1);
    const logins = await database.query(
      `SELECT rolcanlogin FROM pg_roles WHERE rolname = '${role}'`,
    );
    expect(logins).toEqual([{ rolcanlogin: false }]);
    await owned.close();
    await database.query(`DROP OWNED BY ${user}, ${role}`);
    await database.query(`DROP ROLE ${role}`);
    await database.query(`DROP ROLE ${user}`);
  });
});
