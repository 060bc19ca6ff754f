import type { TransactionStatus } from '../../domain/transaction.ts';
import { lookUp } from '../mapping/look-up.ts';
import type { StatusTable } from '../mapping/status-table.ts';

/** ccxt's own words. */
const UNIFIED: StatusTable = {
  ok: 'completed',
  pending: 'pending',
  failed: 'failed',
  canceled: 'canceled',
};

/**
 * Words of exchanges that ccxt returns unchanged. The table only contains words with the same meaning at all
 * exchanges: `confirmed`, `approved by user`, `sent` and numbers have different meanings.
 */
const WORDS: StatusTable = {
  ...UNIFIED,
  complete: 'completed',
  completed: 'completed',
  credited: 'completed',
  done: 'completed',
  finish: 'completed',
  finished: 'completed',
  settled: 'completed',
  'deposit can withdraw': 'completed',
  'withdrawal success status': 'completed',
  succeed: 'completed',
  succeeded: 'completed',
  success: 'completed',
  successful: 'completed',
  accepted: 'pending',
  approving: 'pending',
  'awaiting approval': 'pending',
  broadcasting: 'pending',
  cancelling: 'pending',
  checking: 'pending',
  confirming: 'pending',
  created: 'pending',
  'in progress': 'pending',
  initiated: 'pending',
  new: 'pending',
  processing: 'pending',
  queued: 'pending',
  refunding: 'pending',
  requested: 'pending',
  reviewing: 'pending',
  sending: 'pending',
  submitted: 'pending',
  submitting: 'pending',
  unconfirmed: 'pending',
  'auditing status': 'pending',
  'block mining status': 'pending',
  'processing status': 'pending',
  'user approved': 'pending',
  verifying: 'pending',
  wait: 'pending',
  waiting: 'pending',
  'audit reject status': 'failed',
  declined: 'failed',
  error: 'failed',
  expired: 'failed',
  fail: 'failed',
  failure: 'failed',
  invalid: 'failed',
  refused: 'failed',
  rejected: 'failed',
  'withdrawal failure status': 'failed',
  'complete error': 'failed',
  orphan: 'failed',
  // The funds were returned to the sender: no amount was moved, and the row does not say that it was
  // canceled.
  refunded: 'failed',
  reject: 'failed',
  reversed: 'failed',
  'rolled back': 'failed',
  'user canceled': 'canceled',
  cancel: 'canceled',
  'user cancelled': 'canceled',
  cancelled: 'canceled',
};

/** Returns the status for a word of ccxt or of an exchange; `unknown` if it is not certain. */
export function readStatusWord(status: string | null): TransactionStatus {
  // The text after a colon is the transaction (Poloniex) or a reason.
  const word = status?.split(':')[0]?.toLowerCase().replaceAll(/[_-]+/g, ' ').trim() ?? null;
  // There are many words for pending: `PENDING APPROVAL`, `Pending Review`.
  if (word?.startsWith('pending ') === true) return 'pending';
  return lookUp(WORDS, word) ?? 'unknown';
}
