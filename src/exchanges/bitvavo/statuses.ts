/** Status codes of Bitvavo. */
import type { StatusTable } from '../mapping/status-table.ts';

/**
 * `status` of withdrawals (docs.bitvavo.com, Get withdrawal history). Deposits of fiat have two of these
 * words, `completed` and `canceled` (Get deposit history); one table maps both, as in ccxt. The documentation lists
 * no status for a failure. `processed` comes before `completed`.
 */
export const STATUSES: StatusTable = {
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
