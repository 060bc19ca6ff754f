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

/** `status-prop` overrides `status`: held rows are not final. */
export const STATUS_PROPS: StatusTable = {
  canceled: 'canceled',
  'cancel-pending': 'pending',
  onhold: 'pending',
  'on-hold': 'pending',
};

/**
 * Returns the status of a row of `DepositStatus` or `WithdrawStatus`. The `status-prop` `return` is "a return transaction
 * initiated by Kraken" (docs.kraken.com, Get Status of Recent Withdrawals). Without an entry in the ledger, such a row has
 * not changed the balance: the deposit was sent back before it was credited.
 *
 * @param isBooked whether the ledger has an entry of the row.
 */
export function readKrakenStatus(row: RawRow, isBooked: boolean): TransactionStatus {
  const property = readText(row, 'status-prop');
  if (property === 'return' && !isBooked) return 'failed';
  return lookUp(STATUS_PROPS, property) ?? readStatus(row, 'status', STATUSES);
}
