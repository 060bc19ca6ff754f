/** What ledgers book beside deposits, withdrawals and trades. */
import { type Decimal, isNegativeDecimal, isZeroDecimal } from '../../domain/decimal.ts';
import type { TransactionType } from '../../domain/transaction.ts';

/** What a booking is for, whichever way it goes; `booking` is any other purpose. */
export type BookingKind = 'transfer' | 'reward' | 'fee' | 'booking';

/** Which way a booking goes, seen from the account of which the balance is reported. */
export type Direction = 'in' | 'out';

const TYPES: Readonly<Record<BookingKind, Readonly<Record<Direction, TransactionType>>>> = {
  transfer: { in: 'transfer_in', out: 'transfer_out' },
  // A reward that is taken back is none, and neither is a fee that is paid back.
  reward: { in: 'reward', out: 'debit' },
  fee: { in: 'credit', out: 'fee' },
  booking: { in: 'credit', out: 'debit' },
};

/** The type of a booking; `other` if its direction is unknown. */
export function typeOfBooking(
  kind: BookingKind,
  direction: Direction | undefined,
): TransactionType {
  return direction === undefined ? 'other' : TYPES[kind][direction];
}

/** Which way a signed change of a balance goes; `undefined` for a change of zero. */
export function directionOf(change: Decimal): Direction | undefined {
  if (isZeroDecimal(change)) return undefined;
  return isNegativeDecimal(change) ? 'out' : 'in';
}

/** The opposite direction: what leaves the other account arrives in this one. */
export function reverseDirection(direction: Direction | undefined): Direction | undefined {
  if (direction === undefined) return undefined;
  return direction === 'in' ? 'out' : 'in';
}
