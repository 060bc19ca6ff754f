import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { TransactionQuery } from '../../../src/domain/query.ts';
import { writeTransactions } from '../../../src/domain/transaction-json.ts';
import {
  type Transaction,
  TRANSACTION_FIELDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../../src/domain/transaction.ts';
import { describeDifferences } from '../../describe-differences.ts';
import { RUNS_FACTOR } from '../../random-cases.ts';
import {
  addOneWallet,
  addProject,
  compareNewestFirst,
  CREDENTIALS,
  HOSTILE_TEXTS,
  listAll,
  listPage,
  makeQuery,
  makeTransaction,
  makeWallet,
  type OpenStore,
  PROJECT_ID,
  T0,
  useStore,
} from './fixtures.ts';
import { storeRows } from '../store-rows.ts';

/** Several thousand pages, each of several statements, also on a busy machine. */
const SLOW_MS_MAX = 120_000;
const RUNS = 4 * RUNS_FACTOR;
const TIMES_MAX = 6;
const CROWD_ROWS = 1200;
const ASSETS = ['BTC', 'btc', 'USDT', 'X', '🦊'];

/** No asset has an empty symbol. */
const HOSTILE_SYMBOLS = HOSTILE_TEXTS.filter((text) => text !== '');

/** Few values of each field, so that rows share times, assets, types and statuses. */
const arbitraryTransaction: fc.Arbitrary<Transaction> = fc.record({
  id: fc.stringMatching(/^tx_[!-~]{1,6}$/),
  asset: fc.constantFrom(...ASSETS),
  type: fc.constantFrom(...TRANSACTION_TYPES),
  status: fc.constantFrom(...TRANSACTION_STATUSES),
  amount: fc.bigInt({ min: 0n, max: 10n ** 24n }).map((units) => parseDecimal(`${units}e-18`)),
  timestampMs: fc.integer({ min: 0, max: TIMES_MAX }).map((ms) => T0 + ms),
  txid: fc.option(fc.string()),
  address: fc.option(fc.string()),
  feeCost: fc.option(fc.constantFrom('0', '0.10', '7').map(parseDecimal)),
  feeCurrency: fc.option(fc.constantFrom(...ASSETS)),
});
const arbitraryHistory = fc.uniqueArray(arbitraryTransaction, {
  selector: ({ id }) => id,
  maxLength: 40,
});
const arbitraryFilter = fc.record({
  asset: fc.constantFrom(...ASSETS, 'never held'),
  type: fc.constantFrom(...TRANSACTION_TYPES),
  status: fc.constantFrom(...TRANSACTION_STATUSES),
  sinceMs: fc.integer({ min: -1, max: TIMES_MAX + 1 }).map((ms) => T0 + ms),
  beforeMs: fc.integer({ min: -1, max: TIMES_MAX + 1 }).map((ms) => T0 + ms),
});
type Filter = Partial<Pick<TransactionQuery, 'asset' | 'type' | 'status' | 'sinceMs' | 'beforeMs'>>;

/** Compares the listing and its total under every filter with a plain list. */
export function describeListing(openStore: OpenStore): void {
  describe('listing', () => {
    const store = useStore(openStore);

    it(
      'returns the same rows as a plain list for every combination of filters and every page',
      async () => {
        await addProject(store());
        let walletCount = 0;
        const check = fc.asyncProperty(
          arbitraryHistory,
          arbitraryFilter,
          fc.integer({ min: 1, max: 12 }),
          async (history, filter, limit) => {
            walletCount += 1;
            const walletId = `wallet_${walletCount}`;
            await store().addWallet(makeWallet(walletId), CREDENTIALS);
            await storeRows(store(), walletId, history);
            for (const subset of subsetsOf(filter)) {
              const matching = history
                .filter((row) => matches(row, subset))
                .sort(compareNewestFirst);
              const pageCount = Math.ceil(matching.length / limit);
              for (const page of new Set([0, pageCount - 1, pageCount, pageCount + 1])) {
                if (page < 0) continue;
                expect(await listPage(store(), walletId, { ...subset, page, limit })).toEqual({
                  totalCount: matching.length,
                  transactions: matching.slice(page * limit, (page + 1) * limit),
                });
              }
            }
          },
        );
        await fc.assert(check, { numRuns: RUNS });
      },
      SLOW_MS_MAX,
    );

    it('lists a thousand rows of one millisecond in pages, after rows arrived late and changed', async () => {
      const walletId = await addOneWallet(store());
      const rows = Array.from({ length: CROWD_ROWS }, (_, row) =>
        makeTransaction(`tx_${(row * 7919) % CROWD_ROWS}`, {
          timestampMs: row % 10 === 0 ? T0 + 1 : T0,
          asset: ASSETS[row % 3] as string,
          status: row % 100 === 0 ? 'pending' : 'completed',
        }),
      );
      const changed = rows
        .slice(0, 500)
        .map(({ id, asset }, row) =>
          makeTransaction(id, { asset, timestampMs: T0 - (row % 3), status: 'failed' }),
        );
      for (let from = 0; from < rows.length; from += 190) {
        await storeRows(store(), walletId, rows.slice(from, from + 190));
      }
      await storeRows(store(), walletId, changed);
      const history = [...changed, ...rows.slice(500)];
      const filters: readonly Filter[] = [
        {},
        { asset: 'btc' },
        { status: 'pending' },
        { asset: 'BTC', status: 'failed', sinceMs: T0 - 1, beforeMs: T0 },
        { sinceMs: T0, beforeMs: T0 + 1 },
      ];
      for (const filter of filters) {
        const matching = history.filter((row) => matches(row, filter)).sort(compareNewestFirst);
        for (let page = 0; page * 61 <= matching.length; page += 1) {
          expect(await listPage(store(), walletId, { ...filter, page, limit: 61 })).toEqual({
            totalCount: matching.length,
            transactions: matching.slice(page * 61, (page + 1) * 61),
          });
        }
      }
    });

    it('lists the rows of a project between times that no row can have', async () => {
      const id = await addOneWallet(store());
      await storeRows(store(), id, [makeTransaction('tx_1')]);
      const yearZeroMs = Date.parse('0000-01-01T00:00:00Z');
      const list = async (range: { readonly sinceMs?: number; readonly beforeMs?: number }) => {
        const query = { projectId: PROJECT_ID, limit: 10, ...range };
        return (await store().listProjectTransactions(query)).items.length;
      };
      expect(await list({ sinceMs: yearZeroMs, beforeMs: Date.UTC(10_000, 0, 2) })).toBe(1);
      expect(await list({ beforeMs: yearZeroMs })).toBe(0);
    });

    it('returns no row of another wallet', async () => {
      const walletId = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      await storeRows(store(), walletId, [makeTransaction('tx_1')]);
      await storeRows(store(), 'wallet_two', [makeTransaction('tx_1', { asset: 'ETH' })]);
      expect(await listAll(store(), walletId)).toEqual([makeTransaction('tx_1')]);
      expect(await listAll(store(), 'wallet_two')).toEqual([
        makeTransaction('tx_1', { asset: 'ETH' }),
      ]);
    });

    it('returns the same bytes as the writer, for any fields', async () => {
      await addProject(store());
      let walletCount = 0;
      const hostile = fc.constantFrom(...HOSTILE_TEXTS);
      const asset = fc.constantFrom(...HOSTILE_SYMBOLS);
      const rows = fc.uniqueArray(
        fc
          .tuple(arbitraryTransaction, fc.record({ asset, txid: fc.option(hostile) }))
          .map(([row, texts]) => Object.assign({}, row, texts)),
        { selector: ({ id }) => id, maxLength: 20 },
      );
      const check = fc.asyncProperty(
        rows,
        fc.subarray([...TRANSACTION_FIELDS], { minLength: 1 }),
        fc.constantFrom(...TRANSACTION_TYPES, undefined),
        async (history, chosen, type) => {
          walletCount += 1;
          const walletId = `wallet "${walletCount}"`;
          await store().addWallet(makeWallet(walletId), CREDENTIALS);
          await storeRows(store(), walletId, history);
          const wallet = await store().readWalletKey(walletId);
          const filter = type === undefined ? {} : { type };
          const matching = history.filter((row) => matches(row, filter)).sort(compareNewestFirst);
          for (const fields of [TRANSACTION_FIELDS, chosen]) {
            for (const limit of [100, 1000]) {
              const query = makeQuery({ ...filter, fields, limit });
              const { json } = await store().listTransactions(wallet, query);
              expect(json).toBe(writeTransactions(walletId, fields, matching));
            }
          }
        },
      );
      await fc.assert(check, { numRuns: RUNS });
    });

    it('returns the place of the last row if more rows follow, for pages of any length and any texts', async () => {
      const walletId = await addOneWallet(store());
      const rows = Array.from({ length: 150 }, (_, row) =>
        makeTransaction(`tx_${String(row).padStart(3, '0')}`, {
          timestampMs: T0 + row,
          txid: HOSTILE_TEXTS[row % 7 === 0 ? row % HOSTILE_TEXTS.length : 0] as string,
        }),
      );
      await storeRows(store(), walletId, rows);
      const newest = rows.toReversed();
      const wallet = await store().readWalletKey(walletId);
      for (const filter of [{}, { type: newest[0]!.type }, { sinceMs: T0 }]) {
        for (const limit of [10, 49, 50, 51, 100, 149, 150]) {
          const query = makeQuery({ ...filter, limit });
          const first = await store().listTransactions(wallet, query);
          expect(first.json).toBe(
            writeTransactions(walletId, TRANSACTION_FIELDS, newest.slice(0, limit)),
          );
          const last = limit < rows.length ? newest[limit - 1] : undefined;
          expect(first.next?.id).toBe(last?.id);
          expect(first.next?.timestampMs).toBe(last?.timestampMs);
          if (first.next === undefined) continue;
          const next = await store().listTransactions(wallet, { ...query, after: first.next });
          expect(next.json).toBe(
            writeTransactions(walletId, TRANSACTION_FIELDS, newest.slice(limit, 2 * limit)),
          );
          expect(next.next?.id).toBe(
            newest.length > 2 * limit ? newest[2 * limit - 1]?.id : undefined,
          );
        }
      }
    });

    it('keeps every text and every digit unchanged', async () => {
      const walletId = await addOneWallet(store());
      const rows = HOSTILE_SYMBOLS.map((text, index) =>
        makeTransaction(`tx_${index}`, {
          timestampMs: T0 - index,
          asset: text,
          txid: text,
          address: text,
          feeCurrency: text,
          amount: parseDecimal('123456789012345678.123456789012345678'),
          feeCost: parseDecimal('0.000000000000000010'),
        }),
      );
      await storeRows(store(), walletId, rows);
      expect(describeDifferences(await listAll(store(), walletId), rows)).toEqual([]);
      for (const row of rows) {
        expect(await listPage(store(), walletId, { asset: row.asset })).toEqual({
          totalCount: 1,
          transactions: [row],
        });
      }
    });
  });
}

/** Returns every subset of the conditions of a filter. */
function subsetsOf(filter: Required<Filter>): readonly Filter[] {
  const parts = Object.entries(filter);
  return Array.from({ length: 2 ** parts.length }, (_, bits) =>
    Object.fromEntries(parts.filter((_part, index) => (bits & (1 << index)) !== 0)),
  );
}

function matches(row: Transaction, filter: Filter): boolean {
  return (
    (filter.asset === undefined || row.asset === filter.asset) &&
    (filter.type === undefined || row.type === filter.type) &&
    (filter.status === undefined || row.status === filter.status) &&
    (filter.sinceMs === undefined || row.timestampMs >= filter.sinceMs) &&
    (filter.beforeMs === undefined || row.timestampMs < filter.beforeMs)
  );
}
