import { expect, it } from 'vitest';

import { formatBytes } from './format.ts';

it.each([
  // A full disk.
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [12_345_678, '12.3 MB'],
  [999_000_000_000, '999 GB'],
  [2e15, '2000 TB'],
])('writes %d bytes in the largest unit of which there is at least one', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
