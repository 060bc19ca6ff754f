/**
 * What the writers of a wallet read while it grows, in tables whose statistics are not updated. For a table that was
 * analyzed, PostgreSQL knows that it was empty; for another one it plans with ten pages.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Transaction } from '../../src/domain/transaction.ts';
import type { Store } from '../../src/store/store.ts';
import { RUNS_FACTOR } from '../random-cases.ts';
import { addOneWallet, claim, makeTransaction, makeWindow, T0 } from './contract/fixtures.ts';
import { importRows } from './contract/import-fixtures.ts';
import { CITUS_URL } from './citus-cluster.ts';
import { wrapQueries } from './driver-queries.ts';
import { createMigratedDatabase, openTestStore, type TestDatabase } from './postgres-database.ts';

const BATCH_ROWS = 250;
const BATCHES = 40;
const ROWS = BATCH_ROWS * BATCHES;
/** The rows of the first batch. With fewer, PostgreSQL reads a table of one page with any index. */
const FIRST_ROWS = 1000;
/** The number and the count of the rows of each batch. */
const BATCHES_OF_ROWS: readonly (readonly [number, number])[] = [
  [0, FIRST_ROWS],
  ...Array.from(
    { length: (ROWS - FIRST_ROWS) / BATCH_ROWS },
    (_, batch) => [FIRST_ROWS + batch * BATCH_ROWS, BATCH_ROWS] as const,
  ),
];
/** Maximum rows that are read per written row. A plan that reads the whole wallet for each batch reads 20. */
const READ_PER_ROW_MAX = 3;
/**
 * Maximum index pages per written row. A plan that reads an index of the whole wallet for each row reads more
 * than 100.
 */
const INDEX_PAGES_PER_ROW_MAX = 20;

let database: TestDatabase;
let store: Store;

/** Creates the database, whose statistics are then no longer updated: new ones would replace the plans. */
async function openStore(isAnalyzed: boolean): Promise<void> {
  database = await createMigratedDatabase();
  store = openTestStore(database.url, 1);
  const tables = ['wallet_transaction', 'transaction_count', 'wallet_import_change'];
  for (const table of tables) {
    await database.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  }
  if (isAnalyzed) await database.query('VACUUM ANALYZE');
}

function makeRows(from: number, count: number, changes: Partial<Transaction> = {}): Transaction[] {
  return Array.from({ length: count }, (_, index) => {
    const no = from + index;
    return makeTransaction(`tx_${no}`, { timestampMs: T0 + no * 1000, txid: `t${no}`, ...changes });
  });
}

/** Returns the number of rows of this table that all statements have read so far. Closes the store. */
function countReadRows(table: string): Promise<number> {
  return readStatistic(`SELECT (idx_tup_fetch + seq_tup_read)::integer AS read
    FROM pg_stat_user_tables WHERE relname = '${table}'`);
}

/** Returns the number of pages of the indexes of this table that were read. Closes the store. */
function countIndexPages(table: string): Promise<number> {
  return readStatistic(`SELECT (idx_blks_hit + idx_blks_read)::integer AS read
    FROM pg_statio_user_tables WHERE relname = '${table}'`);
}

async function readStatistic(read: string): Promise<number> {
  // A connection reports its statistics when it ends, at the latest.
  await store.close();
  const deadlineMs = Date.now() + 2000;
  let before = -1;
  for (;;) {
    await database.query('SELECT pg_stat_clear_snapshot()');
    const now = (await database.query(read))[0]?.['read'] as number;
    if (now === before || Date.now() > deadlineMs) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const STATES = [
  ['never analyzed', false],
  ['analyzed while they were empty', true],
] as const;

describe.skipIf(CITUS_URL !== undefined).each(STATES.slice(0, RUNS_FACTOR))(
  'a wallet that grows from nothing, in tables that were %s',
  (_state, isAnalyzed) => {
    beforeEach(() => openStore(isAnalyzed));
    afterEach(async () => {
      await store.close();
      await database.drop();
    });

    it('is written by windows that only read their rows', async () => {
      const id = await addOneWallet(store);
      await importRows(store, id, makeRows(ROWS, FIRST_ROWS));
      const lease = await claim(store, id);
      for (const [no, count] of BATCHES_OF_ROWS) {
        const window = { fromMs: T0 + no * 1000, toMs: T0 + (no + count) * 1000 };
        const transactions = makeRows(no, count);
        await store.recordWindow(lease, makeWindow({ window, covered: window, transactions }));
      }
      expect(await countReadRows('wallet_transaction')).toBeLessThan(ROWS * READ_PER_ROW_MAX);
      expect(await countReadRows('transaction_count')).toBeLessThan(ROWS);
    });

    it('is imported, changed by another import, and undone in time proportional to its rows', async () => {
      const id = await addOneWallet(store);
      await importRows(store, id, makeRows(0, ROWS));
      const changed = makeRows(0, ROWS, { address: 'other' });
      await importRows(store, id, changed, { id: 'import_two' });
      expect(await store.undoImport('import_one', T0)).toMatchObject({ removed: 0 });
      expect(await store.undoImport('import_two', T0)).toMatchObject({ removed: ROWS });
      // Several passes, each over all rows once.
      expect(await countIndexPages('wallet_transaction')).toBeLessThan(
        ROWS * INDEX_PAGES_PER_ROW_MAX * 4,
      );
      expect(await countReadRows('wallet_transaction')).toBeLessThan(ROWS * 12);
      expect(await countReadRows('wallet_import_change')).toBeLessThan(ROWS * 12);
    });

    it.each([
      ['without txids', () => null],
      ['with txids', (no: number) => `t${no}`],
    ] as const)(
      'compares imported rows %s with its rows by joins that read each once',
      async (_name, txidOf) => {
        const id = await addOneWallet(store);
        const lease = await claim(store, id);
        const transactions = makeRows(0, FIRST_ROWS).map((row, no) =>
          Object.assign(row, { txid: txidOf(no) }),
        );
        const window = { fromMs: T0, toMs: T0 + FIRST_ROWS * 1000 };
        await store.recordWindow(lease, makeWindow({ window, covered: window, transactions }));
        const rows = transactions.map(({ id: _id, ...row }) => Object.assign(row, { id: null }));
        const plans: string[] = [];
        const restore = wrapQueries(async (query, run) => {
          if (/import_(candidate|open|pair)\b[^(]* AS\b|INTO import_pair/.test(query.text)) {
            const { rows: lines } = await run({
              ...query,
              name: '',
              text: `EXPLAIN ${query.text}`,
            });
            plans.push(lines.map((line: object) => Object.values(line)[0]).join('\n'));
          }
          return run(query);
        });
        try {
          expect(await importRows(store, id, rows)).toMatchObject({ added: 0, known: FIRST_ROWS });
        } finally {
          restore();
        }
        expect(plans).toHaveLength(6);
        expect(plans.join('\n')).not.toContain('Nested Loop');
      },
    );
  },
);
