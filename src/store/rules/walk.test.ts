import { expect, it } from 'vitest';

import { WalkExpiredError } from '../errors.ts';
import { hasChangedTimes, TIME_CHANGES_MAX } from './walk.ts';

it('continues a walk as long as every move since its start is recorded', () => {
  expect(hasChangedTimes(7, 7)).toBe(false);
  expect(hasChangedTimes(7, 7 + TIME_CHANGES_MAX)).toBe(true);
  expect(() => hasChangedTimes(7, 8 + TIME_CHANGES_MAX)).toThrow(WalkExpiredError);
  // The database was restored to an earlier state.
  expect(() => hasChangedTimes(8, 7)).toThrow(WalkExpiredError);
});
