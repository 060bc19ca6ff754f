import { expect, it } from 'vitest';

import { type CachedBody, createResponseCache } from './response-cache.ts';

const entryOf = (length: number): CachedBody => ({
  entityTag: '"a"',
  body: 'x'.repeat(length),
  headers: {},
});

it.each([
  ['bodies', 'key', 1000, 20],
  // Keys are as long as callers make them.
  ['keys', 'key'.padEnd(1500), 10, 25],
])('evicts the oldest before its %s exceed its size', (_what, prefix, length, countMax) => {
  const cache = createResponseCache(51_000);
  const keys = Array.from({ length: 100 }, (_, index) => `${prefix} ${index}`);
  for (const key of keys) cache.set(key, entryOf(length));
  const cached = keys.filter((key) => cache.get(key) !== undefined);
  expect(cached.length).toBeLessThanOrEqual(countMax);
  expect(cached.length).toBeGreaterThan(countMax / 2);
  expect(cached.at(-1)).toBe(keys.at(-1));
});

it('refuses a body that is a large part of its size, and every body if it is disabled', () => {
  const cache = createResponseCache(100_000);
  cache.set('large', entryOf(4000));
  expect(cache.get('large')).toBeUndefined();
  const none = createResponseCache(0);
  none.set('small', entryOf(1));
  expect(none.get('small')).toBeUndefined();
});
