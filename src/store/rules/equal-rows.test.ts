import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../domain/decimal.ts';
import { type ComparedRow, matchGroupOf, pairRows } from './equal-rows.ts';

const T0 = Date.UTC(2024, 1, 29, 12);

function makeRow(id: string, changes: Partial<ComparedRow> = {}): ComparedRow {
  const amount = parseDecimal('1.5');
  return { id, asset: 'BTC', type: 'deposit', amount, txid: 't', timestampMs: T0, ...changes };
}

/** Returns the ids of the pairs of two lists: `a-b c-d` for two pairs. */
function pair(left: readonly ComparedRow[], right: readonly ComparedRow[]): string {
  return pairRows(left, right)
    .map(([{ id }, other]) => `${id}-${other.id}`)
    .join(' ');
}

describe('pairRows', () => {
  it('pairs rows with equal values and the same txid, with any times', () => {
    const other = { amount: parseDecimal('1.50'), timestampMs: T0 + 86_400_000 };
    expect(pair([makeRow('a')], [makeRow('b', other)])).toBe('a-b');
  });

  it.each([
    ['asset', { asset: 'ETH' }],
    ['type', { type: 'withdrawal' }],
    ['amount', { amount: parseDecimal('1.51') }],
    ['txid', { txid: 'T' }],
    ['missing txid', { txid: null }],
  ] as const)('does not pair rows of another %s', (_name, changes) => {
    expect(pair([makeRow('a')], [makeRow('b', changes)])).toBe('');
  });

  it('pairs each row once, the same millisecond first, then the oldest with the oldest', () => {
    const left = [makeRow('a', { timestampMs: T0 }), makeRow('b', { timestampMs: T0 + 5 })];
    expect(pair(left, [makeRow('x', { timestampMs: T0 + 5 })])).toBe('b-x');
    const two = [makeRow('x', { timestampMs: T0 + 9 }), makeRow('y', { timestampMs: T0 + 7 })];
    expect(pair(left, two)).toBe('a-y b-x');
    expect(pair([...left, makeRow('c', { timestampMs: T0 + 1 })], two)).toBe('a-y c-x');
  });

  it('pairs rows without txid in one millisecond, or in one second if one time is a whole second', () => {
    const at = (id: string, ms: number) => makeRow(id, { txid: null, timestampMs: T0 + ms });
    expect(pair([at('a', 1)], [at('b', 1)])).toBe('a-b');
    expect(pair([at('a', 1)], [at('b', 2)])).toBe('');
    expect(pair([at('a', 0)], [at('b', 999)])).toBe('a-b');
    expect(pair([at('a', 999)], [at('b', 0)])).toBe('a-b');
    expect(pair([at('a', 0)], [at('b', 1000)])).toBe('');
    expect(pair([at('a', 0), at('c', 7)], [at('b', 7), at('d', 0)])).toBe('a-d c-b');
    expect(pair([at('a', 0), at('c', 0)], [at('b', 7)])).toBe('a-b');
  });

  it('returns the same pairs for any order of the rows, and uses no row twice', () => {
    const row = fc.record({
      txid: fc.constantFrom(null, 't'),
      timestampMs: fc.constantFrom(T0, T0 + 1, T0 + 2, T0 + 1000),
    });
    const rows = fc.array(row, { maxLength: 6 });
    fc.assert(
      fc.property(rows, rows, (lefts, rights) => {
        const left = lefts.map((changes, index) => makeRow(`l${index}`, changes));
        const right = rights.map((changes, index) => makeRow(`r${index}`, changes));
        const pairs = pair(left, right).split(' ').sort();
        expect(pair(left.toReversed(), right.toReversed()).split(' ').sort()).toEqual(pairs);
        const used = pairs.flatMap((each) => (each === '' ? [] : each.split('-')));
        expect(new Set(used).size).toBe(used.length);
      }),
    );
  });
});

it('groups rows with equal values: of the same second without txid, of any time with a txid', () => {
  const equal = [makeRow('a'), makeRow('b', { amount: parseDecimal('1.500'), timestampMs: 1 })];
  expect(new Set(equal.map(matchGroupOf)).size).toBe(1);
  const bare = [0, 999, 1000].map((ms) => makeRow('a', { txid: null, timestampMs: T0 + ms }));
  expect(new Set(bare.map(matchGroupOf)).size).toBe(2);
  const types = [makeRow('a'), makeRow('a', { type: 'other' })];
  expect(new Set(types.map(matchGroupOf)).size).toBe(2);
});
