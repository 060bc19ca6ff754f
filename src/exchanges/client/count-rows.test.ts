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
  [{ error: [], result: { ledger: { a: { id: 1 }, b: { id: 2 } }, count: 7 } }, 2],
  [{ error: [], result: { ledger: {}, count: 0 } }, 0],
  [{ error: [], result: { ZUSD: { balance: '1' }, XXBT: { balance: '2', holds: [1] } } }, 2],
  [{ error: [], result: {} }, 0],
  [{ error: [], result: [{ refid: 'a' }, { refid: 'b' }, { refid: 'c' }] }, 3],
  [{ error: [], result: { deposits: [{ refid: 'a' }], next_cursor: 'x' } }, 1],
  [{ error: [], result: { unixtime: 1, rfc1123: 'x' } }, undefined],
  [{ error: ['EAPI:Invalid key'] }, undefined],
  [{ error: ['EGeneral:Internal error'], result: null }, undefined],
  [{ error: [], data: [1, 2] }, 2],
  [null, undefined],
  ['text', undefined],
])('counts the rows of %j as %s', (response, count) => {
  expect(countRows(response)).toBe(count);
});
