import type { TransactionStatus } from '../../domain/transaction.ts';

/** `status` of a transaction (docs.cdp.coinbase.com/coinbase-app/track-apis/transactions). */
const STATUSES: ReadonlyMap<string | null, TransactionStatus> = new Map([
  ['created', 'pending'], // in older rows
  ['pending', 'pending'],
  ['waiting_for_signature', 'pending'], // a withdrawal from a vault, not approved yet
  ['waiting_for_clearing', 'pending'], // a withdrawal from a vault, approved
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['expired', 'canceled'], // its condition was not met in time, nothing moved
  ['canceled', 'canceled'],
]);

/** What a status of Coinbase means; `unknown` where that is not known. */
export function transactionStatusOf(status: string | null): TransactionStatus {
  return STATUSES.get(status) ?? 'unknown';
}
