/** What the client uses: listeners, timers, processor time. */
import { getEventListeners } from 'node:events';

import { afterEach, expect, it, vi } from 'vitest';

import { parseExactJson } from '../../client/src/exact-json.ts';
import { wait } from '../../client/src/retry.ts';

const WAIT_MS = 60_000;
/** Processor time; a linear search takes some milliseconds, a quadratic one many seconds. */
const SEARCH_MS_MAX = 1500;

afterEach(() => vi.useRealTimers());

it('a wait that has ended leaves no listener on the signal of the caller', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { signal } = new AbortController();
  const waited = wait(WAIT_MS, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  vi.advanceTimersByTime(WAIT_MS);
  await waited;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('a wait that is aborted leaves no timer, which would keep the program', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const caller = new AbortController();
  const waited = wait(WAIT_MS, caller.signal);
  caller.abort();
  await expect(waited).rejects.toMatchObject({ name: 'AbortError' });
  expect(vi.getTimerCount()).toBe(0);
});

it('a string without an end is searched once', () => {
  const json = `{"a":"${String.raw`\"`.repeat(50_000)}`;
  const start = process.threadCpuUsage();
  expect(() => parseExactJson(json, 'text')).toThrow(SyntaxError);
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(SEARCH_MS_MAX);
});
