/** The requirements of Citus for every statement, checked on the statements that the store sends. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import {
  type Transaction,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../src/domain/transaction.ts';
import { WEBHOOK_EVENT_NAMES } from '../../src/domain/webhook.ts';
import * as countStatements from '../../src/store/postgres/count-statements.ts';
import * as listingStatements from '../../src/store/postgres/listing-statements.ts';
import { PostgresDatabase } from '../../src/store/postgres/database.ts';
import { COORDINATOR_TABLES, DISTRIBUTED_TABLES } from '../../src/store/postgres/distribution.ts';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  findServed,
  makeBalance,
  makeBalances,
  makeQuery,
  makeTransaction,
  makeWallet,
  makeWindow,
  PROJECT_ID,
  T0,
  listBalances,
} from './contract/fixtures.ts';
import { CITUS_URL } from './citus-cluster.ts';
import { createTestDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';

interface Sent {
  readonly name?: string;
  readonly text: string;
}

/** Matches transaction control, and settings of a connection. */
const NOT_PREPARED = /^(?:BEGIN|COMMIT|ROLLBACK|SET LOCAL)\b|plan_cache_mode/;
/** Matches deletions in tables with few rows of a wallet. */
const REMOVES = /^DELETE FROM wallet_(?:quarantine|recheck)\b/;
/** The statement of `teller webhook add` that reads all wallets of a project. */
const OF_PROJECT = 'list_newest_events';
/** Matches the query of the coordinator's catalog for the nodes of a table's shards. */
const OF_CATALOG = /\bpg_dist_placement\b/;

let database: TestDatabase;
let store: PostgresStore;
let sent: readonly Sent[];
/** The statements that were sent while no wallet had a webhook. */
let sentBefore: readonly Sent[];

beforeAll(async () => {
  database = await createTestDatabase();
  store = openTestStore(database.url);
  await store.migrate();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await serveAndSynchronise(store);
  const callsBefore = query.mock.calls.length;
  await deliverWebhooks(store);
  await countMany(store);
  // Statements of this test itself are text.
  sent = query.mock.calls
    .map(([config]) => config as unknown as Sent | string)
    .filter((config) => typeof config !== 'string');
  sentBefore = query.mock.calls.slice(0, callsBefore).map(([config]) => config as unknown as Sent);
  query.mockRestore();
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

/** Makes every call of the service and of the worker, on a wallet with data of every kind. */
async function serveAndSynchronise(used: PostgresStore): Promise<void> {
  const id = await addOneWallet(used);
  const lease = await claim(used, id);
  await used.readCredentials(id);
  await used.readSyncState(id);
  const window = makeWindow({
    transactions: [makeTransaction('tx_1', { status: 'pending' })],
    quarantined: [{ key: 'k', source: 'deposits', raw: '{}', reason: 'r' }],
    mappedKeys: ['j'],
    rechecks: [{ transactionId: 'tx_1', timestampMs: T0, dueAtMs: T0 }],
  });
  await used.recordWindow(lease, window);
  const after = { timestampMs: T0 + 9, id: 'tx_', changeNo: 0 };
  await used.listTransactions(id, makeQuery({ after }));
  await used.recordWindow(lease, { ...window, transactions: [makeTransaction('tx_1')] });
  const earlier = [makeTransaction('tx_1', { timestampMs: T0 - 1 })];
  await used.recordWindow(lease, { ...window, transactions: earlier });
  await used.recordBalances(lease, makeBalances([makeBalance('BTC')]));
  await used.renewLease(lease, T0 + 9);
  const due = { source: 'deposits', nowMs: T0, limit: 9 };
  await used.listCoverage(id);
  await used.listRechecks(id, due);
  await used.listQuarantineWindows(id, due);
  await used.recordOutcome(lease, { nextRunAtMs: T0 });
  await used.releaseLease(lease);
  await used.claimWallet({ nowMs: T0, untilMs: T0 + 1 });
  await used.copyTransactions(id, [makeTransaction('tx_2')]);
  await findServed(used, id, PROJECT_ID);
  await listBalances(used, id);
  for (const type of [undefined, ...TRANSACTION_TYPES]) {
    for (const status of [undefined, ...TRANSACTION_STATUSES]) {
      for (const part of [{}, { limit: 100 }, { sinceMs: T0, beforeMs: T0 + 9 }]) {
        const query = { ...part, ...(type && { type }), ...(status && { status }) };
        await used.listTransactions(id, makeQuery(query));
        await used.listTransactions(id, makeQuery({ ...query, asset: 'BTC' }));
        const after = { timestampMs: T0 + 9, id: 'tx_', changeNo: 0 };
        await used.listTransactions(id, makeQuery({ ...query, after }));
      }
    }
  }
}

/** Makes every call of the process that delivers webhooks, on a wallet with events of each kind. */
async function deliverWebhooks(used: PostgresStore): Promise<void> {
  const endpoint = { projectId: PROJECT_ID, url: 'https://x', events: WEBHOOK_EVENT_NAMES };
  const webhook = { ...endpoint, walletIds: null, createdAtMs: T0, id: 'webhook_one' };
  await used.addWebhook(webhook, CREDENTIALS);
  const id = 'wallet_webhook';
  await used.addWallet(makeWallet(id), CREDENTIALS);
  const lease = await claim(used, id);
  const transactions = [makeTransaction('tx_1'), makeTransaction('tx_2')];
  await used.recordWindow(lease, makeWindow({ transactions }));
  await used.recordOutcome(lease, { nextRunAtMs: T0, syncedAtMs: T0, unfinished: true });
  await used.recordOutcome(lease, { nextRunAtMs: T0, syncedAtMs: T0 });
  await used.releaseLease(lease);
  const times = { nowMs: T0 + 9000, untilMs: T0 + 10_000 };
  const [due] = await used.listDueEndpoints(times);
  const delivery = await used.claimDelivery({ ...times, ...due! });
  const { events, readToNo: deliveredNo } = await used.readPendingEvents(delivery!, 0, 9);
  expect(events).toHaveLength(3);
  const progress = { deliveredNo, untilMs: null, dueAtMs: T0, failure: null };
  expect(await used.recordDelivery(delivery!, progress)).toBe(true);
  expect(await used.claimDelivery({ ...times, ...due! })).toBeUndefined();
  await used.countWebhooks();
}

/** Sends the statements for counts of many rows, and for counts that have to be rebuilt. */
async function countMany(used: PostgresStore): Promise<void> {
  const id = 'wallet_many';
  await used.addWallet(makeWallet(id), CREDENTIALS);
  const makeRows = (asset: string): readonly Transaction[] =>
    Array.from({ length: 3000 }, (_, row) =>
      makeTransaction(`tx_${row}`, {
        asset,
        timestampMs: T0 + row,
        status: row % 500 === 0 ? 'pending' : 'completed',
      }),
    );
  await used.copyTransactions(id, makeRows('BTC'));
  await used.copyTransactions(id, makeRows('ETH'));
  for (const limit of [10, 50]) {
    await used.listTransactions(id, makeQuery({ status: 'pending', limit }));
    await used.listTransactions(id, makeQuery({ page: 20, limit }));
  }
  await database.query("UPDATE wallet_count_node SET body = '\\x05'");
  await used.copyTransactions(id, [makeTransaction('tx_late', { timestampMs: T0 - 1 })]);
  const crowd = makeRows('BTC').map((row) => makeTransaction(`${row.id}_`));
  await used.copyTransactions(id, crowd);
}

it('sends each statement of the counts', () => {
  const names = new Set(sent.map(({ name }) => name));
  const all = Object.values({ ...countStatements, ...listingStatements }).filter(
    (each) => typeof each === 'object',
  );
  const unsent = all.filter((each) => !names.has(each.name));
  expect(unsent).toEqual([]);
});

it('sends a notification after the commit, so that commits run concurrently', () => {
  const before = sent.flatMap(({ name }, index) =>
    name === 'notify_changes' ? [sent[index - 1]?.text] : [],
  );
  expect(before.length).toBeGreaterThan(5);
  expect(new Set(before)).toEqual(new Set(['COMMIT']));
  const notice = sent.find(({ name }) => name === 'notify_changes');
  expect(notice?.text).toContain("set_config('synchronous_commit', 'off', true)");
});

it('sends no statement about webhooks for a wallet without one, except when the wallet is added', () => {
  const about = sentBefore.filter(({ text }) => /\b(?:wallet_event|webhook_\w+)\b/.test(text));
  const names = new Set(about.map(({ name }) => name));
  // Two read the column of the row that they lock.
  const locks = ['hold_lease', 'lock_wallet'];
  expect(names).toEqual(new Set([...locks, 'add_wallet_deliveries', 'set_webhook_events']));
});

it('names the wallet in every statement on a distributed table, for each of its tables', () => {
  const onDistributed = sent.filter(
    ({ name, text }) =>
      !OF_CATALOG.test(text) &&
      name !== OF_PROJECT &&
      DISTRIBUTED_TABLES.some((table) => new RegExp(`\\b${table}\\b`).test(text)),
  );
  expect(onDistributed.length).toBeGreaterThan(30);
  for (const { text } of onDistributed) {
    if (/^\s*INSERT/.test(text)) {
      expect(text).toMatch(/^\s*INSERT INTO \w+\s*\(wallet_id\b[^;]*?(?:SELECT|VALUES \() ?\$1/);
    } else {
      expect(text).toMatch(/wallet_id = \$\d/);
      for (const [, condition] of text.matchAll(/FROM wallet_\w+\s+WHERE (\S+ = \$\d)/g)) {
        expect(condition).toBe('wallet_id = $1');
      }
    }
  }
});

it('sends no statement that is not prepared under a name', () => {
  const unnamed = sent.filter(({ name, text }) => name === undefined && !NOT_PREPARED.test(text));
  expect(unnamed).toEqual([]);
  const texts = new Map<string, string>();
  for (const { name, text } of sent) {
    if (name === undefined) continue;
    expect(texts.get(name) ?? text).toBe(text);
    texts.set(name, text);
  }
});

it('compares no rows of a wallet with a list, because PostgreSQL before 17 plans to read all of them', () => {
  const compared = sent.filter(
    ({ text }) =>
      /\b(?:id|transaction_id|node_no|match_key) = ANY/.test(text) && !REMOVES.test(text),
  );
  expect(compared).toEqual([]);
});

it('has the wallet in every key of a distributed table, and no foreign key or trigger on one', async () => {
  const tables = `ANY (ARRAY[${DISTRIBUTED_TABLES.map((table) => `'${table}'`).join()}]::regclass[])`;
  const keys = await database.query(
    `SELECT indexrelid::regclass::text AS name, indkey[0] AS first FROM pg_index
      WHERE indisunique AND indrelid = ${tables}`,
  );
  expect(keys).toHaveLength(DISTRIBUTED_TABLES.length);
  expect(keys.filter(({ first }) => first !== 1)).toEqual([]);
  const columns = await database.query(
    `SELECT DISTINCT attname::text AS name FROM pg_attribute
      WHERE attnum = 1 AND attrelid = ${tables}`,
  );
  expect(columns).toEqual([{ name: 'wallet_id' }]);
  const constraints = await database.query(
    `SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = ${tables}
      UNION ALL SELECT tgname FROM pg_trigger WHERE tgrelid = ${tables}`,
  );
  expect(constraints).toEqual([]);
});

it('classifies every table for a cluster', async () => {
  const tables = await database.query(
    `SELECT relname::text AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
  const known = [...DISTRIBUTED_TABLES, ...COORDINATOR_TABLES];
  expect(tables.map(({ name }) => String(name)).sort()).toEqual(known.sort());
});

const ON_CITUS = CITUS_URL !== undefined;

it.skipIf(ON_CITUS)('refuses to distribute if Citus is not installed', async () => {
  await expect(store.distribute()).rejects.toThrow(/has no citus extension/);
});

/** The parts of Citus that the store uses; citus.test.ts proves the same on a real cluster. */
const STAND_IN = `
  SET allow_system_table_mods = on;
  INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    VALUES (99999, 'citus', 10, 'public'::regnamespace, false, '0');
  CREATE TABLE pg_dist_partition (
    logicalrelid regclass, partmethod "char", repmodel "char", by text, colocated text,
    made integer GENERATED ALWAYS AS IDENTITY
  );
  CREATE FUNCTION create_distributed_table(regclass, text, colocate_with text) RETURNS void
    LANGUAGE sql AS $$ INSERT INTO pg_dist_partition VALUES ($1, 'h', 's', $2, $3) $$;
  CREATE FUNCTION truncate_local_data_after_distributing_table(regclass) RETURNS void
    LANGUAGE sql AS $$ SELECT NULL::void $$;
`;

it.skipIf(ON_CITUS)('distributes each table once, by the wallet and all together', async () => {
  await database.query(STAND_IN);
  expect(await store.distribute()).toEqual(DISTRIBUTED_TABLES);
  expect(await store.distribute()).toEqual([]);
  const made = await database.query(
    'SELECT logicalrelid::text AS name, by, colocated FROM pg_dist_partition ORDER BY made',
  );
  expect(made.map(({ name }) => name)).toEqual(DISTRIBUTED_TABLES);
  expect(new Set(made.map(({ by }) => by))).toEqual(new Set(['wallet_id']));
  expect(made.map(({ colocated }) => colocated)).toEqual([
    'none',
    ...made.slice(1).map(() => DISTRIBUTED_TABLES[0]),
  ]);
});

it.skipIf(ON_CITUS)(
  'distributes a table of an upgrade together with already distributed tables',
  async () => {
    const where = "logicalrelid = 'wallet_count_node'::regclass";
    await database.query(`DELETE FROM pg_dist_partition WHERE ${where}`);
    expect(await store.distribute()).toEqual(['wallet_count_node']);
    expect(
      await database.query(`SELECT by, colocated FROM pg_dist_partition WHERE ${where}`),
    ).toEqual([{ by: 'wallet_id', colocated: DISTRIBUTED_TABLES[0] }]);
  },
);

it.skipIf(ON_CITUS)(
  'plans a statement once for a connection, and by its values under Citus',
  async () => {
    const show = { name: 'show_mode', text: "SELECT current_setting('plan_cache_mode')" };
    const limits = { connectionsMax: 1, connectTimeoutMs: 3000, statementTimeoutMs: 3000 };
    const plain = new PostgresDatabase({ ...limits, url: plainAddress() });
    const citus = new PostgresDatabase({ ...limits, url: database.url });
    expect(await plain.read(show)).toEqual([['force_generic_plan']]);
    expect(await citus.read(show)).toEqual([['auto']]);
    await Promise.all([plain.close(), citus.close()]);
  },
);

/** Returns the URL of the server's own database, in which nothing is installed. */
function plainAddress(): string {
  const address = new URL(database.url);
  address.pathname = '/postgres';
  return address.href;
}
