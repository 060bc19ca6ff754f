import { describe, expect, it } from 'vitest';

import {
  longestRefreshWait,
  nextAttemptAt,
  nextRefreshAt,
  recheckDueAt,
  storeFailureCount,
} from './schedule.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('recheckDueAt', () => {
  it('rechecks young pending rows soon and old ones daily', () => {
    expect(recheckDueAt('pending', -5, 1000)).toBe(1000);
    expect(recheckDueAt('pending', HOUR, 0)).toBe(HOUR / 10);
    expect(recheckDueAt('unknown', 900 * DAY, 0)).toBe(DAY);
  });

  it('rechecks failed rows for a week and completed rows never', () => {
    expect(recheckDueAt('failed', DAY, 0)).toBe(DAY / 4);
    expect(recheckDueAt('canceled', 0, 0)).toBe(HOUR);
    expect(recheckDueAt('failed', 7 * DAY, 0)).toBeUndefined();
    expect(recheckDueAt('completed', 0, 0)).toBeUndefined();
  });
});

describe('nextAttemptAt', () => {
  const passing = { permanent: false, retryAfterMs: undefined };

  it('doubles the wait with every failure, up to an hour', () => {
    expect(nextAttemptAt(passing, 0, 0, 1)).toBe(15_000);
    expect(nextAttemptAt(passing, 1, 0, 1)).toBe(30_000);
    expect(nextAttemptAt(passing, 1, 0, 0)).toBe(15_000);
    expect(nextAttemptAt(undefined, 1000, 0, 1)).toBe(HOUR);
  });

  it('waits as long as the exchange requests, and returns null after a permanent error', () => {
    expect(nextAttemptAt({ permanent: false, retryAfterMs: 2 * HOUR }, 0, 0, 1)).toBe(2 * HOUR);
    expect(nextAttemptAt({ permanent: false, retryAfterMs: 99_999.5 }, 0, 0, 1)).toBe(100_000);
    expect(nextAttemptAt({ permanent: true, retryAfterMs: undefined }, 0, 0, 1)).toBeNull();
  });
});

describe('storeFailureCount', () => {
  it('limits the wait to a minute, independently of the number of failures of the store', () => {
    const waitAfter = (failures: number) =>
      nextAttemptAt(undefined, storeFailureCount(failures), 0, 1);
    expect([0, 1, 2, 3, 100].map(waitAfter)).toEqual([15_000, 30_000, 60_000, 60_000, 60_000]);
  });
});

describe('nextRefreshAt', () => {
  const quiet = { intervalMs: 1000, activityAgeMs: undefined, random: 0.5 };

  it('spreads refreshes over a fifth of the interval', () => {
    const at = (random: number): number => nextRefreshAt(0, { ...quiet, random });
    expect([0, 0.5, 1].map(at)).toEqual([900, 1000, 1100]);
  });

  it.each([1, 7, 1000, 3_600_000])(
    'is not after the longest wait for an interval of %i ms',
    (intervalMs) => {
      // A run after that was planned under a wrong clock, and the wallet is due immediately.
      const latestMs = nextRefreshAt(0, { ...quiet, intervalMs, random: 1 });
      expect(longestRefreshWait(intervalMs)).toBeGreaterThanOrEqual(latestMs);
      expect(longestRefreshWait(intervalMs)).toBeLessThanOrEqual(latestMs + 1);
    },
  );

  it('is earlier for a wallet with recent transactions', () => {
    const at = (activityAgeMs: number): number => nextRefreshAt(0, { ...quiet, activityAgeMs });
    expect([0, HOUR - 1, HOUR, DAY - 1, DAY].map(at)).toEqual([250, 250, 500, 500, 1000]);
  });
});
