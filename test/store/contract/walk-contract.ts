import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { TransactionQuery } from '../../../src/domain/query.ts';
import { readTransactions } from '../../../src/domain/transaction-json.ts';
import {
  type Transaction,
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
} from '../../../src/domain/transaction.ts';
import type { WalkPlace } from '../../../src/domain/walk.ts';
import { WalkExpiredError } from '../../../src/store/errors.ts';
import { MOVES_MAX } from '../../../src/store/rules/walk.ts';
import { sql } from '../../../src/store/sql/query.ts';
import type { Store } from '../../../src/store/store.ts';
import { RUNS_FACTOR } from '../../random-cases.ts';
import {
  addOneWallet,
  addProject,
  claim,
  compareNewestFirst,
  CREDENTIALS,
  makeQuery,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  T0,
  useStore,
} from './fixtures.ts';
import { importRows } from './import-fixtures.ts';
import { storeRows } from '../store-rows.ts';

const RUNS = 10 * RUNS_FACTOR;
const PAGES_MAX = 500;
const ROWS = 420;
const TIMES_MAX = 12;
const ASSETS = ['BTC', 'ETH'];

type Filter = Partial<Pick<TransactionQuery, 'asset' | 'status' | 'sinceMs' | 'beforeMs'>>;

const arbitraryTime = fc.integer({ min: 0, max: TIMES_MAX }).map((ms) => T0 + ms);
const arbitraryRow = fc.record({
  id: fc.integer({ min: 0, max: 60 }).map((number) => `tx_${number}`),
  timestampMs: arbitraryTime,
  asset: fc.constantFrom(...ASSETS),
  status: fc.constantFrom('pending', 'completed'),
});
// Many rows and events, because changes rarely affect a short walk.
const MANY = { size: 'max' } as const;
const arbitraryRows = fc.uniqueArray(arbitraryRow, {
  selector: ({ id }) => id,
  minLength: 20,
  maxLength: 50,
  ...MANY,
});
const arbitraryFilter: fc.Arbitrary<Filter> = fc.record(
  {
    asset: fc.constantFrom(...ASSETS),
    status: fc.constantFrom(...TRANSACTION_STATUSES),
    sinceMs: arbitraryTime,
    beforeMs: arbitraryTime,
  },
  { requiredKeys: [] },
);
/** The event between two pages: rows are read from the exchange, or imported. */
const arbitraryEvent = fc.record({
  kind: fc.constantFrom('nothing', 'read', 'import'),
  rows: fc.uniqueArray(arbitraryRow, { selector: ({ id }) => id, maxLength: 8, ...MANY }),
});

/** Tests walks through listings: every row exactly once, with any changes meanwhile. */
export function describeWalks(openStore: OpenStore): void {
  describe('a walk', () => {
    const store = useStore(openStore);

    it('returns every row that matches throughout exactly once, while rows arrive and change', async () => {
      await addProject(store());
      let walletCount = 0;
      const check = fc.asyncProperty(
        arbitraryRows,
        arbitraryFilter,
        fc.integer({ min: 1, max: 7 }),
        fc.array(arbitraryEvent, { minLength: 10, maxLength: 30, ...MANY }),
        async (rows, filter, limit, events) => {
          walletCount += 1;
          const walletId = `wallet_${walletCount}`;
          await store().addWallet(makeWallet(walletId), CREDENTIALS);
          await storeRows(store(), walletId, rows.map(toTransaction));
          const { walked, throughout } = await walk(store(), walletId, { filter, limit, events });
          expect(walked.length).toBe(new Set(walked).size);
          expect([...throughout].filter((id) => !walked.includes(id))).toEqual([]);
        },
      );
      await fc.assert(check, { numRuns: RUNS });
    });

    it('continues after any page, and ends with the last row', async () => {
      const walletId = await addOneWallet(store());
      // Many of one millisecond, and more than the counts have in one node.
      const rows = Array.from({ length: ROWS }, (_, row) =>
        makeTransaction(`tx_${row}`, {
          timestampMs: T0 + (row % 3 === 0 ? row : 0),
          asset: ASSETS[row % 2]!,
          status: row % 50 === 0 ? 'pending' : 'completed',
        }),
      );
      await storeRows(store(), walletId, rows);
      const filters: readonly Filter[] = [
        {},
        { asset: 'ETH' },
        { status: 'pending' },
        { sinceMs: T0 + 50 },
        { asset: 'BTC', sinceMs: T0, beforeMs: T0 + 200 },
      ];
      for (const filter of filters) {
        const all = (await readPage(store(), walletId, { ...filter, limit: ROWS })).ids;
        for (const limit of [40, all.length - 1, all.length]) {
          for (const page of [0, 1]) {
            const walked: string[] = [];
            let asked: Partial<TransactionQuery> = { ...filter, limit, page };
            for (let pages = 0; pages < PAGES_MAX; pages += 1) {
              const { ids, next, totalCount } = await readPage(store(), walletId, asked);
              expect(totalCount).toBe(all.length);
              walked.push(...ids);
              if (next === undefined) break;
              expect(ids).toHaveLength(limit);
              asked = { ...filter, limit, page: page + pages + 1, after: next };
            }
            expect(walked).toEqual(all.slice(page * limit));
          }
        }
      }
    });

    it('fills a page although the next rows were already returned', async () => {
      const walletId = await addOneWallet(store());
      const at = (id: string, ms: number) => makeTransaction(id, { timestampMs: T0 + ms });
      const rows = Array.from({ length: 20 }, (_, row) => at(`tx_${row}`, 100 * row));
      await storeRows(store(), walletId, rows);
      const { ids, next } = await readPage(store(), walletId, { limit: 5 });
      const moved = ids.map((id, index) => at(id, 1350 + index));
      await storeRows(store(), walletId, moved);
      const second = await readPage(store(), walletId, { limit: 5, page: 1, after: next! });
      expect(second.ids).toEqual(['tx_14', 'tx_13', 'tx_12', 'tx_11', 'tx_10']);
    });

    it('ends a page early, but not the walk, if very many of the next rows were already returned', async () => {
      const walletId = await addOneWallet(store());
      const at = (id: string, ms: number) => makeTransaction(id, { timestampMs: T0 + ms });
      const rows = Array.from({ length: 24 }, (_, row) => at(`tx_${row}`, row < 4 ? row : 900));
      await storeRows(store(), walletId, rows);
      const { ids, next } = await readPage(store(), walletId, { limit: 20 });
      const moved = ids.map((id, index) => at(id, 100 + index));
      await storeRows(store(), walletId, moved);
      const early = await readPage(store(), walletId, { limit: 2, after: next! });
      expect(early.ids).toEqual([]);
      const following = await readPage(store(), walletId, { limit: 2, after: early.next! });
      expect(following.ids).toEqual(['tx_3', 'tx_2']);
    });

    it.each([
      [
        'one row, twice during the walk',
        [],
        [
          ['tx_x', 300],
          ['tx_x', 200],
        ],
      ],
      ['one row, before the walk and during it', [['tx_x', 400]], [['tx_x', 200]]],
      ['one row before the walk, and another during it', [['tx_c', 200]], [['tx_x', 150]]],
    ] as const)('returns each row once if times change: %s', async (_which, before, during) => {
      const walletId = await addOneWallet(store());
      const times = { tx_a: 500, tx_x: 450, tx_b: 350, tx_c: 250, tx_d: 100 };
      const rows = Object.entries(times).map(([id, ms]) =>
        makeTransaction(id, { timestampMs: T0 + ms }),
      );
      await storeRows(store(), walletId, rows);
      const lease = await claim(store(), walletId);
      const move = async (id: string, ms: number) => {
        const moved = makeTransaction(id, { timestampMs: T0 + ms });
        await store().recordWindow(lease, makeWindow({ transactions: [moved] }));
      };
      for (const [id, ms] of before) await move(id, ms);
      const { ids, next } = await readPage(store(), walletId, { limit: 1 });
      for (const [id, ms] of during) await move(id, ms);
      const walked = [...ids];
      for (let after = next; after !== undefined && walked.length < 9;) {
        const page = await readPage(store(), walletId, { limit: 1, after });
        walked.push(...page.ids);
        after = page.next;
      }
      expect(walked).toEqual(['tx_a', 'tx_x', 'tx_b', 'tx_c', 'tx_d']);
    });

    it('returns no row that no longer matches, and the others of a page by their current times', async () => {
      const walletId = await addOneWallet(store());
      const at = (id: string, ms: number, changes: Partial<Transaction> = {}) =>
        makeTransaction(id, { timestampMs: T0 + ms, ...changes });
      const ids = ['tx_a', 'tx_b', 'tx_c', 'tx_d', 'tx_e', 'tx_f', 'tx_g'];
      await storeRows(
        store(),
        walletId,
        ids.map((id, index) => at(id, 900 - 100 * index)),
      );
      const filter = { asset: 'BTC', sinceMs: T0 + 300, beforeMs: T0 + 1000, limit: 5 };
      const first = await readPage(store(), walletId, { ...filter, limit: 1 });
      await storeRows(store(), walletId, [
        at('tx_b', 1000),
        at('tx_c', 299),
        at('tx_d', 650, { asset: 'ETH' }),
        at('tx_f', 550),
        at('tx_g', 850),
      ]);
      const second = await readPage(store(), walletId, { ...filter, after: first.next! });
      expect([...first.ids, ...second.ids]).toEqual(['tx_a', 'tx_g', 'tx_f', 'tx_e']);
      expect(second.next).toBeUndefined();
    });

    it('returns a row once whose time changed and changed back', async () => {
      const walletId = await addOneWallet(store());
      const at = (id: string, ms: number) => makeTransaction(id, { timestampMs: T0 + ms });
      await storeRows(store(), walletId, [at('tx_a', 300), at('tx_b', 200), at('tx_c', 100)]);
      const first = await readPage(store(), walletId, { limit: 1 });
      for (const ms of [150, 200]) await storeRows(store(), walletId, [at('tx_b', ms)]);
      const second = await readPage(store(), walletId, { limit: 1, after: first.next! });
      const third = await readPage(store(), walletId, { limit: 1, after: second.next! });
      expect([second.ids, third.ids, third.next]).toEqual([['tx_b'], ['tx_c'], undefined]);
    });

    it('returns a row once that replaces an imported row of the same millisecond', async () => {
      // Imported ids are hashes: some are before and some after the ids that replace them.
      const txids = Array.from({ length: 12 }, (_, row) => `txid_${row}`);
      const synced = txids.map((txid, row) => makeTransaction(`tx_${row * 8}0`, { txid }));
      const walletId = await addOneWallet(store());
      const imported = synced.map(({ id: _id, ...row }) => ({ ...row, id: null }));
      await importRows(store(), walletId, imported);
      const lease = await claim(store(), walletId);
      const wallet = await store().readWalletKey(walletId);
      const walked: (string | null)[] = [];
      let next: WalkPlace | undefined;
      for (let page = 0; page === 0 || next !== undefined; page += 1) {
        const asked = { limit: 1, page, ...(next && { after: next }) };
        const { json, next: end } = await store().listTransactions(wallet, makeQuery(asked));
        walked.push(...readTransactions(json).map(({ txid }) => txid));
        if (page === 5) await store().recordWindow(lease, makeWindow({ transactions: synced }));
        next = end;
      }
      expect(walked.map(String).toSorted()).toEqual(txids.toSorted());
      expect((await readPage(store(), walletId, { limit: 100 })).totalCount).toBe(txids.length);
    });

    it('ends without a next page if the rows after its place were removed', async () => {
      const walletId = await addOneWallet(store());
      const rows = ['tx_1', 'tx_2'].map((id) => makeTransaction(id));
      await storeRows(store(), walletId, rows);
      const after = { timestampMs: T0 - 1, id: 'tx_1', moveNo: 0 };
      for (const filter of [{}, { asset: 'BTC' }, { sinceMs: T0 }] as readonly Filter[]) {
        const page = await readPage(store(), walletId, { ...filter, after });
        expect(page).toEqual({ totalCount: 2, ids: [], next: undefined });
      }
    });

    it('needs the last moves of the wallet only, and earlier ones are removed', async () => {
      const walletId = await addOneWallet(store());
      const { no } = await store().readWalletKey(walletId);
      const moveTo = (ms: number) =>
        storeRows(store(), walletId, [makeTransaction('tx_1', { timestampMs: T0 + ms })]);
      const listMoves = async () => {
        const moves = await store().database.rows<{ readonly no: number }>(
          sql`SELECT move_no AS no FROM transaction_move WHERE wallet_no = ${no} ORDER BY move_no`,
        );
        return moves.map((move) => move.no);
      };
      for (const ms of [0, 1, 2, 3]) await moveTo(ms);
      expect(await listMoves()).toEqual([1, 2, 3]);
      // As after many more moves.
      await store().database.change(sql`UPDATE wallet_content
        SET last_move_no = ${MOVES_MAX + 1} WHERE wallet_no = ${no}`);
      await moveTo(4);
      expect(await listMoves()).toEqual([3, MOVES_MAX + 2]);
    });

    it('is refused if it began in another state of the database', async () => {
      const walletId = await addOneWallet(store());
      await storeRows(store(), walletId, [makeTransaction('tx_1')]);
      const after = { timestampMs: T0, id: 'tx_2', moveNo: 1 };
      for (const filter of [{}, { asset: 'BTC' }, { sinceMs: T0 }] as readonly Filter[]) {
        const reading = readPage(store(), walletId, { ...filter, after });
        await expect(reading).rejects.toThrow(WalkExpiredError);
      }
    });
  });
}

interface Walk {
  readonly filter: Filter;
  readonly limit: number;
  readonly events: readonly (typeof arbitraryEvent extends fc.Arbitrary<infer Event>
    ? Event
    : never)[];
}

/** Walks to the end with an event after each page, and compares each page with the wallet's rows. */
async function walk(
  store: Store,
  walletId: string,
  { filter, limit, events }: Walk,
): Promise<{ readonly walked: readonly string[]; readonly throughout: ReadonlySet<string> }> {
  const lease = await claim(store, walletId);
  /** Rows that matched at every moment from the first page on. */
  let throughout: Set<string> | undefined;
  const walked: string[] = [];
  let after: WalkPlace | undefined;
  for (let page = 0; page <= PAGES_MAX; page += 1) {
    expect(page).toBeLessThan(PAGES_MAX);
    const matching = await listMatching(store, walletId, filter);
    const earlier = throughout;
    throughout = new Set([...matching].filter((id) => earlier?.has(id) !== false));
    const asked = { ...filter, limit, page, ...(after !== undefined && { after }) };
    const { ids, totalCount, next, rows } = await readFull(store, walletId, asked);
    expect(totalCount).toBe(matching.size);
    expect(rows).toEqual(rows.toSorted(compareNewestFirst));
    expect(ids.filter((id) => !matching.has(id))).toEqual([]);
    walked.push(...ids);
    if (next === undefined) break;
    after = next;
    const { kind, rows: changed } = events[page] ?? { kind: 'nothing', rows: [] };
    const transactions = changed.map(toTransaction);
    if (kind === 'read') await store.recordWindow(lease, makeWindow({ transactions }));
    if (kind === 'import') await storeRows(store, walletId, transactions);
  }
  return { walked, throughout: throughout ?? new Set() };
}

async function listMatching(store: Store, walletId: string, filter: Filter): Promise<Set<string>> {
  return new Set((await readPage(store, walletId, { ...filter, limit: 1000 })).ids);
}

async function readFull(store: Store, walletId: string, query: Partial<TransactionQuery>) {
  const wallet = await store.readWalletKey(walletId);
  const { totalCount, json, next } = await store.listTransactions(wallet, makeQuery(query));
  const rows = readTransactions(json);
  const narrow = makeQuery({
    ...query,
    fields: TRANSACTION_FIELDS.filter((name) => name === 'id'),
  });
  const again = await store.listTransactions(wallet, narrow);
  expect([again.totalCount, again.next]).toEqual([totalCount, next]);
  return { totalCount, next, rows, ids: rows.map(({ id }) => id) };
}

async function readPage(store: Store, walletId: string, query: Partial<TransactionQuery>) {
  const { totalCount, ids, next } = await readFull(store, walletId, query);
  return { totalCount, ids, next };
}

function toTransaction(row: Pick<Transaction, 'id' | 'timestampMs' | 'asset' | 'status'>) {
  return makeTransaction(row.id, { ...row, amount: parseDecimal('1') });
}
