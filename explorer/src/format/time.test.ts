import { expect, it } from 'vitest';

import { formatAge } from './time.ts';

const NOW_MS = Date.UTC(2024, 5, 1, 12);

it.each([
  [-5000, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [3 * 60_000 + 59_000, '3 minutes ago'],
  [3_600_000, '1 hour ago'],
  [47 * 3_600_000, '1 day ago'],
  [400 * 86_400_000, '400 days ago'],
])('writes an age of %i ms as "%s"', (ageMs, text) => {
  expect(formatAge(NOW_MS - ageMs, NOW_MS)).toBe(text);
});
