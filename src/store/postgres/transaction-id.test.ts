import fc from 'fast-check';
import { expect, it } from 'vitest';

import { decodeTransactionId, encodeTransactionId } from './transaction-id.ts';

/** Digits, and characters before, between and after them. */
const DIGITS = '0123456789abcdef!:Ag~'.split('');
const arbitraryId = fc.oneof(
  fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) => `tx_${Buffer.from(bytes).toString('hex')}`),
  // Identifiers that differ late, or only in their length.
  fc
    .tuple(
      fc.constantFrom('tx_', ''),
      fc.nat(40),
      fc.constantFrom('0', 'f', '9'),
      fc.string({ unit: fc.constantFrom(...DIGITS), maxLength: 3 }),
    )
    .map(([prefix, count, digit, end]) => prefix + digit.repeat(count) + end),
  fc.string({ unit: fc.constantFrom('t', 'x', '_', 'a', '0', '\0', '\u0001', 'é') }),
);
const compareTexts = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

it('keeps the order of identifiers', () => {
  fc.assert(
    fc.property(arbitraryId, arbitraryId, (left, right) => {
      expect(Buffer.compare(encodeTransactionId(left), encodeTransactionId(right))).toBe(
        compareTexts(left, right),
      );
    }),
    { numRuns: 5000 },
  );
});

it('returns every identifier unchanged', () => {
  fc.assert(
    fc.property(arbitraryId, (id) => {
      expect(decodeTransactionId(encodeTransactionId(id))).toBe(id);
    }),
  );
});

it('stores an identifier of 32 digits in 16 bytes', () => {
  const id = `tx_${'0'.repeat(31)}1`;
  expect(encodeTransactionId(id)).toEqual(Buffer.from(id.slice(3), 'hex'));
});
