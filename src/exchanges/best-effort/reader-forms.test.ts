import { expect, it } from 'vitest';

import {
  entriesAt,
  joinCoinResponses,
  readLimit,
  readList,
  requireAtLeastZero,
  requireFlag,
  rowsAt,
} from './reader-forms.ts';

const UNAVAILABLE = { code: 'exchange_unavailable' };

it('reads the first list at a path, and fails if no response has one', () => {
  const rows = rowsAt('data', 'coins');
  expect(rows([null, { data: [] }, { data: { coins: ['A'] } }, { data: { coins: [] } }])).toEqual([
    'A',
  ]);
  expect(rowsAt()([{ code: 1 }, ['A']])).toEqual(['A']);
  // A wallet may have no balances.
  expect(rowsAt()([[], ['A']])).toEqual([]);
  expect(rows([{ data: { coins: [] } }])).toEqual([]);
  for (const response of [null, 'busy', { code: 1 }, { data: null }, { data: { coins: {} } }]) {
    expect(() => rows([response])).toThrow('data.coins is not a list');
    expect(() => rows([response])).toThrow(expect.objectContaining(UNAVAILABLE));
  }
  expect(() => rowsAt()([{ code: 1 }])).toThrow('the response is not a list');
});

it('reads the entries of a map as rows with their key, and fails if no response has one', () => {
  const rows = entriesAt({ keyField: 'coin', valueField: 'free' }, 'data');
  expect(
    rows([{ data: ['A'] }, { data: { A: '1', B: { free: '2', coin: 'X' }, C: null } }]),
  ).toEqual([
    { free: '1', coin: 'A' },
    { free: '2', coin: 'B' },
    { free: null, coin: 'C' },
  ]);
  for (const response of [null, { data: null }, { data: [] }, { data: 'none' }]) {
    expect(() => rows([response])).toThrow('data is not a map');
  }
});

it('joins a row with the response about its coin only', () => {
  const rows = [{ id: 'A' }, { id: 'B' }, null, 'A'];
  const responses = [null, 'busy', { coin: 'A', response: { max: '1' } }];
  expect(joinCoinResponses(rows, 'id', responses)).toEqual([
    { id: 'A', aboutCoin: { max: '1' } },
    ...rows.slice(1),
  ]);
});

it('reads a missing list of a row as empty, and refuses other values', () => {
  expect(readList({}, 'chains')).toEqual([]);
  expect(readList({ chains: null }, 'chains')).toEqual([]);
  expect(readList({ chains: [{ id: 1 }] }, 'chains')).toEqual([{ id: 1 }]);
  expect(() => readList({ chains: { id: 1 } }, 'chains')).toThrow('chains is not a list');
  for (const entry of [null, 'TRX', []]) {
    expect(() => readList({ chains: [{}, entry] }, 'chains')).toThrow('is not an object');
  }
});

it.each([true, 1, '1', 'TRUE', 'Enabled', 'on'])('reads the flag %j as yes', (open) => {
  expect(requireFlag({ open }, 'open')).toBe(true);
});

it.each([false, 0, '0', 'No', 'disabled', 'OFF'])('reads the flag %j as no', (open) => {
  expect(requireFlag({ open }, 'open')).toBe(false);
});

it.each([undefined, null, '', 'maybe', 2, {}])('refuses the flag %j', (open) => {
  expect(() => requireFlag({ open }, 'open')).toThrow('open is neither yes nor no');
});

it('reads a limit unchanged, and texts that mean none as null', () => {
  expect(readLimit({ max: '1e5' }, 'max', ['-1'])).toBe('1e5');
  expect(readLimit({ max: '-1' }, 'max', ['-1'])).toBeNull();
  expect(readLimit({ max: '' }, 'max')).toBeNull();
});

it('reads a negative amount as zero', () => {
  expect(requireAtLeastZero({ free: '-3.5' }, 'free')).toBe('0');
  expect(requireAtLeastZero({ free: '3.50' }, 'free')).toBe('3.50');
  expect(() => requireAtLeastZero({}, 'free')).toThrow('free is missing');
});
