import fc from 'fast-check';
import { expect, it } from 'vitest';

import { parseDecimal } from '../../domain/decimal.ts';
import { decodeContent, encodeContent } from './transaction-content.ts';

const DIGITS = '0123456789abcdef';
const arbitraryDigits = fc
  .tuple(
    fc.constantFrom('', '0x', '0X'),
    fc.array(fc.constantFrom(...DIGITS.split('')), { minLength: 14, maxLength: 80 }),
    fc.boolean(),
  )
  .map(([prefix, digits, isUpper]) => {
    const text = digits.join('');
    return prefix + (isUpper ? text.toUpperCase() : text);
  });
const arbitraryText = fc.option(
  fc.oneof(
    arbitraryDigits,
    fc.string({ unit: 'binary' }),
    fc.integer({ min: 230, max: 260 }).map((length) => 'z'.repeat(length)),
    fc.integer({ min: 505, max: 515 }).map((length) => 'a'.repeat(length)),
  ),
);
const arbitraryDecimal = fc.nat().map((value) => parseDecimal(`${value}.50`));

it('returns all values unchanged', () => {
  const arbitraryContent = fc.record({
    typeCode: fc.integer({ min: 1, max: 15 }),
    statusCode: fc.integer({ min: 1, max: 15 }),
    asset: arbitraryText.map((text) => text ?? 'BTC'),
    amount: arbitraryDecimal,
    feeCost: fc.option(arbitraryDecimal),
    feeCurrency: arbitraryText,
    txid: arbitraryText,
    address: arbitraryText,
  });
  fc.assert(
    fc.property(arbitraryContent, (content) => {
      expect(decodeContent(encodeContent(content))).toEqual(content);
    }),
  );
});

it.each([
  ['lower-case digits', 'ab'.repeat(32), 34],
  ['digits after 0x', `0x${'ab'.repeat(20)}`, 22],
  ['upper-case digits', 'AB'.repeat(32), 34],
  ['mixed digits', 'aB'.repeat(32), 65],
  ['an odd number of digits', 'a'.repeat(63), 64],
])('stores a txid of %s in the shortest form', (_form, txid, size) => {
  const codes = { typeCode: 1, statusCode: 2 };
  const values = { asset: 'BTC', amount: parseDecimal('1'), feeCost: null, feeCurrency: null };
  const others = encodeContent({ ...codes, ...values, txid: null, address: null });
  const content = encodeContent({ ...codes, ...values, txid, address: null });
  expect(content.length - others.length + 1).toBe(size);
});

it('reads missing bytes as null', () => {
  const codes = { typeCode: 1, statusCode: 2 };
  const values = { asset: 'BTC', amount: parseDecimal('1.5'), feeCost: null, feeCurrency: 'BTC' };
  const bytes = encodeContent({
    ...codes,
    ...values,
    txid: 'ab'.repeat(32),
    address: 'z'.repeat(300),
  });
  for (let length = 0; length < bytes.length; length += 1) {
    const { asset, address } = decodeContent(bytes.subarray(0, length));
    expect(address?.length ?? 0).toBeLessThan(300);
    expect([null, '', 'B', 'BT', 'BTC']).toContain(asset);
  }
});
