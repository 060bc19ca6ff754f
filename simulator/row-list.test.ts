import { expect, it } from 'vitest';

import { RowList } from './row-list.ts';
import type { RoutedTruthRow } from './truth.ts';

function makeRow(recordId: string, fromMs: number, hidden?: RoutedTruthRow['hidden']) {
  const states = [{ fromMs, status: 'completed', code: '1' }];
  return { recordId, states, ...(hidden && { hidden }) } as unknown as RoutedTruthRow;
}

it('contains a record from its first state on, except while it is hidden, at any order of times', () => {
  const list = new RowList([
    makeRow('a', 10),
    makeRow('b', 20, { fromMs: 30, toMs: 40 }),
    makeRow('c', 35),
  ]);
  const at = (nowMs: number) =>
    list
      .at(nowMs)
      .map(({ recordId }) => recordId)
      .join('');
  const times = [9, 10, 19, 20, 29, 30, 34, 35, 39, 40, 1000];
  const expected = ['', 'a', 'a', 'ab', 'ab', 'a', 'a', 'ac', 'ac', 'abc', 'abc'];
  expect(times.map(at)).toEqual(expected);
  expect(times.toReversed().map(at)).toEqual(expected.toReversed());
});
