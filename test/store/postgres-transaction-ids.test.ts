/** Identifiers of transactions as bytes, and the places by which a listing is read. */
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { importedTransactionId, transactionId } from '../../src/domain/id.ts';
import { compareKeys } from '../../src/store/counted/count-key.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import { placeOf } from '../../src/store/postgres/listing-order.ts';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { encodeTransactionId } from '../../src/store/postgres/transaction-id.ts';
import { addOneWallet, listAll, listPage, makeTransaction, T0 } from './contract/fixtures.ts';
import { CITUS_URL } from './citus-cluster.ts';
import {
  createTestDatabase,
  insertWallet,
  migrateTestStore,
  openStoreBefore,
  openTestStore,
  type TestDatabase,
} from './postgres-database.ts';

const WALLET_ID = 'wallet_one';
const ZEROS = '0'.repeat(32);
/** Identifiers that are bytes, and identifiers that come before, between and after them. */
const IDS = [
  ...Array.from({ length: 20 }, (_, row) => transactionId(WALLET_ID, String(row))),
  ...Array.from({ length: 20 }, (_, row) => importedTransactionId(WALLET_ID, String(row), T0)),
  `tx_${ZEROS}`,
  `tx_${ZEROS}x`,
  `tx_${ZEROS.slice(1)}1`,
  `tx_${ZEROS.slice(1)}1!`,
  `tx_${'f'.repeat(32)}`,
  `tx_${'f'.repeat(33)}`,
  'tx_',
  'tx_0',
  'tx_00!',
  'tx_00:',
  'tx_10',
  'tx_a00',
  'tx_a00!',
  'tx_a00A',
  'tx_a0g',
  'tx_9',
  'tx_9~',
  'tx_ffg',
  'tx_G',
  'tx_g',
  'tx_€',
  'tw_1',
  'ty_1',
  'tx',
  'x',
  '!',
];

let database: TestDatabase;
let store: PostgresStore;

beforeEach(async () => {
  database = await createTestDatabase();
  store = openTestStore(database.url);
});

afterEach(async () => {
  await store.close();
  await database.drop();
});

/** Creates the database of the previous version, with a row, an earlier time and a change for each id. */
async function fillOldDatabase(): Promise<void> {
  const old = openStoreBefore('transaction-id-bytes', database.url);
  await migrateTestStore(old);
  await old.close();
  await insertWallet(database, WALLET_ID);
  const insert = (table: string, columns: string, values: string): Promise<unknown> =>
    database.query(
      `INSERT INTO ${table} (wallet_id, ${columns})
        SELECT $1, ${values} FROM unnest($2::text[]) WITH ORDINALITY AS listed (id, row)`,
      [WALLET_ID, IDS],
    );
  await insert(
    'wallet_transaction',
    'id, timestamp_ms, asset, type, status, amount',
    `id, ${T0} + row % 3, 'BTC', 1, 2, '1.5'`,
  );
  await insert(
    'wallet_time_change',
    'change_no, id, place_id, timestamp_ms',
    `row, id, CASE WHEN row % 2 = 0 THEN id END, ${T0}`,
  );
  await insert(
    'wallet_import_change',
    'transaction_id, import_no, before',
    `id, 1, json_build_object('id', id)::text`,
  );
}

const makeRows = () =>
  IDS.map((id, row) =>
    makeTransaction(id, {
      timestampMs: T0 + ((row + 1) % 3),
      txid: null,
      address: null,
      feeCost: null,
      feeCurrency: null,
    }),
  ).toSorted(compareKeys);

/** Returns the identifiers of a column in the order of its bytes. */
async function readIds(table: string, column: string): Promise<readonly unknown[]> {
  const rows = await database.query(
    `SELECT ${column} AS id FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${column}`,
  );
  return rows.map(({ id }) => id);
}

const encodeInOrder = (ids: readonly string[]): readonly Buffer[] =>
  ids.map(encodeTransactionId).toSorted((left, right) => Buffer.compare(left, right));

it('are converted with the rows of the previous version', async () => {
  await fillOldDatabase();
  await store.migrate();
  expect(await readIds('wallet_transaction', 'id')).toEqual(encodeInOrder(IDS));
  expect(await readIds('wallet_time_change', 'id')).toEqual(encodeInOrder(IDS));
  const placed = IDS.filter((_, index) => index % 2 === 1);
  expect(await readIds('wallet_time_change', 'place_id')).toEqual(encodeInOrder(placed));
  expect(await readIds('wallet_import_change', 'transaction_id')).toEqual(encodeInOrder(IDS));
  const rows = makeRows();
  expect(await store.listTransactionsAfter(WALLET_ID, undefined, 100)).toMatchObject(rows);
  expect(await listAll(store, WALLET_ID)).toEqual(rows.toReversed());
  expect(await store.copyTransactions(WALLET_ID, rows)).toEqual({ added: 0 });
  const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
  expect(checks.filter(({ ok, name }) => !ok && name !== 'imports')).toEqual([]);
});

// On a Citus cluster the statement waits on another server.
it.skipIf(CITUS_URL !== undefined)(
  'are converted by the next run if a migration was stopped',
  async () => {
    await fillOldDatabase();
    const blocker = new pg.Client(database.url);
    await blocker.connect();
    await blocker.query('BEGIN; SELECT FROM wallet_import_change FOR UPDATE');
    const stopped = store.migrate();
    stopped.catch(() => undefined);
    const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => database.query(waiting)).toHaveLength(1);
    await expect(stopped).rejects.toThrow(StoreUnavailableError);
    await blocker.end();
    await store.close();
    store = openTestStore(database.url);
    await store.migrate();
    expect(await readIds('wallet_transaction', 'id')).toEqual(encodeInOrder(IDS));
  },
);

it('have places in the order of the listing, which statements compute in the same way', async () => {
  await migrateTestStore(store);
  await addOneWallet(store, WALLET_ID);
  const times = [0, 1, T0 - 1, T0, T0 + 1, 2 ** 48 - 1, 2 ** 48, 2 ** 52];
  const hashes = Array.from({ length: 160 }, (_, row) => transactionId('x', String(row)));
  const timed = Array.from({ length: 160 }, (_, row) =>
    importedTransactionId('x', String(row), Math.min(times[row % times.length]!, T0)),
  );
  const rows = [...IDS, ...hashes, ...timed].map((id, row) =>
    makeTransaction(id, { timestampMs: times[row % times.length]! }),
  );
  await store.copyTransactions(WALLET_ID, rows);
  const computed = await database.query(
    `SELECT count(*)::integer AS count FROM wallet_transaction
      WHERE place <> ${placeOf('timestamp_ms', 'id')}`,
  );
  expect(computed).toEqual([{ count: 0 }]);
  const falling = await database.query(
    `SELECT count(*)::integer AS count FROM (
      SELECT place, lag(place) OVER (ORDER BY timestamp_ms, id) AS before FROM wallet_transaction
    ) AS listed WHERE place < before`,
  );
  expect(falling).toEqual([{ count: 0 }]);
  const listed = rows.toSorted(compareKeys).toReversed();
  expect(await listAll(store, WALLET_ID)).toEqual(listed);
  for (const page of [0, 1, 2, 100]) {
    const { transactions } = await listPage(store, WALLET_ID, { page, limit: 3 });
    expect(transactions).toEqual(listed.slice(page * 3, page * 3 + 3));
  }
});
