import { beforeEach, expect, it } from 'vitest';

import { CircuitBreaker } from './circuit-breaker.ts';

let nowMs: number;
let breaker: CircuitBreaker;

beforeEach(() => {
  nowMs = 1_000_000;
  const sleep = async (): Promise<void> => undefined;
  breaker = new CircuitBreaker('okx', { elapsedMs: () => nowMs, sleep });
});

function fail(times: number): void {
  for (let time = 0; time < times; time += 1) {
    breaker.recordFailure(breaker.admit());
  }
}

it('pauses requests after five consecutive failures, and reports the duration', () => {
  fail(4);
  breaker.admit();
  breaker.recordResponse();
  fail(5);
  expect(breaker.isOpen).toBe(true);
  expect(() => breaker.admit()).toThrow(
    expect.objectContaining({
      message: 'okx does not respond; the next request is in 15 seconds',
      retryAfterMs: 15_000,
    }),
  );
});

it('admits one call after the pause, and all calls after a response to it', () => {
  fail(5);
  nowMs += 15_000;
  expect(breaker.isOpen).toBe(false);
  breaker.admit();
  nowMs += 5000;
  expect(() => breaker.admit()).toThrow('the next request is in 1 seconds');
  breaker.recordResponse();
  fail(4);
  expect(breaker.isOpen).toBe(false);
});

it('doubles the pause if that call fails, up to ten minutes', () => {
  fail(5);
  const pausesMs = [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000];
  for (const pauseMs of pausesMs) {
    nowMs += 600_000;
    fail(1);
    nowMs += pauseMs - 1;
    expect(breaker.isOpen).toBe(true);
    nowMs += 1;
    expect(breaker.isOpen).toBe(false);
  }
});

it('pauses once for an outage in which many calls were running', () => {
  const calls = Array.from({ length: 8 }, () => breaker.admit());
  for (const call of calls) breaker.recordFailure(call);
  nowMs += 15_000;
  expect(breaker.isOpen).toBe(false);
});

it('waits for the result of the call after the pause, not for that of a call from before it', () => {
  const late = breaker.admit();
  fail(5);
  nowMs += 15_000;
  const probe = breaker.admit();
  breaker.recordFailure(late);
  expect(() => breaker.admit()).toThrow('the next request is in 1 seconds');
  breaker.recordFailure(probe);
  nowMs += 30_000 - 1;
  expect(breaker.isOpen).toBe(true);
});

it('ends the pause with a response to a call from before it, and admits as many failures as at first', () => {
  breaker.admit();
  fail(5);
  breaker.recordResponse();
  expect(breaker.isOpen).toBe(false);
  fail(5);
  nowMs += 15_000;
  const probe = breaker.admit();
  breaker.recordResponse();
  breaker.recordFailure(probe);
  expect(breaker.isOpen).toBe(false);
});
