import type { TransactionStatus } from '../../domain/transaction.ts';

/**
 * `status` of withdrawals (docs.bitvavo.com, Get withdrawal history). Deposits have two of these
 * words, `completed` and `canceled` (Get deposit history); both are read by one list, as in ccxt.
 * The documentation has no word for a failure. `processed` comes before `completed`.
 */
export const STATUSES: Readonly<Record<string, TransactionStatus>> = {
  awaiting_processing: 'pending',
  awaiting_email_confirmation: 'pending',
  awaiting_bitvavo_inspection: 'pending',
  approved: 'pending',
  sending: 'pending',
  in_mempool: 'pending',
  processed: 'pending',
  completed: 'completed',
  canceled: 'canceled',
};
