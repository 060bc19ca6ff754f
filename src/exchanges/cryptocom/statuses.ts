/** Status codes of Crypto.com. */
import type { StatusTable } from '../mapping/status-table.ts';

/** `status` of a deposit (exchange-docs.crypto.com, private/get-deposit-history). */
export const DEPOSIT_STATUSES: StatusTable = {
  '0': 'pending', // not arrived
  '1': 'completed', // arrived
  '2': 'failed',
  '3': 'pending',
};

/** `status` of a withdrawal (exchange-docs.crypto.com, private/get-withdrawal-history). */
export const WITHDRAWAL_STATUSES: StatusTable = {
  '0': 'pending',
  '1': 'pending', // processing
  '2': 'failed', // rejected
  '3': 'pending', // payment in progress
  '4': 'failed', // payment failed
  '5': 'completed',
  '6': 'canceled',
};

/** `status` of a bank transfer (private/fiat/fiat-deposit-history, fiat-withdraw-history). */
export const FIAT_STATUSES: StatusTable = {
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  refunded: 'failed', // sent back
  cancelled: 'canceled',
};
