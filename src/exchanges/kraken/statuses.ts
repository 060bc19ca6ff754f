import type { TransactionStatus } from '../../domain/transaction.ts';
import { type RawRow, readText } from '../mapping/raw-row.ts';
import { readStatus, statusOfCode } from '../mapping/status-table.ts';

/**
 * States of `DepositStatus` and `WithdrawStatus` (support.kraken.com, Advanced API FAQ): a settled
 * deposit still waits for confirmations.
 */
const STATUSES: Readonly<Record<string, TransactionStatus>> = {
  Initial: 'pending',
  Pending: 'pending',
  Settled: 'pending',
  'On hold': 'pending',
  Success: 'completed',
  Partial: 'completed',
  Failure: 'failed',
  Canceled: 'canceled',
};

/**
 * `status-prop` overrides the state: a return goes back to its sender and was not received, and
 * held ones are not final, whatever their `status` says.
 */
const STATUS_PROPS: Readonly<Record<string, TransactionStatus>> = {
  return: 'failed',
  canceled: 'canceled',
  'cancel-pending': 'pending',
  onhold: 'pending',
  'on-hold': 'pending',
};

/** The status of a row of `DepositStatus` or `WithdrawStatus`. */
export function readKrakenStatus(row: RawRow): TransactionStatus {
  return (
    statusOfCode(readText(row, 'status-prop'), STATUS_PROPS) ?? readStatus(row, 'status', STATUSES)
  );
}
