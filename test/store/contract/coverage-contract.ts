import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CoverageRange } from '../../../src/store/records.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  makeWallet,
  makeWindow,
  type OpenStore,
  T0,
  useStore,
} from './fixtures.ts';

const RUNS = 40;
const CELLS = 24;
const SOURCES = ['deposits', 'withdrawals'];

/** A covered range, without the state of its re-reading. */
type Read = Omit<CoverageRange, 'rereadRequestedAtMs'>;

/** A reading of `[fromMs, toMs)` of a source. A test performs its readings one millisecond after another. */
const arbitraryReading = fc
  .tuple(fc.constantFrom(...SOURCES), fc.nat(CELLS - 1), fc.integer({ min: 1, max: 8 }))
  .map(([source, from, length]) => ({ source, fromMs: T0 + from, toMs: T0 + from + length }));

/** Tests which time ranges of each source count as read. */
export function describeCoverage(openStore: OpenStore): void {
  describe('coverage', () => {
    const store = useStore(openStore);

    it('contains the ranges that were read, with a time no later than any part was last read', async () => {
      await addProject(store());
      let walletCount = 0;
      const check = fc.asyncProperty(
        fc.array(arbitraryReading, { maxLength: 14 }),
        async (readings) => {
          walletCount += 1;
          const walletId = `wallet_${walletCount}`;
          await store().addWallet(makeWallet(walletId), CREDENTIALS);
          const lease = await claim(store(), walletId);
          for (const [index, { source, fromMs, toMs }] of readings.entries()) {
            const window = makeWindow({ source, covered: { fromMs, toMs }, readAtMs: T0 + index });
            await store().recordWindow(lease, window);
          }
          const listed = await store().listCoverage(walletId);
          const expected = runsOf(readings);
          expect(listed.map(withoutTime)).toEqual(expected.map(withoutTime));
          for (const [index, range] of listed.entries()) {
            expect(range.readAtMs).toBeLessThanOrEqual(expected[index]!.readAtMs);
          }
        },
      );
      await fc.assert(check, { numRuns: RUNS });
    });

    it.each([
      ['touch', { fromMs: 10, toMs: 20 }, [[0, 20, 1]]],
      ['overlap', { fromMs: 5, toMs: 20 }, [[0, 20, 1]]],
      [
        'leave a gap',
        { fromMs: 11, toMs: 20 },
        [
          [0, 10, 1],
          [11, 20, 2],
        ],
      ],
      ['are read again in part', { fromMs: 2, toMs: 4 }, [[0, 10, 1]]],
      ['are read again as a whole', { fromMs: 0, toMs: 10 }, [[0, 10, 2]]],
      ['are read again and beyond', { fromMs: -5, toMs: 12 }, [[-5, 12, 2]]],
    ])('lists the union of ranges that %s', async (_, { fromMs, toMs }, expected) => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const read = (from: number, to: number, readAtMs: number): Promise<void> =>
        store().recordWindow(
          lease,
          makeWindow({ covered: { fromMs: T0 + from, toMs: T0 + to }, readAtMs }),
        );
      await read(0, 10, 1);
      await read(fromMs, toMs, 2);
      const listed = await store().listCoverage(id);
      expect(listed.map((row) => [row.fromMs - T0, row.toMs - T0, row.readAtMs])).toEqual(expected);
      expect((await store().readWalletStatus(id)).coverage).toEqual(listed);
    });

    it('is complete for each source since the end of its last gap', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      for (const [source, from, to] of [
        ['deposits', 0, 400],
        ['deposits', 500, 900],
        ['ledger', 900, 1500],
        ['withdrawals', 1500, 2100],
      ] as const) {
        const range = { fromMs: T0 + from, toMs: T0 + to };
        await store().recordWindow(lease, makeWindow({ source, window: range, covered: range }));
      }
      // Of another wallet, up to the start of a range of this one.
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      const other = { fromMs: T0, toMs: T0 + 500 };
      const bad = { key: 'k', source: 'deposits', raw: '', reason: '' };
      await store().recordWindow(
        await claim(store(), 'wallet_two'),
        makeWindow({ window: other, covered: other, quarantined: [bad] }),
      );
      const { history, quarantinedCount } = await store().readManagedWallet(id);
      expect(quarantinedCount).toBe(0);
      expect((await store().readManagedWallet('wallet_two')).quarantinedCount).toBe(1);
      expect(history).toEqual([
        { source: 'deposits', completeFromMs: T0 + 500, toMs: T0 + 900 },
        { source: 'ledger', completeFromMs: T0 + 900, toMs: T0 + 1500 },
        { source: 'withdrawals', completeFromMs: T0 + 1500, toMs: T0 + 2100 },
      ]);
    });

    it('contains the ranges that are to be read again, until they are', async () => {
      const id = await addOneWallet(store());
      let lease = await claim(store(), id);
      const add = (from: number, to: number): Promise<void> =>
        store().addCoverage(lease, {
          source: 'deposits',
          fromMs: T0 + from,
          toMs: T0 + to,
          readAtMs: T0,
        });
      const list = async () =>
        (await store().listCoverage(id)).map((range) => [
          range.fromMs - T0,
          range.toMs - T0,
          range.rereadRequestedAtMs,
        ]);
      await add(0, 40);
      await add(50, 60);
      await store().makeWalletDue(id, 7, T0 + 20);
      expect(await list()).toEqual([
        [0, 20, null],
        [20, 40, 7],
        [50, 60, 7],
      ]);
      lease = await claim(store(), id);
      await add(30, 55);
      expect(await list()).toEqual([
        [0, 20, null],
        [20, 30, 7],
        [30, 55, null],
        [55, 60, 7],
      ]);
      // A range that begins or ends at the time is not divided.
      await store().makeWalletDue(id, 7, T0 + 55);
      await store().makeWalletDue(id, 8, T0 + 25);
      expect(await list()).toEqual([
        [0, 20, null],
        [20, 25, 7],
        [25, 30, 8],
        [30, 55, 8],
        [55, 60, 8],
      ]);
      lease = await claim(store(), id);
      await add(20, 60);
      expect(await list()).toEqual([[0, 60, null]]);
    });

    it.each([
      [
        'its middle',
        [20, 30],
        [
          [0, 20],
          [30, 50],
        ],
      ],
      ['its end and beyond', [40, 90], [[0, 40]]],
      ['all of it', [0, 50], []],
      ['a range next to it', [50, 60], [[0, 50]]],
    ])(
      'lists what remains after the removal of %s, and all of another source',
      async (_, [from = 0, to = 0], remaining) => {
        const id = await addOneWallet(store());
        const lease = await claim(store(), id);
        for (const source of SOURCES) {
          const covered = { fromMs: T0, toMs: T0 + 50 };
          await store().recordWindow(lease, makeWindow({ source, covered, readAtMs: 7 }));
        }
        await store().removeCoverage(lease, 'deposits', { fromMs: T0 + from, toMs: T0 + to });
        const listed = await store().listCoverage(id);
        const shown = listed.map((row) => [
          row.source,
          row.fromMs - T0,
          row.toMs - T0,
          row.readAtMs,
        ]);
        expect(shown).toEqual([
          ...remaining.map((range) => ['deposits', ...range, 7]),
          ['withdrawals', 0, 50, 7],
        ]);
      },
    );
  });
}

function withoutTime({ source, fromMs, toMs }: Read): readonly unknown[] {
  return [source, fromMs, toMs];
}

/**
 * Returns the maximal ranges of covered milliseconds by source. The time of a range is the earliest of the last
 * readings of its milliseconds.
 */
function runsOf(readings: readonly Omit<Read, 'readAtMs'>[]): readonly Read[] {
  const runs: Read[] = [];
  for (const source of SOURCES) {
    const readAt = new Map<number, number>();
    for (const [index, reading] of readings.entries()) {
      if (reading.source !== source) continue;
      for (let ms = reading.fromMs; ms < reading.toMs; ms += 1) readAt.set(ms, T0 + index);
    }
    for (const [ms, readAtMs] of [...readAt].sort(([a], [b]) => a - b)) {
      const last = runs.at(-1);
      if (last !== undefined && last.source === source && last.toMs === ms) {
        const stalest = Math.min(last.readAtMs, readAtMs);
        runs[runs.length - 1] = { ...last, toMs: ms + 1, readAtMs: stalest };
      } else {
        runs.push({ source, fromMs: ms, toMs: ms + 1, readAtMs });
      }
    }
  }
  return runs;
}
