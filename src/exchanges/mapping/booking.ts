import { absoluteDecimal, type Decimal } from '../../domain/decimal.ts';
import type { TransactionStatus } from '../../domain/transaction.ts';
import type { ExchangeTransaction } from '../exchange.ts';
import { type BookingKind, type Direction, typeOfBooking } from './booking-types.ts';
import { type Fee, NO_FEE } from './fee.ts';

/** The fields of a ledger entry. */
export interface Booking {
  readonly key: string;
  readonly kind: BookingKind;
  readonly direction: Direction | undefined;
  readonly asset: string;
  /** With or without its sign. */
  readonly amount: Decimal;
  readonly timestampMs: number;
  /** Default: none. */
  readonly fee?: Fee;
  /** Default: `completed`, because ledgers contain settled bookings. */
  readonly status?: TransactionStatus;
}

/** Returns the transaction of a ledger entry, without txid and address, and with an unsigned amount. */
export function mapBooking({
  kind,
  direction,
  amount,
  fee = NO_FEE,
  status = 'completed',
  ...identity
}: Booking): ExchangeTransaction {
  return {
    ...identity,
    type: typeOfBooking(kind, direction),
    status,
    amount: absoluteDecimal(amount),
    txid: null,
    address: null,
    ...fee,
  };
}
