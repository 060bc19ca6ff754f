/** Status codes of Binance. */
import type { StatusTable } from '../mapping/status-table.ts';

/** A deposit that is "credited but cannot withdraw" (developers.binance.com, Deposit History). */
export const CREDITED = '6';

/**
 * Statuses of `capital/deposit/hisrec` (developers.binance.com, Wallet, Deposit History): 6 is credited, but
 * cannot be withdrawn before some more confirmations; it counts as completed.
 */
export const DEPOSIT_STATUSES: StatusTable = {
  '0': 'pending',
  '1': 'completed',
  '2': 'failed', // rejected
  [CREDITED]: 'completed',
  '7': 'failed', // wrong deposit
  '8': 'pending', // waiting for the user's confirmation
};

/** Statuses of `capital/withdraw/history` (developers.binance.com, Wallet, Withdraw History). */
export const WITHDRAWAL_STATUSES: StatusTable = {
  '0': 'pending', // e-mail sent
  '1': 'canceled',
  '2': 'pending', // awaiting approval
  '3': 'failed', // rejected
  '4': 'pending', // processing
  '5': 'failed', // failure
  '6': 'completed',
};

/**
 * Statuses of `fiat/orders` (developers.binance.com, Fiat, Deposit/Withdraw History). `Order Partial credit Stopped` is
 * unknown: a part was credited, and no field has its amount.
 */
export const FIAT_STATUSES: StatusTable = {
  Processing: 'pending',
  Successful: 'completed',
  Finished: 'completed',
  Failed: 'failed',
  Expired: 'failed',
  'Refund Failed': 'failed',
  Refunding: 'pending', // not returned yet
  Refunded: 'failed', // nothing was moved, and it was not canceled
};

/** Statuses of `asset/transfer` (developers.binance.com, Query User Universal Transfer History). */
export const TRANSFER_STATUSES: StatusTable = {
  CONFIRMED: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
};
