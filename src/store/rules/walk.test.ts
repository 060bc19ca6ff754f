import { expect, it } from 'vitest';

import { WalkExpiredError } from '../errors.ts';
import { hasMoves, MOVES_MAX } from './walk.ts';

it('continues a walk as long as every move since its start is recorded', () => {
  expect(hasMoves(7, 7)).toBe(false);
  expect(hasMoves(7, 7 + MOVES_MAX)).toBe(true);
  expect(() => hasMoves(7, 8 + MOVES_MAX)).toThrow(WalkExpiredError);
  // The database was restored to an earlier state.
  expect(() => hasMoves(8, 7)).toThrow(WalkExpiredError);
});
