/** Status codes of Bitget. */
import type { StatusTable } from '../mapping/status-table.ts';

/**
 * `status` of deposits and withdrawals. The documentation of version 2 (bitget.com/api-doc/spot, Get Deposit
 * Records, Get Withdrawal Records) lists `pending`, `fail` and `success`; the documentation of version 1
 * lists the other words for both lists; its last word, `unknown`, is not mapped. Rows that wait to be frozen,
 * deducted, credited or returned are not final.
 */
export const STATUSES: StatusTable = {
  pending: 'pending',
  fail: 'failed',
  success: 'completed',
  Pending: 'pending',
  Pending_fail: 'failed',
  pending_review: 'pending',
  pending_review_fail: 'failed',
  wallet_processing: 'pending',
  wallet_fail: 'failed',
  cancel: 'canceled',
  reject: 'failed',
  wait_frozen: 'pending',
  wait_create_order: 'pending',
  deposit_check: 'pending',
  deposit_check_fail: 'failed',
  dealing: 'pending',
  frozen_fail: 'failed',
  wait_unfreeze: 'pending',
  wait_deducted: 'pending',
  wait_recharge: 'pending',
  wait_recharge_system: 'pending',
  recharge_fail_risk_wait_to_system: 'pending', // held by risk control, to be credited later
  risk_audit: 'pending',
  pre_success: 'pending', // waiting for confirmations
  wait_small_check: 'pending',
};
