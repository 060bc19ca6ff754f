import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type CountKey } from './count-key.ts';
import type { CountedRow } from './count-leaf.ts';
import { CountedTreeError } from './counted-tree-error.ts';
import { rebuildTree } from './update-tree.ts';
import { type CountedQuery, findPage } from './read-tree.ts';
import { codeOf, matchesCode } from './code-counts.ts';
import { CountedRows, SMALL, WIDE } from '../../../test/store/counted-rows.ts';

const RUNS = 150;
const STEPS_MAX = 25;

/** Returns the same page from a plain list. */
function pagePlainly(rows: readonly CountedRow[], query: CountedQuery): unknown {
  const { filter, sinceMs = -Infinity, beforeMs = Infinity, offset, limit } = query;
  const matching = rows
    .filter(({ code }) => matchesCode(filter, code))
    .filter(({ timestampMs }) => timestampMs >= sinceMs && timestampMs < beforeMs)
    .toReversed();
  const ids = matching.slice(offset, offset + limit).map(({ id }) => id);
  return { totalCount: matching.length, ids };
}

const TIMES_MAX = 12;
const IDS = Array.from({ length: 60 }, (_, index) => `tx_${(index * 37) % 60}`);

const arbitraryCode = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 }), fc.constantFrom(1, 2))
  .map(([assetNo, type, status]) => codeOf(assetNo, type, status));
const arbitraryRow = fc.record({
  id: fc.constantFrom(...IDS),
  // Mostly one millisecond, so that leaves are cut by identifiers.
  timestampMs: fc.oneof(fc.constant(5), fc.integer({ min: 0, max: TIMES_MAX })),
  code: fc.option(arbitraryCode, { nil: undefined, freq: 6 }),
  text: fc.constantFrom('', 'other'),
});
const arbitraryBatches = fc.array(fc.array(arbitraryRow, { maxLength: 30 }).map(listLastOfEach), {
  maxLength: STEPS_MAX,
});
const arbitraryQuery: fc.Arbitrary<CountedQuery> = fc.record({
  filter: fc.record({
    assetNo: fc.integer({ min: 0, max: 4 }),
    type: fc.integer({ min: 0, max: 3 }),
    status: fc.integer({ min: 0, max: 3 }),
  }),
  sinceMs: fc.option(fc.integer({ min: -1, max: TIMES_MAX + 2 }), { nil: undefined }),
  beforeMs: fc.option(fc.integer({ min: -1, max: TIMES_MAX + 2 }), { nil: undefined }),
  offset: fc.integer({ min: 0, max: 40 }),
  limit: fc.integer({ min: 1, max: 20 }),
});

/** Returns the last row of each id. */
function listLastOfEach<Row extends CountKey>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

describe('the counted tree', () => {
  it('returns any page of any filter like a plain list, after any history of writes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(SMALL, WIDE),
        arbitraryBatches,
        fc.array(arbitraryQuery, { minLength: 1, maxLength: 20 }),
        (shape, batches, queries) => {
          const counted = new CountedRows(shape);
          for (const batch of batches) counted.write(batch);
          const rows = counted.list();
          expect(queries.map((query) => counted.page(query))).toEqual(
            queries.map((query) => pagePlainly(rows, query)),
          );
          expect(counted.repair()).toBe(0);
          expect(counted.verify()).toEqual({ corrupted: [], missing: 0 });
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is repaired after counts are deleted, and rows change without the tree', () => {
    fc.assert(
      fc.property(
        arbitraryBatches,
        fc.array(arbitraryRow, { maxLength: 20 }),
        fc.nat(),
        arbitraryQuery,
        (batches, others, at, query) => {
          const counted = new CountedRows();
          counted.write([{ id: 'tx_first', timestampMs: 0, code: codeOf(1, 1, 2) }]);
          for (const batch of batches) counted.write(batch);
          const [counts] = [...counted.counts.values()].slice(at % (counted.counts.size || 1));
          counts?.clear();
          // Rows that were written without being counted.
          for (const { code, ...row } of others) {
            if (code === undefined) counted.rows.delete(row.id);
            else counted.corrupt({ ...row, code });
          }
          counted.repair();
          expect(counted.repair()).toBe(0);
          expect(counted.page(query)).toEqual(pagePlainly(counted.list(), query));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('can be rebuilt from any rows in batches of any size', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(SMALL, WIDE),
        fc.array(arbitraryRow, { maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        arbitraryQuery,
        (shape, rows, rowsMax, query) => {
          const counted = new CountedRows(shape);
          counted.write(listLastOfEach(rows));
          counted.run(rebuildTree(shape, { rowsMax }));
          expect(counted.page(query)).toEqual(pagePlainly(counted.list(), query));
          expect(counted.repair()).toBe(0);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['even if its time changed', ['write', 'write', 'corrupt', 'repair'], true],
    ['even if branches are unreadable', ['write', 'corrupt', 'repair', 'rebuild', 'cut'], false],
  ] as const)(
    'finds each corrupted row until the row is written or removed, %s',
    (_name, kinds, moves) => {
      const step = fc.tuple(fc.constantFrom(...kinds), fc.array(arbitraryRow, { maxLength: 12 }));
      const steps = fc.array(step, { maxLength: STEPS_MAX });
      fc.assert(
        fc.property(arbitraryBatches, steps, fc.nat(), (batches, history, chosen) => {
          const counted = new CountedRows();
          for (const batch of batches) counted.write(batch);
          const corrupted = new Set<string>();
          for (const [kind, rows] of history) {
            const written = listLastOfEach(rows);
            if (kind === 'write') {
              counted.write(written);
              for (const { id } of written) corrupted.delete(id);
            } else if (kind === 'corrupt') {
              for (const { id, timestampMs } of written.slice(0, 2)) {
                const known = counted.rows.get(id);
                if (known === undefined) continue;
                const text = `corrupted ${corrupted.size}`;
                counted.corrupt({ ...known, ...(moves && { timestampMs }), text });
                corrupted.add(id);
              }
            } else if (kind === 'repair') counted.repair();
            else {
              if (kind === 'cut') counted.cutBranch(chosen);
              counted.run(rebuildTree(SMALL, { rowsMax: 7 }));
            }
            expect(counted.verify().corrupted).toEqual([...corrupted].sort());
          }
        }),
        { numRuns: RUNS },
      );
    },
  );

  it('reports how many rows are missing', () => {
    const counted = new CountedRows();
    const code = codeOf(1, 1, 2);
    const rows = Array.from({ length: 40 }, (_, row) => ({
      id: `tx_${row}`,
      timestampMs: row,
      code,
    }));
    counted.write(rows);
    for (const id of ['tx_3', 'tx_4', 'tx_30']) counted.rows.delete(id);
    counted.corrupt({ id: 'tx_31', timestampMs: 31, code, text: 'other' });
    expect(counted.verify()).toEqual({ corrupted: ['tx_31'], missing: 3 });
    expect(counted.repair()).toBeGreaterThan(0);
    expect(counted.verify()).toEqual({ corrupted: ['tx_31'], missing: 0 });
  });

  it('accepts the rows of an unreadable leaf as they are', () => {
    const code = codeOf(1, 1, 2);
    const rows = Array.from({ length: 40 }, (_, row) => ({
      id: `tx_${row}`,
      timestampMs: row,
      code,
    }));
    const whole = new CountedRows();
    whole.write(rows);
    for (const [nodeNo, body] of whole.nodes) {
      if (body[0] !== 0) continue;
      const counted = new CountedRows();
      counted.write(rows);
      counted.nodes.set(nodeNo, body.with(3, body[3]! ^ 4));
      counted.write([
        { id: 'tx_new', timestampMs: 99, code },
        { id: 'tx_0', timestampMs: 0, code },
      ]);
      counted.run(rebuildTree(SMALL));
      expect(counted.repair()).toBe(0);
      expect(counted.verify()).toEqual({ corrupted: [], missing: 0 });
    }
  });

  it('returns rows of one millisecond once, even if they are far apart in their leaf', () => {
    const counted = new CountedRows(WIDE);
    const rows = Array.from({ length: 40 }, (_, row) => ({
      id: `tx_${row + 10}`,
      timestampMs: row === 0 ? 4 : 5,
      code: codeOf(1, row % 20 === 0 || row === 39 ? 2 : 1, 2),
    }));
    counted.write(rows);
    const query = { filter: { assetNo: 0, type: 2, status: 0 }, offset: 0, limit: 9 };
    expect(counted.page(query)).toEqual({ totalCount: 3, ids: ['tx_49', 'tx_30', 'tx_10'] });
  });

  it('removes the last row of an asset in the same change that grows the root', () => {
    const counted = new CountedRows();
    const makeRow = (row: number) => ({ id: `tx_${row}`, timestampMs: row, code: codeOf(1, 1, 2) });
    counted.write([...Array(9).keys()].map(makeRow));
    counted.write([{ id: 'tx_other', timestampMs: 0, code: codeOf(2, 1, 2) }]);
    const many = [...Array(40).keys()].map((row) => makeRow(row + 20));
    counted.write([{ id: 'tx_other', timestampMs: 0, code: undefined }, ...many]);
    const query = { filter: { assetNo: 2, type: 0, status: 0 }, offset: 0, limit: 9 };
    expect(counted.page(query)).toEqual({ totalCount: 0, ids: [] });
    expect(counted.repair()).toBe(0);
  });

  it('rebuilds a leaf if a removed row is not in it', () => {
    const counted = new CountedRows();
    counted.write([{ id: 'tx_1', timestampMs: 1, code: codeOf(1, 1, 2) }]);
    counted.corrupt({ id: 'tx_1', timestampMs: 1, code: codeOf(9, 2, 2) });
    counted.write([{ id: 'tx_1', timestampMs: 1, code: codeOf(1, 1, 1) }]);
    expect(counted.repair()).toBe(0);
  });

  it.each([
    ['ascending', (row: number) => row],
    ['descending', (row: number) => -row],
    ['one millisecond', () => 7],
  ])('reads at most 10 nodes for a page of a tree with 10,000 rows: %s', (_name, timeOf) => {
    const counted = new CountedRows({ rowsMax: 32, childrenMax: 8 });
    const rows = Array.from({ length: 10_000 }, (_, row) => ({
      id: `tx_${String((row * 7919) % 10_000).padStart(5, '0')}`,
      timestampMs: timeOf(row),
      code: codeOf(1 + (row % 3), 1 + (row % 2), 2),
    }));
    for (let from = 0; from < rows.length; from += 1000) {
      counted.write(rows.slice(from, from + 1000));
    }
    const filter = { assetNo: 2, type: 1, status: 0 };
    for (const offset of [0, 800, 1600]) {
      counted.reads = 0;
      const query = { filter, offset, limit: 10, sinceMs: undefined, beforeMs: undefined };
      counted.run(findPage(query));
      expect(counted.reads).toBeLessThanOrEqual(10);
    }
    expect(counted.repair()).toBe(0);
  });

  it('reads a node once if it is on the path to both times', () => {
    const counted = new CountedRows();
    const rows = Array.from({ length: 40 }, (_, row) => ({
      id: `tx_${row}`,
      timestampMs: row,
      code: codeOf(1, 1, 2),
    }));
    counted.write(rows);
    const filter = { assetNo: 0, type: 1, status: 0 };
    const readsOf = (bounds: Partial<CountedQuery>) => {
      counted.reads = 0;
      counted.page({ filter, ...bounds, offset: 0, limit: 1 });
      return counted.reads;
    };
    expect(readsOf({ sinceMs: 20, beforeMs: 20 })).toBe(readsOf({ beforeMs: 20 }));
  });

  it('throws if a node is missing, truncated or a copy of the root', () => {
    const counted = new CountedRows();
    const rows = Array.from({ length: 40 }, (_, row) => ({
      id: `tx_${row}`,
      timestampMs: row,
      code: codeOf(1, 1, 2),
    }));
    counted.write(rows);
    const query = { filter: { assetNo: 0, type: 1, status: 0 }, offset: 0, limit: 40 };
    const bodies = [...counted.nodes];
    for (const [nodeNo, body] of bodies.filter(([number]) => number !== 1)) {
      counted.nodes.delete(nodeNo);
      expect(() => counted.page(query)).toThrow(CountedTreeError);
      counted.nodes.set(nodeNo, body.subarray(0, body.length - 1));
      expect(() => counted.page(query)).toThrow(CountedTreeError);
      counted.nodes.set(nodeNo, counted.nodes.get(1)!);
      expect(() => counted.page(query)).toThrow(CountedTreeError);
      expect(() => counted.repair()).toThrow(CountedTreeError);
      counted.nodes.set(nodeNo, body);
    }
    expect(counted.page(query).totalCount).toBe(40);
  });
});
