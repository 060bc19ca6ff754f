import { expect, it } from 'vitest';

import { countRows } from './count-rows.ts';

it.each([
  [[1, 2], 2],
  [{ code: '0', data: [] }, 0],
  [{ result: { rows: [{ chains: [1, 2] }], cursor: '' } }, 1],
  [{ result: { ledger: { a: { id: 1 } }, count: 1 } }, undefined],
  [{ deposits: [1], withdrawals: [] }, undefined],
  [{ deposits: [[1, 2]], withdrawals: [3] }, undefined],
  [{ a: { b: { c: [1] } } }, undefined],
  [null, undefined],
  ['text', undefined],
])('counts the rows of %j as %s', (response, count) => {
  expect(countRows(response)).toBe(count);
});
