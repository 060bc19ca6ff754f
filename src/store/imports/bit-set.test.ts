import fc from 'fast-check';
import { expect, it } from 'vitest';

import { BitSet } from './bit-set.ts';

it('contains the numbers that were added, and those with the same remainder', () => {
  const numbers = fc.array(fc.nat(2 ** 40), { maxLength: 50 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 27 }), numbers, numbers, (size, added, others) => {
      const bits = new BitSet(size);
      const remainders = new Set<number>();
      for (const value of added) {
        expect(bits.add(value)).toBe(remainders.has(value % size));
        remainders.add(value % size);
      }
      for (const value of [...added, ...others]) {
        expect(bits.has(value)).toBe(remainders.has(value % size));
      }
    }),
  );
});
