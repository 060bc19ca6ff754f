/** Maps entries of Gate's spot account book. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type BookingKind, directionOf } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

/** Matches entries of rows that the lists of deposits and withdrawals contain. */
const LISTED_ELSEWHERE =
  /^(deposit|withdraw)(_rej|_gatecode|_fireblock|_copper|_finmo)?$|^cancel_withdraw$/;
/** Matches entries of trading: orders, conversions, PUSH trades between customers, token sales, NFTs. */
const TRADING =
  /^(new_order|cancel_order|order_|system_fee|trade|eth_swap|dust_swap|flash_swap|cv_|startup_(prtcp|refund|sale)|push_|nft_|ntf_)/;

/** Kinds by the names of entries; the first pattern that matches counts. */
const KINDS: readonly (readonly [RegExp, BookingKind])[] = [
  // Fees that subscribers and copy traders pay to the user, and refunds of fees; other people are the payers.
  [/^(subs_in|subs_in_rcvd|quant_cmn_in|fct_rcvd)$/, 'booking'],
  // `quant_cmn_…` are the performance fees of bots (AccountBook code 2401 to 2403).
  [/_fee(_refund)?$|interest_out$|^(subs_deduct|quant_cmn_out|quant_cmn_rtd)$/, 'fee'],
  [/rebate|_rewards$|_bonus$|^airdrop$|^award$|^interest_in$|^hodl_int$|_int_in$|_rcvd$/, 'reward'],
  [/_(trf|transfer)$|^(lend|redeem|lending_lent|collected|quant_return|fct_refund)$/, 'transfer'],
  [/_(in|out)$/, 'transfer'],
];

/**
 * Maps entries of `spot/account_book` other than deposits, withdrawals and trading, by the names of
 * gate.com/docs/developers/apiv4, AccountBook type. `change` is negative if the amount leaves the account.
 * Loans, P2P, purchases that are paid outside of the account, and names that are not listed there, are mapped to
 * `credit` and `debit`.
 */
export function mapAccountBook(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  return mapRows(
    'account-book',
    rows,
    (row) => mapEntry(row, toSymbol),
    (row) => keyById('account-book', 'id', row),
  );
}

function mapEntry(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  const name = readText(row, 'type') ?? 'unknown';
  if (LISTED_ELSEWHERE.test(name) || TRADING.test(name)) return undefined;
  const change = requireDecimal(row, 'change');
  const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'booking';
  return mapBooking({
    key: `account-book:${requireText(row, 'id')}`,
    kind,
    direction: directionOf(change),
    asset: toSymbol(requireText(row, 'currency')),
    amount: change,
    timestampMs: requireTimestampMs(row, 'time'),
  });
}
