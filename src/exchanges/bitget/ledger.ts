/** Maps bills of Bitget's spot account. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import {
  type BookingKind,
  type BookingKinds,
  type Direction,
  directionOf,
  kindOfBooking,
} from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { readFeeIn } from '../mapping/fee.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

/**
 * `groupType` of the bills that are requested (bitget.com/api-doc/spot, Get Account Bills). The other groups
 * are in other lists (`deposit`, `withdraw`) or are trading.
 */
export const BILL_GROUPS = [
  'transfer',
  'financial',
  'strategy',
  'loan',
  'fait',
  'on_chain',
  'other',
] as const;

const GROUPS: ReadonlySet<string> = new Set(BILL_GROUPS);

/** The group of fiat currencies, in Bitget's spelling. */
const FIAT_GROUP = 'fait';
/** The group of Earn. */
const EARN_GROUP = 'financial';
/** The group of trades on chains, and of the money that moves for them. */
const CHAIN_GROUP = 'on_chain';

/**
 * `businessType` of deposits and withdrawals. Only those of fiat are read from bills, because the other
 * lists do not contain them ("Get Deposit Records (Not include Fiat deposit record)").
 */
const FUNDING = new Set(['DEPOSIT', 'WITHDRAW']);

/** Matches words of a bank transfer, for example `FIAT_BANK_TRANSFER_DEPOSIT_SUCCESS_USER_IN_V2` of a real account. */
const BANK_TRANSFER = /^FIAT_.*(DEPOSIT|WITHDRAW)/;

/** `businessType` of trading, and of bills that move nothing. */
const SKIPPED = new Set([
  'BUY',
  'SELL',
  'DEDUCTION_HANDLING_FEE',
  'DEDUCTION_OF_HANDLING_FEE',
  'ORDER_DEALT_IN',
  'ORDER_DEALT_FROZEN_OUT',
  'ORDER_PLF_FEE_OUT',
  'SYSTEM_LOCK',
  'USER_LOCK',
]);

/**
 * Words of `businessType` and `groupType`. Trading bots have accounts of their own, so a bill of the group
 * `strategy` moves money to a bot or back. The words of Earn are those of rows from real accounts in public
 * projects, because the documentation does not list them.
 */
const KINDS: BookingKinds = {
  TRANSFER_IN: 'transfer',
  TRANSFER_OUT: 'transfer',
  REBATE_REWARDS: 'reward',
  AIRDROP_REWARDS: 'reward',
  USDT_CONTRACT_REWARDS: 'reward',
  MIX_CONTRACT_REWARDS: 'reward',
  TRANSFER: 'transfer',
  STRATEGY: 'transfer',
  ON_CHAIN_TRANSFER_OUT: 'transfer',
  ON_CHAIN_TRANSFER_REFUND: 'transfer',
  FINANCIAL_LOCK_OUT: 'transfer',
  FINANCIAL_POS_OUT: 'transfer',
  FINANCIAL_SUBS_OUT: 'transfer',
  FINANCIAL_USER_OUT: 'transfer',
  FINANCIAL_DUAL_USER_FREEZING_OUT: 'transfer',
  FINANCIAL_TRANSFER_OUT: 'transfer',
  FINANCIAL_UNLOCK_IN: 'transfer',
  FINANCIAL_REDE_IN: 'transfer',
  FINANCIAL_TRANSFER_IN: 'transfer',
  POOLX_SUB_OUT: 'transfer',
  POOLX_REDEM_IN: 'transfer',
  POOL_X_SUB_OUT: 'transfer',
  POOL_X_REDEM_IN: 'transfer',
};

/** Words of Earn that may have another meaning in other groups. */
const EARN_KINDS: BookingKinds = {
  REDEMPTION: 'transfer',
  LOCK_RELEASE_USER_IN: 'transfer',
};
/** Matches words of interest that Earn pays, for example `BATCH_INTEREST_USER_IN`. */
const INTEREST = /INTEREST/;

/**
 * Maps bills of `account/bills` other than trading, and than deposits and withdrawals on chains. `size` is
 * negative if the amount leaves the account.
 */
export function mapBills(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  return mapRows(
    'bills',
    rows,
    (row) => mapBill(row, toSymbol),
    (row) => keyById('bill', 'billId', row),
  );
}

function mapBill(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  const group = requireText(row, 'groupType').toLowerCase();
  // The documentation writes these words with three kinds of separators.
  const business = (readText(row, 'businessType') ?? '').toUpperCase().replaceAll(/[\s-]/g, '_');
  if (!GROUPS.has(group) || SKIPPED.has(business)) return undefined;
  const isFunding = FUNDING.has(business);
  if (isFunding && group !== FIAT_GROUP) return undefined;
  if (group === CHAIN_GROUP && !Object.hasOwn(KINDS, business)) return undefined;
  const asset = toSymbol(requireText(row, 'coin'));
  const change = requireDecimal(row, 'size');
  const direction = directionOf(change);
  const booking = mapBooking({
    key: `bill:${requireText(row, 'billId')}`,
    kind: kindOf(group, business),
    direction,
    asset,
    amount: change,
    timestampMs: requireTimestampMs(row, 'cTime'),
    fee: readFeeIn(asset, row, 'fees'),
  });
  if (!isFunding && !(group === FIAT_GROUP && isBankTransfer(business, direction))) return booking;
  return { ...booking, type: direction === 'out' ? 'withdrawal' : 'deposit' };
}

/** Returns true for a bank transfer in its own direction: one that returns is a booking. */
function isBankTransfer(business: string, direction: Direction | undefined): boolean {
  return BANK_TRANSFER.exec(business)?.[1] === (direction === 'out' ? 'WITHDRAW' : 'DEPOSIT');
}

/** Returns the kind of a bill by its word, otherwise by its group. */
function kindOf(group: string, business: string): BookingKind {
  const word = Object.hasOwn(KINDS, business) ? business : group.toUpperCase();
  if (group !== EARN_GROUP || word === business) return kindOfBooking(word, KINDS);
  return INTEREST.test(business) ? 'reward' : kindOfBooking(business, EARN_KINDS);
}
