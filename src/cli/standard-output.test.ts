import { expect, it } from 'vitest';

import { assumeWidth } from './standard-output.ts';

it('assumes 80 columns for a terminal that reports no size, and keeps every other width', () => {
  const widths = [0, 40, undefined].map((columns) => assumeWidth({ columns }).columns);
  expect(widths).toEqual([80, 40, undefined]);
});
