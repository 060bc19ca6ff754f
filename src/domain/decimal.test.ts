import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  addDecimals,
  compareDecimals,
  DecimalError,
  isZeroDecimal,
  parseDecimal,
  shortestDecimal,
  subtractDecimals,
  tryParseDecimal,
  withDecimals,
} from './decimal.ts';

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: min, maxLength: max });
const plain = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 30), digits(0, 30))
  .map(([sign, whole, fraction]) => parseDecimal(`${sign}${whole}${fraction && `.${fraction}`}`));

describe('parseDecimal', () => {
  it.each([
    ['0.00000001', '0.00000001'],
    ['123456789.123456789012345678', '123456789.123456789012345678'],
    ['1e-8', '0.00000001'],
    ['1.5E-7', '0.00000015'],
    ['1.50e3', '1500'],
    ['12.345e1', '123.45'],
    ['9.00000000', '9.00000000'],
    ['0.00000000', '0.00000000'],
    ['+007.50', '7.50'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0', '0'],
    ['-0.000', '0.000'],
    ['-1.2', '-1.2'],
    ['0e99', '0'],
    ['1e127', `1${'0'.repeat(127)}`],
    [`.${'9'.repeat(127)}`, `0.${'9'.repeat(127)}`],
  ])('reads %s as %s', (text, expected) => {
    expect(parseDecimal(text)).toBe(expected);
  });

  it.each([
    '',
    '.',
    '-',
    'e5',
    'abc',
    'NaN',
    'Infinity',
    '1,5',
    ' 1',
    '1 ',
    '1_0',
    '0x10',
    '1e',
    '٣',
    '1.2.3',
    '--1',
    '1e5000',
    '1e-5000',
    '1e9999999999',
    '9'.repeat(129),
    '0'.repeat(1000),
    '1e128',
  ])('refuses %j', (text) => {
    expect(() => parseDecimal(text)).toThrow(DecimalError);
    expect(tryParseDecimal(text)).toBeUndefined();
  });

  it.each([
    ['9'.repeat(129), /9{129}" is too long$/],
    [`.${'9'.repeat(129)}`, /\.9{129}" is too long$/],
    ['9'.repeat(100_000), /100000 characters$/],
    ['x'.repeat(129), /"x{129}"$/],
  ])('explains why it refuses a long text', (text, message) => {
    expect(() => parseDecimal(text)).toThrow(message);
  });

  it('returns a JSON number that parses to the same text', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(parseDecimal(value)).toBe(value);
        expect(value).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
      }),
    );
  });
});

describe('arithmetic', () => {
  it('returns the first operand if the second is added and subtracted', () => {
    fc.assert(
      fc.property(plain, plain, (left, right) => {
        const sum = addDecimals(left, right);
        expect(compareDecimals(subtractDecimals(sum, right), left)).toBe(0);
        expect(addDecimals(right, left)).toBe(sum);
      }),
    );
  });

  it('compares like integers of one scale', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), fc.nat(20), (a, b, zeros) => {
        const left = parseDecimal(`${a}.${'0'.repeat(zeros + 1)}`.slice(0, 200));
        const right = parseDecimal(`${b}`);
        expect(Math.sign(compareDecimals(left, right))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('keeps digits beyond the precision of a float', () => {
    expect(addDecimals(parseDecimal('0.1'), parseDecimal('0.2'))).toBe('0.3');
    expect(
      subtractDecimals(
        parseDecimal('123456789.123456789012345678'),
        parseDecimal('0.000000000000000001'),
      ),
    ).toBe('123456789.123456789012345677');
  });

  it('recognises zero and returns the shortest form', () => {
    expect(isZeroDecimal(parseDecimal('0.000'))).toBe(true);
    expect(isZeroDecimal(parseDecimal('0.001'))).toBe(false);
    expect(shortestDecimal(parseDecimal('1.500'))).toBe('1.5');
    expect(shortestDecimal(parseDecimal('100'))).toBe('100');
    expect(shortestDecimal(parseDecimal('0.00'))).toBe('0');
  });

  it.each([
    ['10', 2, '10.00'],
    ['10.5', 4, '10.5000'],
    ['-0.125', 2, '-0.125'],
    ['7', 0, '7'],
  ])('writes %s with at least %i decimals as %s', (text, decimals, expected) => {
    expect(withDecimals(parseDecimal(text), decimals)).toBe(expected);
  });
});
