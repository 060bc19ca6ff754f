import { expect, it } from 'vitest';

import { acceptsEncoding, compressBody, type CompressibleBody } from './compression.ts';

it.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['br, GZIP', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0.001', true],
  ['gzip;q=0, *', false],
  ['*', true],
  ['*;q=0', false],
  ['br;q=1.0, deflate', false],
  ['x-gzip', true],
  ['gzipped', false],
])('reads accept-encoding %j as %s', (header, accepted) => {
  expect(acceptsEncoding(header, 'gzip')).toBe(accepted);
});

it.each([
  ['gzip, deflate, br, zstd', true],
  ['br;q=0, gzip', false],
  ['gzip', false],
  ['*', true],
])('finds brotli in accept-encoding %j: %s', (header, accepted) => {
  expect(acceptsEncoding(header, 'br')).toBe(accepted);
});

it('caches the compressed form, and skips a body while four are being compressed', async () => {
  const bodies: CompressibleBody[] = Array.from({ length: 5 }, () => ({ body: 'x'.repeat(1000) }));
  const compressed = await Promise.all(bodies.map(compressBody));
  expect(compressed.map((gzip) => gzip === undefined)).toEqual([false, false, false, false, true]);
  expect(bodies.map(({ gzip }) => gzip)).toEqual(compressed);
});
