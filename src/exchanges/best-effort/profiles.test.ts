import { expect, it } from 'vitest';

import { BEST_EFFORT_EXCHANGES } from './exchanges.ts';
import { listBestEffortProfiles } from './profiles.ts';

const PROFILES = listBestEffortProfiles(new Set());

it.each(BEST_EFFORT_EXCHANGES)(
  'requests to $name are slower than ccxt sends them, with one to ten at once',
  ({ name, requestMs }) => {
    const { budget } = PROFILES.find((profile) => profile.name === name)!;
    const everyMs = 1000 / budget.refillPerSecond;
    expect(everyMs).toBeGreaterThanOrEqual(Math.max(200, requestMs * 1.24));
    expect(budget.capacity).toBe(Math.max(1, Math.min(10, Math.floor(5000 / everyMs))));
  },
);

it('an exchange with its own profile has no second one', () => {
  const [first, ...others] = BEST_EFFORT_EXCHANGES.map(({ name }) => name);
  const names = listBestEffortProfiles(new Set([first!])).map(({ name }) => name);
  expect(names).toEqual(others);
});

it('a key sends Gemini at most one request in 5 seconds, and each key has its own limit', () => {
  const { budget, budgetScope } = PROFILES.find(({ name }) => name === 'gemini')!;
  expect(budgetScope).toBe('key');
  expect(budget.capacity).toBe(1);
  expect(1000 / budget.refillPerSecond).toBeGreaterThanOrEqual(5000);
});
