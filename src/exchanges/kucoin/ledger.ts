/** Maps entries of KuCoin's ledger. Pure functions. */
import type { ExchangeTransaction, WindowReading } from '../exchange.ts';
import { type BookingKinds, type Direction, kindOfBooking } from '../mapping/booking-types.ts';
import { mapBooking } from '../mapping/booking.ts';
import { keyById, mapRows, type ToSymbol } from '../mapping/map-rows.ts';
import {
  type RawRow,
  readText,
  requireDecimal,
  requireText,
  requireTimestampMs,
} from '../mapping/raw-row.ts';

/** The account from which withdrawals are made. */
const MAIN = 'MAIN';

/** `bizType` of entries that other lists contain, and of trades. */
const SKIPPED = new Set([
  'DEPOSIT',
  'WITHDRAW',
  'WITHDRAWAL',
  'TRADE_EXCHANGE',
  'MARGIN_EXCHANGE',
  'MARGIN_TRADE',
  'INSTANT_EXCHANGE',
  'CONVERT_TO_KCS',
  'BUY_CRYPTO',
  'SELL_CRYPTO',
  'PUBLIC_OFFERING_PURCHASE',
]);

/** The other words of `bizType`. */
const KINDS: BookingKinds = {
  TRANSFER: 'transfer',
  SUB_TRANSFER: 'transfer',
  SUB_ACCOUNT_TRANSFER: 'transfer',
  BROKER_TRANSFER: 'transfer',
  ASSETS_TRANSFERRED_IN_AFTER_UPGRADING: 'transfer',
  STAKING: 'transfer',
  REDEMPTION: 'transfer',
  VOTING: 'transfer',
  REDEMPTION_OF_VOTING: 'transfer',
  KUCOIN_BONUS: 'reward',
  REFERRAL_BONUS: 'reward',
  REWARDS: 'reward',
  OTHER_REWARDS: 'reward',
  DISTRIBUTION: 'reward',
  AIRDROP_FORK: 'reward',
  FEE_REBATE: 'reward',
  STAKING_PROFITS: 'reward',
  SOFT_STAKING_PROFITS: 'reward',
  VOTING_EARNINGS: 'reward',
  LOCKDROP_VESTING: 'reward',
  KCS_PAY_FEES: 'fee',
  LIQUIDATION_FEES: 'fee',
  REFUNDED_FEES: 'booking',
};

/**
 * Maps entries of `accounts/ledgers` (kucoin.com/docs-new, Get Account Ledgers - Spot/Margin) other than
 * deposits, withdrawals and trades. Each account books its own side of a transfer. Only the entries of the
 * main account are mapped, so that no transfer is mapped twice.
 */
export function mapLedger(rows: readonly unknown[], toSymbol: ToSymbol): WindowReading {
  return mapRows(
    'ledger',
    rows,
    (row) => mapEntry(row, toSymbol),
    (row) => keyById('ledger', 'id', row),
  );
}

function mapEntry(row: RawRow, toSymbol: ToSymbol): ExchangeTransaction | undefined {
  const business = readBusiness(row);
  const account = (readText(row, 'accountType') ?? MAIN).toUpperCase();
  if (SKIPPED.has(business) || account !== MAIN) return undefined;
  const asset = toSymbol(requireText(row, 'currency'));
  return mapBooking({
    key: `ledger:${requireText(row, 'id')}`,
    kind: kindOfBooking(business, KINDS),
    direction: readDirection(row),
    asset,
    // The change of the balance: "fees included" (kucoin.com/docs-new, Get Account Ledgers).
    amount: requireDecimal(row, 'amount'),
    timestampMs: requireTimestampMs(row, 'createdAt'),
  });
}

/** `direction` is `in` or `out`; an amount has no sign. */
function readDirection(row: RawRow): Direction | undefined {
  const direction = readText(row, 'direction')?.toLowerCase();
  return direction === 'in' || direction === 'out' ? direction : undefined;
}

/**
 * Returns `bizType` in one form: the documentation writes `Sub-account transfer`, `KuCoin Bonus` and
 * `KUCOIN_BONUS`.
 */
function readBusiness(row: RawRow): string {
  return (readText(row, 'bizType') ?? '').toUpperCase().replaceAll(/[^A-Z\d]+/g, '_');
}
