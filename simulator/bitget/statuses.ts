import type { RoutedSource, TruthStatus } from '../truth.ts';

const STATUSES: Readonly<Record<string, TruthStatus>> = {
  success: 'completed',
  pending: 'pending',
  fail: 'failed',
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
  recharge_fail_risk_wait_to_system: 'pending',
  risk_audit: 'pending',
  pre_success: 'pending',
  wait_small_check: 'pending',
  unknown: 'unknown',
};

/**
 * The meanings of Bitget's statuses. Source: Bitget v2 and v1, "Get Deposit Records", "Get Withdrawal
 * Records".
 */
export const BITGET_STATUSES: Readonly<
  Record<RoutedSource, Readonly<Record<string, TruthStatus>>>
> = {
  deposit: STATUSES,
  'internal-deposit': { success: 'completed', pending: 'pending' },
  withdrawal: STATUSES,
  'internal-withdrawal': { success: 'completed', pending: 'pending', fail: 'failed' },
};
