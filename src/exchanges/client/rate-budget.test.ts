import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { RateBudget } from './rate-budget.ts';

function createBudget(capacity: number, refillPerSecond: number, pauseMsMax?: number) {
  let nowMs = 0;
  let givesUp = false;
  const clock = {
    elapsedMs: () => nowMs,
    sleep: async (durationMs: number) => {
      await Promise.resolve();
      if (givesUp) throw new Error('given up');
      nowMs += durationMs;
    },
  };
  return {
    budget: new RateBudget({ capacity, refillPerSecond }, clock, pauseMsMax),
    now: () => nowMs,
    giveUp: (value: boolean) => (givesUp = value),
  };
}

describe('RateBudget', () => {
  it('spends its capacity immediately and then waits for the refill', async () => {
    const { budget, now } = createBudget(3, 0.5);
    const times: number[] = [];
    for (let request = 0; request < 5; request += 1) {
      await budget.acquire(1);
      times.push(now());
    }
    expect(times).toEqual([0, 0, 0, 2000, 4000]);
  });

  it('serves callers in order, and limits a cost to the capacity', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const clock = {
      elapsedMs: () => Date.now(),
      sleep: (durationMs: number) =>
        new Promise<void>((resolve) => {
          setTimeout(resolve, durationMs);
        }),
    };
    const budget = new RateBudget({ capacity: 2, refillPerSecond: 1 }, clock);
    await budget.acquire(2);
    const served: string[] = [];
    // The second one alone would wait for a shorter time.
    const large = budget.acquire(100).then(() => served.push('large'));
    const small = budget.acquire(1).then(() => served.push('small'));
    await vi.runAllTimersAsync();
    await Promise.all([large, small]);
    expect(served).toEqual(['large', 'small']);
  });

  it('is shared by workers in equal parts', async () => {
    const { budget, now } = createBudget(4, 1);
    budget.share(2);
    const times: number[] = [];
    for (let request = 0; request < 4; request += 1) {
      await budget.acquire(1);
      times.push(now());
    }
    expect(times).toEqual([0, 0, 2000, 4000]);
  });

  it('pauses as long as the exchange requests', async () => {
    const { budget, now } = createBudget(10, 1);
    budget.pause(7000);
    await budget.acquire(1);
    expect(now()).toBe(7000);
    await budget.acquire(10);
    expect([now(), budget.pauseLeftMs]).toEqual([8000, 0]);
  });

  it('pauses as long as the exchange requests, also if it has no limits', async () => {
    const { budget, now } = createBudget(Infinity, Infinity);
    budget.pause(7000);
    await budget.acquire(1);
    expect(now()).toBe(7000);
  });

  it('waits for whole milliseconds, which is the unit of timers', async () => {
    const { budget, now } = createBudget(1, 3);
    await budget.acquire(1);
    await budget.acquire(1);
    expect(now()).toBe(334);
  });

  it('pauses no longer than the maximum, also if the exchange requests more', async () => {
    const { budget, now } = createBudget(10, 1, 5000);
    budget.pause(7000);
    expect(budget.pauseLeftMs).toBe(5000);
    await budget.acquire(1);
    expect(now()).toBe(5000);
  });

  it('does not end a pause early if the exchange requests a shorter one', async () => {
    const { budget, now } = createBudget(10, 1);
    budget.pause(7000);
    budget.pause(1000);
    await budget.acquire(1);
    expect(now()).toBe(7000);
  });

  it('serves a waiting caller if its share becomes smaller than the cost', async () => {
    let nowMs = 0;
    const sleep = async (durationMs: number): Promise<void> => {
      budget.share(2);
      nowMs += durationMs;
      if (nowMs > 60_000) throw new Error('the caller waits forever');
    };
    const budget = new RateBudget(
      { capacity: 1, refillPerSecond: 1 },
      { elapsedMs: () => nowMs, sleep },
    );
    await budget.acquire(1);
    await budget.acquire(1);
    expect(nowMs).toBe(1000);
  });

  it('pauses a caller that already waits when the exchange requests a pause', async () => {
    let nowMs = 0;
    const sleep = async (durationMs: number): Promise<void> => {
      nowMs += durationMs;
      // The response to the request of another caller.
      if (nowMs === 1000) budget.pause(7000);
    };
    const budget = new RateBudget(
      { capacity: 1, refillPerSecond: 1 },
      { elapsedMs: () => nowMs, sleep },
    );
    await budget.acquire(1);
    await budget.acquire(1);
    expect(nowMs).toBe(8000);
  });

  it('serves the next caller after an aborted wait', async () => {
    const { budget, giveUp } = createBudget(1, 0.001);
    await budget.acquire(1);
    giveUp(true);
    const first = budget.acquire(1);
    await expect(first).rejects.toThrow('given up');
    giveUp(false);
    await expect(budget.acquire(1)).resolves.toBeUndefined();
  });
});
