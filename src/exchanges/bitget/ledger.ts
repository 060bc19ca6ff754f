/** Bills of Bitget's spot account, mapped. Pure. */
import { absoluteDecimal } from '../../domain/decimal.ts';
import { type BookingKind, directionOf, typeOfBooking } from '../mapping/booking-types.ts';
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readFee,
  readText,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

/**
 * `groupType` of the bills that are asked for (bitget.com/api-doc/spot, Get Account Bills). The
 * others are told elsewhere (`deposit`, `withdraw`) or are trading.
 */
export const BILL_GROUPS = ['transfer', 'financial', 'loan', 'fait', 'other'] as const;

const GROUPS: ReadonlySet<string> = new Set(BILL_GROUPS);

/** `businessType` of what is told elsewhere, is trading, or moves nothing. */
const LEFT_OUT = new Set([
  'DEPOSIT',
  'WITHDRAW',
  'BUY',
  'SELL',
  'DEDUCTION_HANDLING_FEE',
  'SYSTEM_LOCK',
  'USER_LOCK',
]);

/** What words of `businessType` and `groupType` mean; any other is a booking of its own kind. */
const KINDS: Readonly<Record<string, BookingKind>> = {
  TRANSFER_IN: 'transfer',
  TRANSFER_OUT: 'transfer',
  REBATE_REWARDS: 'reward',
  AIRDROP_REWARDS: 'reward',
  USDT_CONTRACT_REWARDS: 'reward',
  MIX_CONTRACT_REWARDS: 'reward',
  TRANSFER: 'transfer',
};

/**
 * Bills of `account/bills` that are neither deposits, withdrawals nor trading. `size` is negative for
 * what leaves the account.
 */
export function mapBills(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  return mapRows(
    'bills',
    rows,
    (row) => mapBill(row, toSymbol),
    ({ billId }) => (typeof billId === 'string' && billId !== '' ? `bill:${billId}` : undefined),
  );
}

function mapBill(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  const group = requireText(row, 'groupType').toLowerCase();
  // The documentation writes these words in three ways.
  const business = (readText(row, 'businessType') ?? '').toUpperCase().replaceAll(/[\s-]/g, '_');
  if (!GROUPS.has(group) || LEFT_OUT.has(business)) return undefined;
  const asset = toSymbol(requireText(row, 'coin'));
  const feeCost = readFee(row, 'fees');
  const change = requireDecimal(row, 'size');
  return {
    key: `bill:${requireText(row, 'billId')}`,
    type: typeOfBooking(kindOf(business) ?? kindOf(group) ?? 'booking', directionOf(change)),
    status: 'completed',
    asset,
    amount: absoluteDecimal(change),
    timestampMs: requireTimestampMs(row, 'cTime'),
    txid: null,
    address: null,
    feeCost,
    feeCurrency: feeCost === null ? null : asset,
  };
}

function kindOf(word: string): BookingKind | undefined {
  const name = word.toUpperCase();
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
}
