/** Maps transactions of Bitvavo's account history. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type BookingKinds, kindOfBooking } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { feeOf } from '../mapping/fee.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireAmount,
  requireInstant,
  requireText,
} from '../mapping/raw-row.ts';

/** `type` of a transaction (docs.bitvavo.com, Get transaction history). */
export const KINDS: BookingKinds = {
  staking: 'reward',
  fixed_staking: 'reward',
  affiliate: 'reward',
  distribution: 'reward',
  rebate: 'reward',
  internal_transfer: 'transfer',
  external_transferred_funds: 'transfer',
  loan: 'booking',
  manually_assigned: 'booking',
  manually_assigned_bitvavo: 'booking',
  // Not documented: a bonus for new customers, which Bitvavo's own export of transactions contains.
  campaign_new_user_incentive: 'reward',
};

/** Types of trades, and of rows that the lists of deposits and withdrawals contain. */
const SKIPPED = new Set(['buy', 'sell', 'deposit', 'withdrawal', 'withdrawal_cancelled']);

/** Known types that are not documented; Bitvavo may refuse a request of them. */
export const UNDOCUMENTED_TYPES: readonly string[] = ['campaign_new_user_incentive'];

/** The documented types that can be requested: all but `manually_assigned_bitvavo`. */
export const HISTORY_TYPES = Object.keys(KINDS).filter(
  (type) => !type.endsWith('_bitvavo') && !UNDOCUMENTED_TYPES.includes(type),
);

/** Maps transactions of `account/history` other than deposits, withdrawals and trades. */
export function mapHistory(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  return mapRows(
    'history',
    rows,
    (row) => mapTransaction(row, toSymbol),
    (row) => keyById('history', 'transactionId', row),
  );
}

function mapTransaction(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  const type = requireText(row, 'type');
  if (SKIPPED.has(type)) return undefined;
  const side = readText(row, 'receivedAmount') === null ? 'sent' : 'received';
  const asset = toSymbol(requireText(row, `${side}Currency`));
  const feeCost = readFee(row, 'feesAmount');
  const feeId = readText(row, 'feesCurrency');
  const booking = mapBooking({
    key: `history:${requireText(row, 'transactionId')}`,
    kind: kindOfBooking(type, KINDS),
    direction: side === 'sent' ? 'out' : 'in',
    asset,
    amount: requireAmount(row, `${side}Amount`),
    timestampMs: requireInstant(row, 'executedAt'),
    fee: feeOf(feeCost, feeId === null ? null : toSymbol(feeId)),
  });
  return { ...booking, address: readText(row, 'address') };
}
