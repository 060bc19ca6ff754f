import { expect, it } from 'vitest';

import { DAY_MS } from '../domain/duration.ts';
import { readRetryAfter, retryDelayMs } from './retry.ts';

it('doubles the wait from 5 s to 10 min', () => {
  const waits = [1, 2, 3, 7, 8, 9, 1000].map((count) => retryDelayMs(count, undefined, 0));
  expect(waits).toEqual([5000, 10_000, 20_000, 320_000, 600_000, 600_000, 600_000]);
});

it('shortens the wait by up to a fifth', () => {
  expect(retryDelayMs(1, undefined, 0.5)).toBe(4500);
  expect(retryDelayMs(8, undefined, 1)).toBe(480_000);
});

it('waits as long as the receiver requests, up to a day and no shorter than planned', () => {
  expect(retryDelayMs(1, 60_000, 0)).toBe(60_000);
  expect(retryDelayMs(1, 30 * DAY_MS, 0)).toBe(DAY_MS);
  expect(retryDelayMs(8, 1000, 0)).toBe(600_000);
});

it('parses seconds and dates', () => {
  const nowMs = Date.UTC(2026, 0, 1);
  expect(readRetryAfter('120', nowMs)).toBe(120_000);
  expect(readRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', nowMs)).toBe(60_000);
  expect(readRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', nowMs)).toBe(0);
  for (const text of [undefined, '', 'soon', '1e5', '-5']) {
    expect(readRetryAfter(text, nowMs) ?? 0).toBe(0);
  }
  // More digits than a wait has.
  expect(readRetryAfter('1'.repeat(400), nowMs)).toBeUndefined();
});
