/** Status codes of KuCoin. */
import type { StatusTable } from '../mapping/status-table.ts';

/**
 * `status` of deposits (kucoin.com/docs-new, Get Deposit History, and the change log of
 * 2026-06-03). A deposit that is credited ahead of its confirmation may still be reversed, so it
 * is re-read until it is final.
 */
export const DEPOSIT_STATUSES: StatusTable = {
  PROCESSING: 'pending',
  PRE_SUCCESS: 'pending', // credited before the last confirmation
  WAIT_TRM_MGT: 'pending', // compliance verification
  WAIT_RISK_MGT: 'pending', // risk verification
  ROLLBACKING: 'pending', // being reversed
  SUCCESS: 'completed',
  FAILURE: 'failed',
  TRM_MGT_REJECTED: 'failed',
  RISK_MGT_REJECTED: 'failed',
  ROLLBACK: 'failed', // reversed, nothing was credited
};

/**
 * `status` of withdrawals (kucoin.com/docs-new, Get Withdrawal History); there is no status for canceled
 * withdrawals.
 */
export const WITHDRAWAL_STATUSES: StatusTable = {
  REVIEW: 'pending',
  PROCESSING: 'pending',
  WALLET_PROCESSING: 'pending',
  SUCCESS: 'completed',
  FAILURE: 'failed',
};
