import { expect, it } from 'vitest';

import { parseDecimal } from '../../domain/decimal.ts';
import { type BookingKind, directionOf, typeOfBooking } from './booking-types.ts';

it.each<[BookingKind, string, string]>([
  ['transfer', 'transfer_in', 'transfer_out'],
  ['reward', 'reward', 'debit'],
  ['fee', 'credit', 'fee'],
  ['booking', 'credit', 'debit'],
])('maps a %s that arrives to %s and one that leaves to %s', (kind, arrives, leaves) => {
  expect(typeOfBooking(kind, directionOf(parseDecimal('0.5')))).toBe(arrives);
  expect(typeOfBooking(kind, directionOf(parseDecimal('-0.5')))).toBe(leaves);
  expect(typeOfBooking(kind, undefined)).toBe('other');
});

it('returns no direction for a change of zero', () => {
  expect(directionOf(parseDecimal('0.00'))).toBeUndefined();
});
