/** Status codes of Kraken. */
import type { TransactionStatus } from '../../domain/transaction.ts';
import { lookUp } from '../mapping/look-up.ts';
import { type RawRow, readText } from '../mapping/raw-row.ts';
import { readStatus, type StatusTable } from '../mapping/status-table.ts';

/**
 * `status` of `DepositStatus` and `WithdrawStatus` (support.kraken.com, Advanced API FAQ): a `Settled`
 * deposit still waits for confirmations.
 */
export const STATUSES: StatusTable = {
  Initial: 'pending',
  Pending: 'pending',
  Settled: 'pending',
  'On hold': 'pending',
  Success: 'completed',
  Partial: 'completed',
  Failure: 'failed',
  Canceled: 'canceled',
};

/** `status-prop` overrides `status`: a returned deposit was sent back, and held rows are not final. */
export const STATUS_PROPS: StatusTable = {
  return: 'failed',
  canceled: 'canceled',
  'cancel-pending': 'pending',
  onhold: 'pending',
  'on-hold': 'pending',
};

/** Returns the status of a row of `DepositStatus` or `WithdrawStatus`. */
export function readKrakenStatus(row: RawRow): TransactionStatus {
  return lookUp(STATUS_PROPS, readText(row, 'status-prop')) ?? readStatus(row, 'status', STATUSES);
}
