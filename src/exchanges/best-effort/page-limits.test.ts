import { describe, expect, it } from 'vitest';

import { DAY_MS, SECOND_MS } from '../../domain/duration.ts';
import {
  completeFrom,
  hasWindow,
  isInOrder,
  orderOf,
  reachesAfter,
  reachesBefore,
  selectedSideOf,
} from './page-limits.ts';

const window = { fromMs: 100, toMs: 200 };
const cut = (...times: number[]) => ({ isCut: true, times });

describe('selectedSideOf', () => {
  it('returns the newest rows only if the exchange ignores the start', () => {
    expect(selectedSideOf(cut(300, 200), undefined, false)).toBe('newest-first');
    expect(selectedSideOf(cut(300, 200), undefined, true)).toBeUndefined();
    expect(selectedSideOf(cut(200, 300), undefined, false)).toBeUndefined();
    expect(selectedSideOf(cut(200, 200), undefined, false)).toBeUndefined();
    expect(selectedSideOf(cut(300, 200), 'oldest-first', false)).toBe('oldest-first');
  });
});

describe('hasWindow', () => {
  it('accepts a complete list as the whole window', () => {
    expect(hasWindow({ isCut: false, times: null }, window, undefined)).toBe(true);
  });

  it.each([
    ['both sides are reached', [250, 150, 50], undefined, true],
    ['the newer end of the window is reached to the millisecond', [200, 150, 99], undefined, true],
    ['the newer side is not reached', [199, 150, 50], undefined, false],
    ['the older side is not reached', [250, 150, 100], undefined, false],
    ['the newest rows reach the older side', [150, 99], 'newest-first', true],
    ['rows of the first moment may be missing', [150, 100], 'newest-first', false],
    ['the newest rows are listed oldest first', [99, 150], 'newest-first', true],
    ['the oldest rows reach the newer side', [150, 200], 'oldest-first', true],
    ['rows of the last moment may be missing', [150, 199], 'oldest-first', false],
    ['the oldest rows are listed newest first', [200, 150], 'oldest-first', true],
    ['every row is newer, and the oldest were selected', [250, 250], 'oldest-first', true],
    ['times are mixed', [150, 250, 50], undefined, false],
    ['times are mixed and an order is documented', [150, 250, 50], 'newest-first', false],
    ['there are no rows', [], 'newest-first', false],
  ] as const)('if %s: %j', (_, times, selected, expected) => {
    expect(hasWindow(cut(...times), window, selected)).toBe(expected);
  });

  it('does not accept an incomplete list that has a row without a time', () => {
    expect(hasWindow({ isCut: true, times: null }, window, 'newest-first')).toBe(false);
  });
});

describe('completeFrom', () => {
  it('begins after the oldest of the newest rows', () => {
    expect(completeFrom(cut(300, 200), 'newest-first')).toBe(201);
    expect(completeFrom(cut(300, 200), 'oldest-first')).toBeNull();
    expect(completeFrom(cut(300, 200), undefined)).toBeNull();
    expect(completeFrom(cut(200, 300, 100), 'newest-first')).toBeNull();
    expect(completeFrom({ isCut: true, times: null }, 'newest-first')).toBeNull();
  });
});

it('distinguishes equal times from mixed ones', () => {
  expect([isInOrder(cut(1, 1)), orderOf([1, 1])]).toEqual([true, undefined]);
  expect([isInOrder(cut(1, 2, 1)), orderOf([1, 2, 1])]).toEqual([false, undefined]);
  expect([orderOf([2, 2, 1]), orderOf([1, 2, 2])]).toEqual(['newest-first', 'oldest-first']);
});

it.each([
  ['its length, if it is shorter than a day', SECOND_MS, 1, SECOND_MS],
  ['a day, if it is longer', 3 * DAY_MS, 1, DAY_MS],
  ['two units of its bounds, if they are longer', SECOND_MS, DAY_MS, 2 * DAY_MS],
])('rows may lie outside of a window by %s', (_case, lengthMs, unitMs, slackMs) => {
  const sought = { fromMs: 10 * DAY_MS, toMs: 10 * DAY_MS + lengthMs };
  const [older, newer] = [sought.fromMs - slackMs, sought.toMs + slackMs];
  expect(reachesBefore([older], sought, unitMs)).toBe(false);
  expect(reachesBefore([older - 1], sought, unitMs)).toBe(true);
  expect(reachesAfter([newer - 1], sought, unitMs)).toBe(false);
  expect(reachesAfter([newer + 1], sought, unitMs)).toBe(true);
});
