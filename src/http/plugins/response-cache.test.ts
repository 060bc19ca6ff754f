import { expect, it } from 'vitest';

import { type CachedBody, ResponseCache } from './response-cache.ts';

const entryOf = (byteLength: number): CachedBody => ({
  entityTag: '"a"',
  body: 'x'.repeat(byteLength),
  byteLength,
  headers: {},
});

it('evicts bodies that are not requested when it is full', () => {
  // An entry of 1,000 bytes takes 2,512 with its compressed form, and its key.
  const cache = new ResponseCache(2520 * 20);
  for (let index = 0; index < 15; index += 1) cache.add(`key ${index}`, entryOf(1000));
  expect(cache.find('key 0')).toBeDefined();
  for (let index = 15; index < 20; index += 1) cache.add(`key ${index}`, entryOf(1000));
  expect(cache.find('key 0')).toBeDefined();
  cache.add('key 20', entryOf(1000));
  expect(cache.find('key 1')).toBeUndefined();
  expect(cache.find('key 19')).toBeDefined();
});

it('never exceeds its size', () => {
  for (const count of [10, 20, 25, 50, 100]) {
    const cache = new ResponseCache(2520 * 20);
    const keys = Array.from({ length: count }, (_, index) => `key ${index}`);
    for (const key of keys) cache.add(key, entryOf(1000));
    const cached = keys.filter((key) => cache.find(key) !== undefined);
    expect(cached.length).toBeGreaterThanOrEqual(10);
    expect(cached.length).toBeLessThanOrEqual(20);
  }
});

it('refuses a body that is a large part of its size, and every body if it is disabled', () => {
  const cache = new ResponseCache(100_000);
  cache.add('large', entryOf(4000));
  expect(cache.find('large')).toBeUndefined();
  const none = new ResponseCache(0);
  none.add('small', entryOf(1));
  expect(none.find('small')).toBeUndefined();
});

it('counts a body once if it replaces another', () => {
  const cache = new ResponseCache(2520 * 16);
  for (let index = 0; index < 100; index += 1) cache.add('same', entryOf(1000));
  for (let index = 0; index < 15; index += 1) cache.add(`key ${index}`, entryOf(1000));
  expect(cache.find('same')).toBeDefined();
});

it('counts keys, which are as long as callers make them', () => {
  const cache = new ResponseCache(200_000);
  for (let index = 0; index < 100; index += 1) cache.add(`${index}`.padEnd(8000), entryOf(10));
  const cached = Array.from({ length: 100 }, (_, index) => cache.find(`${index}`.padEnd(8000)));
  expect(cached.filter((entry) => entry !== undefined).length).toBeLessThanOrEqual(24);
});

it('caches a large body when it is requested for the second time', () => {
  const cache = new ResponseCache(100 * 1024 * 1024);
  const [once, twice] = ['"once"', '"twice"'].map((entityTag) =>
    Object.assign(entryOf(70_000), { entityTag }),
  );
  cache.add('once', once!);
  cache.add('twice', twice!);
  expect(cache.find('twice')).toBeUndefined();
  cache.add('twice', twice!);
  expect(cache.find('once')).toBeUndefined();
  expect(cache.find('twice')).toBe(twice);
});

it('limits the number of bodies that were requested once', () => {
  const cache = new ResponseCache(100 * 1024 * 1024);
  const entries = Array.from({ length: 1001 }, (_, index) =>
    Object.assign(entryOf(70_000), { entityTag: `"${index}"` }),
  );
  for (const entry of entries) cache.add(entry.entityTag, entry);
  cache.add('first', entries[0]!);
  cache.add('last', entries.at(-1)!);
  expect(cache.find('first')).toBeUndefined();
  expect(cache.find('last')).toBeDefined();
});
