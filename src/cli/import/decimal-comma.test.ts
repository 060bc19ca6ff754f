import { expect, it } from 'vitest';

import { readDecimalComma, readDecimalCommaCell, show } from './decimal-comma.ts';

it.each([
  ['1,5', '1.5'],
  ['1.234,50', '1234.50'],
  ['1.234.567', '1234567'],
  ['12.345.678,000000000000000001', '12345678.000000000000000001'],
  ['1234,50', '1234.50'],
  ['1234', '1234'],
  ['0,00000001', '0.00000001'],
  ['1,5E-7', '1.5E-7'],
  ['-3,0', '-3.0'],
  [',5', '.5'],
])('reads %s as %s', (text, decimal) => {
  expect(readDecimalComma('amount', text)).toBe(decimal);
});

it.each(['1.234', '123.456', '-1.234', '+1.234'])(
  'refuses %s, which may have a decimal point',
  (text) => {
    expect(() => readDecimalComma('amount', text)).toThrow(/^amount "[+-]?[\d.]+" is ambiguous/);
  },
);

it('refuses a cell of an export that is too long for an amount', () => {
  const cell = `EUR 1,5${' '.repeat(250)}`;
  expect(() => readDecimalCommaCell('amount', cell)).toThrow('amount has 257 characters');
  expect(readDecimalCommaCell('amount', cell.slice(1))).toMatch(/^UR 1\.5 /);
});

it('shows a cell in a message shortened, and without control characters', () => {
  expect(show(`\u009B${'x'.repeat(5000)}`)).toBe(`"�${'x'.repeat(63)}"`);
});

it.each([
  '1.5',
  '0.12345',
  '12.34,5',
  '1.2345,6',
  '1,234,567',
  '1,234.5',
  "1'234,5",
  '1 234,5',
  '1.234,',
  'EUR 1',
])('refuses %s, which is no decimal with a comma', (text) => {
  expect(() => readDecimalComma('amount', text)).toThrow('must be a decimal with a comma');
});
