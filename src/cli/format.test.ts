import { expect, it } from 'vitest';

import { formatBytes, formatDistance } from './format.ts';

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

it.each([
  [0, '0 s ago'],
  [119_000, '119 s ago'],
  [120_000, '2 min ago'],
  [7_199_000, '120 min ago'],
  [7_200_000, '2 h ago'],
  [172_799_000, '48 h ago'],
  [172_800_000, '2 d ago'],
  [-40_000, 'in 40 s'],
])('writes a time of %d ms in the largest unit of which there are at least two', (ms, text) => {
  expect(formatDistance(1_700_000_000_000 - ms, 1_700_000_000_000)).toBe(text);
});
