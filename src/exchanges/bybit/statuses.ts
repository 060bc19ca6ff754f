/** Status codes of Bybit. */
import type { StatusTable } from '../mapping/status-table.ts';

/**
 * `depositStatus` of `deposit/query-record` (bybit-exchange.github.io/docs/v5/enum). Codes that are not in
 * the table are unknown: 0, and 70013 (a failed rollback).
 */
export const DEPOSIT_STATUSES: StatusTable = {
  '1': 'pending', // to be confirmed
  '2': 'pending', // processing
  '3': 'completed',
  '4': 'failed',
  '7': 'pending', // a rollback is under review
  '10011': 'pending', // to be credited to the funding pool
  '10012': 'completed', // credited to the funding pool
  '70011': 'failed', // rolled back
  '70012': 'completed', // retained after the review of a rollback
};

/** `status` of `deposit/query-internal-record` (docs/v5/asset/deposit/internal-deposit-record). */
export const INTERNAL_DEPOSIT_STATUSES: StatusTable = {
  '1': 'pending',
  '2': 'completed',
  '3': 'failed',
};

/** `transferStatus` of `transfer/query-inter-transfer-list` (docs/v5/enum). */
export const TRANSFER_STATUSES: StatusTable = {
  SUCCESS: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
};

/** `withdrawStatus` of `withdraw/query-record` (docs/v5/enum); `Unknown` is one of them. */
export const WITHDRAWAL_STATUSES: StatusTable = {
  SecurityCheck: 'pending',
  Pending: 'pending',
  MoreInformationRequired: 'pending',
  HighValueReviewPending: 'pending',
  HighValueReviewEDDSubmission: 'pending',
  success: 'completed',
  BlockchainConfirmed: 'completed',
  CancelByUser: 'canceled',
  Reject: 'failed',
  Fail: 'failed',
  HighValueReviewRejected: 'failed',
  HighValueReviewRejectedRfunding: 'failed', // as the documentation writes it
  HighValueReviewRejectedRefunded: 'failed',
};
