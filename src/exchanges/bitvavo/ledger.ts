/** Transactions of Bitvavo's account history, mapped. Pure. */
import { parseInstantCeiling } from '../../domain/instant.ts';
import { type BookingKind, type Direction, typeOfBooking } from '../mapping/booking-types.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireAmount,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

/** `type` of a transaction (docs.bitvavo.com, Get transaction history), in our vocabulary. */
const KINDS: Readonly<Record<string, BookingKind>> = {
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
};

/** What is trading, or told by the lists of deposits and withdrawals. */
const LEFT_OUT = new Set(['buy', 'sell', 'deposit', 'withdrawal', 'withdrawal_cancelled']);

/** Those that can be asked for by type; the last one cannot. */
export const HISTORY_TYPES = Object.keys(KINDS).filter((type) => !type.endsWith('_bitvavo'));

/** Transactions of `account/history` that are neither deposits, withdrawals nor trades. */
export function mapHistory(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  return mapRows(
    'history',
    rows,
    (row) => mapTransaction(row, toSymbol),
    ({ transactionId: id }) => (typeof id === 'string' && id !== '' ? `history:${id}` : undefined),
  );
}

function mapTransaction(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  const type = requireText(row, 'type');
  if (LEFT_OUT.has(type)) return undefined;
  const side = readText(row, 'receivedAmount') === null ? 'sent' : 'received';
  const direction: Direction = side === 'sent' ? 'out' : 'in';
  const asset = toSymbol(requireText(row, `${side}Currency`));
  const feeCost = readFee(row, 'feesAmount');
  const feeId = readText(row, 'feesCurrency');
  const executedAt = requireText(row, 'executedAt');
  return {
    key: `history:${requireText(row, 'transactionId')}`,
    type: typeOfBooking(
      (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined) ?? 'booking',
      direction,
    ),
    status: 'completed',
    asset,
    amount: requireAmount(row, `${side}Amount`),
    timestampMs: requireTimestampMs(
      { executedAt: parseInstantCeiling(executedAt) ?? executedAt },
      'executedAt',
    ),
    txid: null,
    address: readText(row, 'address'),
    feeCost,
    feeCurrency: feeCost === null || feeId === null ? null : toSymbol(feeId),
  };
}
