import { expect, it } from 'vitest';

import { readStatus } from './status-table.ts';

const TABLE = { '1': 'completed', Done: 'failed' } as const;

it.each([
  [1, 'completed'],
  ['1', 'completed'],
  ['Done', 'failed'],
  ['done', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['constructor', 'unknown'],
  ['__proto__', 'unknown'],
])('maps %s to %s', (status, expected) => {
  expect(readStatus({ status }, 'status', TABLE)).toBe(expected);
});
