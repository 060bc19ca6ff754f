/** Codes of statuses and types of Bitstamp. */
import type { BookingKind } from '../mapping/booking-types.ts';
import type { StatusTable } from '../mapping/status-table.ts';

/**
 * `status` of a withdrawal request (bitstamp.net/api, Withdrawal requests). A reversed request was finished,
 * and then its booking was reversed.
 */
export const REQUEST_STATUSES: StatusTable = {
  '0': 'pending', // open
  '1': 'pending', // in process
  '2': 'completed', // finished
  '3': 'canceled',
  '4': 'failed',
  '11': 'failed', // reversed
};

/**
 * `type` of a user transaction other than a trade (bitstamp.net/api, User transactions). Staked assets move
 * between two balances of one customer. Except for the first two types, the sign of the amount is the
 * direction.
 */
export const TRANSACTION_TYPES: Readonly<Record<string, 'deposit' | 'withdrawal' | BookingKind>> = {
  '0': 'deposit',
  '1': 'withdrawal',
  '14': 'transfer', // sub-account transfer
  '25': 'transfer', // credited with staked assets
  '26': 'transfer', // sent assets to staking
  '27': 'reward', // staking reward
  '32': 'reward', // referral reward
  '33': 'transfer', // settlement transfer
  '35': 'transfer', // inter-account transfer
  '59': 'booking', // claim of the insurance fund
  '60': 'fee', // premium of the insurance fund
};

/** Types of trading: market trade, simple buy, conversions, settlement, liquidation. */
export const TRADE_TYPES: ReadonlySet<string> = new Set(['2', '36', '53', '55', '58', '61']);
