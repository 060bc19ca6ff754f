import { describe, expect, it } from 'vitest';
import { cutUnits, fixedFromUnits, fromUnits, toUnits } from './decimal-units.ts';

describe('decimal units', () => {
  it.each([
    ['0', 0n],
    ['1.5', 1_500_000_000_000_000_000n],
    ['-0.000000000000000001', -1n],
    ['123456.123456789012345678', 123_456_123_456_789_012_345_678n],
  ])('read %s exactly and write it back', (text, units) => {
    expect(toUnits(text)).toBe(units);
    expect(fromUnits(units)).toBe(text);
  });

  it('refuse exponents, finer digits than 18 and words', () => {
    for (const text of ['1e3', '0.0000000000000000001', 'abc', '', '.5', '+1']) {
      expect(() => toUnits(text)).toThrow(RangeError);
    }
  });

  it('are written with the requested number of decimals', () => {
    expect(fixedFromUnits(toUnits('1.23456'), 2)).toBe('1.23');
    expect(fixedFromUnits(toUnits('-7'), 4)).toBe('-7.0000');
    expect(fixedFromUnits(toUnits('7.9'), 0)).toBe('7');
  });

  it('are cut towards zero', () => {
    expect(fromUnits(cutUnits(toUnits('1.239'), 2))).toBe('1.23');
    expect(fromUnits(cutUnits(toUnits('-1.239'), 2))).toBe('-1.23');
  });
});
