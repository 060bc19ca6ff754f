/**
 * Types of Coinbase's transactions: one list contains deposits, withdrawals and all other bookings. Pure
 * functions.
 */
import type { TransactionType } from '../../domain/transaction.ts';
import { type BookingKind, type Direction, typeOfBooking } from '../mapping/booking-types.ts';
import { lookUp } from '../mapping/look-up.ts';

/** A deposit or a withdrawal. */
const EXTERNAL = 'external';
/** A move between two accounts of one customer; see `own-moves.ts`. */
const OWN = 'own';
/** An exchange of one asset for another, which is not a transaction of a wallet. */
const TRADE = 'trade';

type Meaning = BookingKind | typeof EXTERNAL | typeof OWN | typeof TRADE;

/**
 * `type` of a transaction (docs.cdp.coinbase.com/coinbase-app/track-apis/transactions), with the types of
 * earlier versions. `transfer` moves between accounts of one customer: a vault, staking, Coinbase Pro, the
 * international exchange.
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  send: EXTERNAL,
  receive: EXTERNAL,
  request: EXTERNAL,
  fiat_deposit: EXTERNAL,
  fiat_withdrawal: EXTERNAL,
  transfer: OWN,
  exchange_deposit: 'transfer',
  exchange_withdrawal: 'transfer',
  pro_deposit: 'transfer',
  pro_withdrawal: 'transfer',
  intx_deposit: 'transfer',
  intx_withdrawal: 'transfer',
  vault_withdrawal: OWN,
  staking_transfer: OWN,
  unstaking_transfer: OWN,
  derivatives_settlement: 'transfer',
  staking_reward: 'reward',
  inflation_reward: 'reward',
  interest: 'reward',
  earn_payout: 'reward',
  incentives_rewards_payout: 'reward',
  subscription_rebate: 'reward',
  subscription: 'fee',
  clawback: 'booking',
  incentives_shared_clawback: 'booking',
  retail_simple_dust: 'booking',
  unsupported_asset_recovery: 'booking',
  tx: 'booking',
  buy: TRADE,
  sell: TRADE,
  trade: TRADE,
  advanced_trade_fill: TRADE,
  wrap_asset: TRADE,
  unwrap_asset: TRADE,
  // "Conversion of USDC to USD" for the margin of futures.
  fcm_futures_usdc_sell: TRADE,
  fcm_futures_usdc_sell_additional_encumberment_rollup: TRADE,
};

/** Returns true for a type of moves between two accounts of one customer. */
export function isOwnMove(type: string | null): boolean {
  return meaningOf(type) === OWN;
}

/**
 * Returns the type of a transaction; `undefined` for a trade. An unknown type is mapped as a booking.
 *
 * @param direction the direction, from the view of the accounts that count for the balance.
 */
export function transactionTypeOf(
  type: string,
  direction: Direction | undefined,
): TransactionType | undefined {
  const meaning = meaningOf(type);
  if (meaning === TRADE) return undefined;
  if (meaning === EXTERNAL) return direction === 'out' ? 'withdrawal' : 'deposit';
  return typeOfBooking(meaning === OWN ? 'transfer' : meaning, direction);
}

function meaningOf(type: string | null): Meaning {
  return lookUp(MEANINGS, type) ?? 'booking';
}
