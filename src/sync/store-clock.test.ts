import { expect, it } from 'vitest';

import { StoreClock } from './store-clock.ts';

it('the clock follows the database from a second of difference on', () => {
  let machineMs = 1_000_000;
  const clock = new StoreClock(() => machineMs);
  clock.correct(999);
  expect(clock.nowMs()).toBe(1_000_000);
  clock.correct(-999);
  expect(clock.nowMs()).toBe(1_000_000);
  clock.correct(5000);
  expect(clock.nowMs()).toBe(1_005_000);
  machineMs += 100;
  expect(clock.nowMs()).toBe(1_005_100);
  // The next difference is to the corrected clock.
  clock.correct(-1000);
  expect(clock.nowMs()).toBe(1_004_100);
});
