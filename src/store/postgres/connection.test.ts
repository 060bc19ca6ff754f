import pg from 'pg';
import { expect, it } from 'vitest';

import { COLUMN_TYPES } from './connection.ts';

it('an integer is read exactly, or refused', () => {
  const read = COLUMN_TYPES.getTypeParser(pg.types.builtins.INT8) as (text: string) => unknown;
  expect(read('-9007199254740991')).toBe(-9_007_199_254_740_991);
  expect(() => read('9007199254740993')).toThrow('invalid number: 9007199254740993');
});
