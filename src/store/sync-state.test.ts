import { expect, it } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/duration.ts';
import { isRunDue, nameSyncState } from './sync-state.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const IDLE = {
  nextRunAtMs: null,
  lastSyncAtMs: NOW_MS - MINUTE_MS,
  historyComplete: true,
  failure: null,
  paused: false,
  hasImports: false,
};
const failedAt = (atMs: number) => ({ code: 'exchange_unavailable', message: 'down', atMs });
const plannedIn = (ms: number) => ({ ...IDLE, nextRunAtMs: NOW_MS + ms });

it.each([
  ['has no next run', IDLE, false],
  ['is due', plannedIn(0), true],
  ['is due in a second', plannedIn(1000), false],
  ['is due within the longest wait', plannedIn(DAY_MS), false],
  [
    'is due in a second, was read in the future',
    { ...plannedIn(1000), lastSyncAtMs: NOW_MS + HOUR_MS },
    false,
  ],
  ['waits longer than any interval', plannedIn(2 * DAY_MS), true],
  ['waits for its first run', { ...plannedIn(2 * MINUTE_MS), lastSyncAtMs: null }, true],
  ['was read in the future', { ...plannedIn(HOUR_MS), lastSyncAtMs: NOW_MS + HOUR_MS }, true],
  ['waits after a failure', { ...plannedIn(HOUR_MS), failure: failedAt(NOW_MS) }, false],
  ['failed in the future', { ...plannedIn(HOUR_MS), failure: failedAt(NOW_MS + HOUR_MS) }, true],
])('a wallet that %s: due %o', (_case, state, isDue) => {
  expect(isRunDue(state, NOW_MS)).toBe(isDue);
});

it('a shorter interval bounds the wait after a success', () => {
  expect(isRunDue(plannedIn(HOUR_MS), NOW_MS, 2 * HOUR_MS)).toBe(false);
  expect(isRunDue(plannedIn(HOUR_MS), NOW_MS, 10 * MINUTE_MS)).toBe(true);
});

it.each([
  [{ ...IDLE }, 'synced'],
  [{ ...IDLE, historyComplete: false }, 'backfilling'],
  [{ ...IDLE, lastSyncAtMs: null }, 'new'],
  [{ ...IDLE, failure: failedAt(NOW_MS), nextRunAtMs: NOW_MS }, 'failing'],
  [{ ...IDLE, failure: failedAt(NOW_MS) }, 'stopped'],
  [{ ...IDLE, failure: failedAt(NOW_MS), paused: true }, 'paused'],
])('the state of %o is %s', (state, name) => {
  expect(nameSyncState(state)).toBe(name);
  expect(nameSyncState(state, true)).toBe('imported');
});
