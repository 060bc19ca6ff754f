/**
 * What a page reads of a large wallet, as the role of the service, which row-level security restricts. PostgreSQL plans
 * with what `ANALYZE` has found; nothing may depend on it, because an import is read before autovacuum has come.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import type { TransactionQuery } from '../../src/domain/query.ts';
import { PostgresDatabase } from '../../src/store/postgres/database.ts';
import { rebuildCounts } from '../../src/store/statements/counts.ts';
import type { WalletKey } from '../../src/store/serving.ts';
import type { Store } from '../../src/store/store.ts';
import { CITUS_URL } from './citus-cluster.ts';
import { addProject, CREDENTIALS, makeQuery, makeWallet, T0 } from './contract/fixtures.ts';
import { measureReads } from './plans.ts';
import { createMigratedDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';

const ROWS = 300_000;
const DAYS = 1826;
const ROWS_PER_DAY = Math.ceil(ROWS / DAYS);
const STEP_MS = Math.floor((DAYS * DAY_MS) / ROWS);
const SMALL_WALLETS = 100;
const SMALL_ROWS = 100;
/** One row of this number has a rare asset, another one a rare type, another one a rare status. */
const RARE_EVERY = 1000;
const TABLES = ['wallet_transaction', 'transaction_count', 'wallet', 'wallet_content'];
const MIDDLE_MS = T0 + 900 * DAY_MS;
/** Calls after which PostgreSQL no longer plans a prepared statement by its values. */
const CALLS_BEFORE_GENERIC_PLAN = 6;

let database: TestDatabase;
/** Was opened, and has planned its statements, while the tables had few rows. */
let former: Store;

beforeAll(async () => {
  if (CITUS_URL !== undefined) return;
  database = await createMigratedDatabase();
  for (const table of TABLES) {
    await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  }
  former = openTestStore(database.url, 1);
  await addProject(former);
  const ids = Array.from({ length: SMALL_WALLETS }, (_, no) => `wallet_${no}`);
  for (const id of [...ids, 'wallet_large']) await former.addWallet(makeWallet(id), CREDENTIALS);
  await fill('wallet_0', SMALL_ROWS);
  await countRows();
  const small = await former.readWalletKey('wallet_0');
  for (const [, query] of QUERIES) {
    for (let calls = 0; calls < CALLS_BEFORE_GENERIC_PLAN; calls += 1) {
      await former.listTransactions(small, makeQuery(query));
    }
  }
  for (const id of ids.slice(1)) await fill(id, SMALL_ROWS);
  await fill('wallet_large', ROWS);
  await countRows();
}, 120_000);

afterAll(async () => {
  await former?.close();
  await database?.drop();
});

async function fill(walletId: string, rows: number): Promise<void> {
  await database.query(`INSERT INTO wallet_transaction
      (wallet_no, project_no, time, type, status, id, asset, amount, txid, address)
    SELECT wallet_no, 1, to_timestamp((${T0} + no::bigint * ${STEP_MS}) / 1000.0),
        CASE WHEN no % ${RARE_EVERY} = 1 THEN 'fee' WHEN no % 3 = 0 THEN 'withdrawal' ELSE 'deposit' END
          ::transaction_type,
        CASE WHEN no % ${RARE_EVERY} = 2 THEN 'pending' WHEN no % 50 = 3 THEN 'failed' ELSE 'completed' END
          ::transaction_status,
        'tx_' || md5(wallet_no || ' ' || no),
        CASE WHEN no % ${RARE_EVERY} = 4 THEN 'RARE' WHEN no % 7 = 0 THEN 'ETH' ELSE 'A' || no % 11 END,
        no + 0.5, md5(no::text), md5(no::text)
      FROM wallet, generate_series(0, ${rows - 1}) AS no WHERE id = '${walletId}'`);
}

async function countRows(): Promise<void> {
  const options = { connectionsMax: 1, connectTimeoutMs: 3000, statementTimeoutMs: 60_000 };
  const owner = new PostgresDatabase({ ...options, url: database.url });
  for (const { wallet_no: walletNo } of await database.query('SELECT wallet_no FROM wallet')) {
    await owner.write((session) => rebuildCounts(session, Number(walletNo)));
  }
  await owner.close();
}

/** Maximum rows that a statement of a page reads: those of the page, of the days that contain it, and of the counts. */
const PAGE_10_READ_MAX = 14 * ROWS_PER_DAY;
const PAGE_1000_READ_MAX = 3000;

const QUERIES: readonly (readonly [string, Partial<TransactionQuery>, readMax: number])[] = [
  ['the first page', {}, 20],
  ['the first page of 1,000', { limit: 1000 }, 1100],
  ['asset=ETH&status=pending', { asset: 'ETH', status: 'pending' }, PAGE_10_READ_MAX],
  ['asset=ETH', { asset: 'ETH' }, PAGE_10_READ_MAX],
  ['type=deposit', { type: 'deposit' }, PAGE_10_READ_MAX],
  [
    'type=deposit&limit=1000&page=100',
    { type: 'deposit', limit: 1000, page: 100 },
    PAGE_1000_READ_MAX,
  ],
  ['limit=1000&page=150', { limit: 1000, page: 150 }, PAGE_1000_READ_MAX],
  ['the last page', { limit: 1000, page: 299 }, PAGE_1000_READ_MAX],
  ['page=1000', { page: 1000 }, PAGE_10_READ_MAX],
  [
    'since and before inside of a day',
    { sinceMs: MIDDLE_MS + 3_600_001, beforeMs: MIDDLE_MS + 20 * 3_600_000 },
    2 * ROWS_PER_DAY,
  ],
  [
    'since inside of a day, with a type',
    { sinceMs: MIDDLE_MS + 3_600_001, type: 'withdrawal' },
    PAGE_10_READ_MAX,
  ],
  [
    'bounds inside of days, with an asset',
    { sinceMs: MIDDLE_MS + 3_600_001, beforeMs: MIDDLE_MS + 300 * DAY_MS + 1, asset: 'A3' },
    PAGE_10_READ_MAX,
  ],
  ['a rare asset', { asset: 'RARE' }, PAGE_10_READ_MAX],
  ['a rare asset, limit=1000', { asset: 'RARE', limit: 1000 }, PAGE_1000_READ_MAX],
  ['a rare status', { status: 'pending' }, PAGE_10_READ_MAX],
  ['a rare type', { type: 'fee' }, PAGE_10_READ_MAX],
  ['a deep page of a rare type', { type: 'fee', page: 20 }, PAGE_10_READ_MAX],
  ['an asset without rows', { asset: 'NONE' }, 10],
];

/** States of the tables, and how a store is opened. */
const STATES: readonly (readonly [string, () => Promise<Store>])[] = [
  ['small when the statements were planned', () => Promise.resolve(former)],
  ['never analyzed', () => openAfter(Promise.resolve())],
  ['analyzed while they were empty', () => openAfter(setStatistics({ rows: 0, pages: 0 }))],
  ['analyzed', () => openAfter(database.query('ANALYZE'))],
];

async function openAfter(preparation: Promise<unknown>): Promise<Store> {
  await preparation;
  return openTestStore(database.url, 1);
}

/** Sets what `ANALYZE` would have found. */
async function setStatistics({ rows, pages }: { rows: number; pages: number }): Promise<void> {
  await database.query(`UPDATE pg_class SET reltuples = ${rows}, relpages = ${pages}
    WHERE oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY ('{${TABLES.join()}}'::regclass[]))
      OR oid = ANY ('{${TABLES.join()}}'::regclass[])`);
}

describe.skipIf(CITUS_URL !== undefined)('a page of a wallet of 300,000 rows', () => {
  describe.each(STATES)('in tables that were %s', (_name, open) => {
    let store: Store;
    let wallet: WalletKey;

    beforeAll(async () => {
      store = await open();
      wallet = await store.readWalletKey('wallet_large');
    });
    afterAll(() => store.close());

    /** Returns the most rows that a statement of a page reads, by each kind of plan. */
    async function countReadRows(query: Partial<TransactionQuery>): Promise<number> {
      const list = () => store.listTransactions(wallet, makeQuery(query));
      const first = await measureReads(list);
      for (let calls = 1; calls < CALLS_BEFORE_GENERIC_PLAN; calls += 1) await list();
      const later = await measureReads(list);
      expect(later.length).toBeGreaterThan(1);
      return Math.max(...[...first, ...later].map(({ rows }) => rows));
    }

    it.each(QUERIES)('reads only the rows that it needs: %s', async (_query, query, readMax) => {
      expect(await countReadRows(query)).toBeLessThanOrEqual(readMax);
    });

    it.each([
      ['all rows', {}],
      ['an asset', { asset: 'ETH' }],
      ['a rare asset', { asset: 'RARE' }],
      ['a type, with bounds', { type: 'deposit', beforeMs: MIDDLE_MS + 1 }],
    ] as const)('reads only the rows that it needs by a cursor: %s', async (_query, filters) => {
      let after = { timestampMs: MIDDLE_MS, id: 'tx_8', moveNo: 0 };
      for (let page = 0; page < 3; page += 1) {
        const query = { ...filters, after };
        expect(await countReadRows(query)).toBeLessThanOrEqual(PAGE_10_READ_MAX);
        after = (await store.listTransactions(wallet, makeQuery(query))).next!;
      }
    });
  });
});
