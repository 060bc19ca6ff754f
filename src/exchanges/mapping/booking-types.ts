/** Types of ledger entries other than deposits, withdrawals and trades. Pure functions. */
import { type Decimal, isNegativeDecimal, isZeroDecimal } from '../../domain/decimal.ts';
import type { TransactionType } from '../../domain/transaction.ts';
import { lookUp } from './look-up.ts';

/** The purpose of a booking, in either direction; `booking` is any other purpose. */
export type BookingKind = 'transfer' | 'reward' | 'fee' | 'booking';

/** The direction of a booking, from the view of the account that the balances report. */
export type Direction = 'in' | 'out';

const TYPES: Readonly<Record<BookingKind, Readonly<Record<Direction, TransactionType>>>> = {
  transfer: { in: 'transfer_in', out: 'transfer_out' },
  // A reclaimed reward is a debit, and a refunded fee is a credit.
  reward: { in: 'reward', out: 'debit' },
  fee: { in: 'credit', out: 'fee' },
  booking: { in: 'credit', out: 'debit' },
};

/** Returns the type of a booking; `other` if its direction is unknown. */
export function typeOfBooking(
  kind: BookingKind,
  direction: Direction | undefined,
): TransactionType {
  return direction === undefined ? 'other' : TYPES[kind][direction];
}

/** The words or codes of an exchange for kinds of bookings. */
export type BookingKinds = Readonly<Record<string, BookingKind>>;

/** Returns the kind of an exchange's type; `booking` if the table does not have it. */
export function kindOfBooking(word: string | null, kinds: BookingKinds): BookingKind {
  return lookUp(kinds, word) ?? 'booking';
}

/** Returns the direction of a signed change of a balance; `undefined` for a change of zero. */
export function directionOf(change: Decimal): Direction | undefined {
  if (isZeroDecimal(change)) return undefined;
  return isNegativeDecimal(change) ? 'out' : 'in';
}
