import { expect, it } from 'vitest';

import { describeDifferences } from './describe-differences.ts';

const ROWS = Array.from({ length: 1200 }, (_, index) => ({
  id: index,
  asset: 'BTC',
  status: 'completed',
  amount: `${index}.5`,
}));

it('is nothing for the same rows in another order, each as often', () => {
  expect(describeDifferences(ROWS, ROWS.toReversed())).toEqual([]);
});

it('says in which field rows differ, and which are missing and unexpected, with an example', () => {
  const found = structuredClone(ROWS.slice(3));
  for (const row of found.slice(0, 12)) row.status = 'pending';
  const other = { id: -1, asset: 'ETH', status: 'failed', amount: '0' };
  expect(describeDifferences([...found, other], ROWS)).toEqual([
    `12 rows differ in status: ${JSON.stringify(found[0])} instead of ${JSON.stringify(ROWS[3])}`,
    `3 rows are missing: ${JSON.stringify(ROWS[0])}`,
    `1 row is unexpected: ${JSON.stringify(other)}`,
  ]);
});

it('counts rows that are stored twice', () => {
  const [first] = ROWS;
  expect(describeDifferences([...ROWS, first!], ROWS)).toEqual([
    `1 row is unexpected: ${JSON.stringify(first)}`,
  ]);
});
