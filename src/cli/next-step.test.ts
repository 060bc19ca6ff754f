import { expect, it } from 'vitest';

import { formatNextStep } from './next-step.ts';

const STEP = {
  found: 'The last synchronisation of the wallet failed. '.repeat(6).trim(),
  commands: [['teller status', 'wallets and exchanges on one screen']],
} as const;

it.each([
  [40, 40],
  [undefined, 100],
  [300, 100],
])('wraps the advice for a terminal of %s columns at %i', (columns, width) => {
  const lengths = formatNextStep(STEP, columns)
    .split('\n')
    .map(({ length }) => length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(width);
  expect(Math.max(...lengths)).toBeGreaterThan(width - 20);
});
