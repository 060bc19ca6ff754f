import { expect, it } from 'vitest';

import { findPage, listPeriods } from './periods.ts';

const NOW_MS = Date.UTC(2024, 1, 29, 23, 59, 59, 999);

it('the newest page ends with the current month, in UTC', () => {
  const periods = listPeriods('month', NOW_MS, 0);
  expect(periods).toHaveLength(12);
  expect(periods[0]).toEqual({
    name: 'March 2023',
    shortName: 'Mar',
    since: '2023-03-01',
    before: '2023-04-01',
  });
  expect(periods[10]).toMatchObject({ name: 'January 2024', shortName: '2024' });
  expect(periods.at(-1)).toMatchObject({ since: '2024-02-01', before: '2024-03-01' });
});

it('quarters and years begin with their first month', () => {
  expect(listPeriods('quarter', NOW_MS, 0).slice(-2)).toEqual([
    { name: 'Q4 2023', shortName: 'Q4', since: '2023-10-01', before: '2024-01-01' },
    { name: 'Q1 2024', shortName: '2024', since: '2024-01-01', before: '2024-04-01' },
  ]);
  expect(listPeriods('year', NOW_MS, 0).at(-1)).toEqual({
    name: '2024',
    shortName: '2024',
    since: '2024-01-01',
    before: '2025-01-01',
  });
});

it.each(['month', 'quarter', 'year'] as const)('pages of a %s follow without a gap', (unit) => {
  const periods = [2, 1, 0].flatMap((page) => listPeriods(unit, NOW_MS, page));
  const ends = periods.slice(0, -1).map(({ before }) => before);
  expect(periods.slice(1).map(({ since }) => since)).toEqual(ends);
});

it('finds the page of a time', () => {
  const pages = ['2024-02-01', '2023-03-01', '2023-02-28', '1970-01-01', '2030-01-01'].map((date) =>
    findPage('month', NOW_MS, Date.parse(date)),
  );
  expect(pages).toEqual([0, 0, 1, 40, 0]);
});
