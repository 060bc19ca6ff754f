import { expect, it } from 'vitest';

import { acceptsGzip } from './compression.ts';

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
  expect(acceptsGzip(header)).toBe(accepted);
});
