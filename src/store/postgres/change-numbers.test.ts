import { expect, it } from 'vitest';

import { ChangeNumbers } from './change-numbers.ts';

it('returns a new number only after a change of the key or the wallet', () => {
  const numbers = new ChangeNumbers();
  numbers.changeAll();
  const seen = [numbers.latestOf('key', 'wallet')];
  numbers.change('other');
  expect(numbers.latestOf('key', 'wallet')).toBe(seen[0]);
  for (const id of ['wallet', 'key', 'wallet']) {
    numbers.change(id);
    seen.push(numbers.latestOf('key', 'wallet'));
  }
  numbers.changeAll();
  seen.push(numbers.latestOf('key', 'wallet'));
  expect(new Set(seen).size).toBe(5);
});

it('counts everything as changed beyond its maximum of identifiers', () => {
  const numbers = new ChangeNumbers(2);
  numbers.change('one');
  numbers.change('two');
  const before = numbers.latestOf('key', 'wallet');
  numbers.change('one');
  expect(numbers.latestOf('key', 'wallet')).toBe(before);
  numbers.change('three');
  const after = numbers.latestOf('key', 'wallet');
  expect(after).toBeGreaterThan(before);
  numbers.change('four');
  expect(numbers.latestOf('key', 'wallet')).toBe(after);
});
