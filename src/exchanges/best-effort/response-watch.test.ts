import { expect, it } from 'vitest';

import { ResponseWatch } from './response-watch.ts';
import type { UnifiedRow } from './rows.ts';

/** Returns the lengths of the lists to which rows are attributed, and the rows of each. */
function attribute(response: unknown, parts: readonly object[], fields: readonly string[] = []) {
  const watch = new ResponseWatch();
  watch.begin(fields);
  watch.add('https://exchange/rows?limit=2', response);
  const rows = parts.map((part): UnifiedRow => ({ info: watch.originalOf(part)?.row ?? part }));
  return watch.listsOf(rows).map((list) => [list.length, list.rows.length]);
}

it('attributes a row to the longest list that contains it', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({ id }));
  // Each row in a list of its own: the length that a limit of the exchange cuts is the outer one.
  const single = rows.map((row) => [row]);
  expect(attribute(single, rows)).toEqual([[100, 100]]);
  // Rows by asset: the inner lists are cut.
  expect(attribute([rows, [{ id: 'other' }]], rows)).toEqual([[100, 100]]);
});

it('attributes a row to the inner one of two lists with equal lengths', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const response = [
    [a, b],
    [c, d],
  ];
  expect(attribute(response, [a!, b!, c!, d!])).toEqual([
    [2, 2],
    [2, 2],
  ]);
});

it('attributes rows that a class created to the longest list of rows from which no row came', () => {
  const [used, unused] = [6, 3].map((length) => Array.from({ length }, (_, id) => ({ id })));
  // The longest of all is none of rows.
  const listed = { rows: used!, more: unused!, note: Array.from('a long text') };
  expect(attribute(listed, [used![0]!, { id: 'created' }], ['rows', 'more'])).toEqual([
    [6, 1],
    [3, 1],
  ]);
});

it('copies six levels of a response, so that a deeper one cannot exhaust the stack', () => {
  let response: unknown = [];
  for (let level = 0; level < 100_000; level += 1) response = { rows: response };
  expect(attribute(response, [{ id: 'created' }], ['rows'])).toEqual([[1, 1]]);
});

it('does not record the response to a request that has no rows of a history, also if it fails', async () => {
  const watch = new ResponseWatch();
  watch.begin([]);
  const accounts = [{ id: 'account' }];
  await watch.ignore(async () => watch.add('https://exchange/accounts', accounts));
  expect([watch.last, watch.hadList, watch.originalOf(accounts)]).toEqual([
    undefined,
    false,
    undefined,
  ]);
  await watch.ignore(() => Promise.reject(new Error('no response'))).catch(() => undefined);
  watch.add('https://exchange/rows', []);
  expect([watch.last, watch.hadList]).toEqual([[], true]);
});
