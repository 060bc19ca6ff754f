import { describe, expect, it } from 'vitest';

import { RateLimiter } from './rate-limit.ts';

describe('RateLimiter', () => {
  it('admits the quota of each key in each second', () => {
    const limiter = new RateLimiter(2);
    expect([1, 2, 3, 4].map(() => limiter.take('a', 5000))).toEqual([1, 0, -1, -1]);
    expect(limiter.take('b', 5999)).toBe(1);
    expect(limiter.take('a', 6000)).toBe(1);
  });

  it('resets the quota when the clock is set back', () => {
    const limiter = new RateLimiter(1);
    limiter.take('a', 9000);
    expect(limiter.take('a', 1000)).toBe(0);
  });

  it('describes itself as structured fields', () => {
    const limiter = new RateLimiter(100);
    expect(limiter.headers()).toEqual({
      'ratelimit-policy': '"key";q=100;w=1',
      ratelimit: '"key";r=100;t=1',
    });
    expect(limiter.describe(99)).toBe('"key";r=99;t=1');
    expect(limiter.describe(-1)).toBe('"key";r=0;t=1');
  });

  it('is disabled with a limit of zero', () => {
    expect(new RateLimiter(0).headers()).toEqual({});
  });
});
