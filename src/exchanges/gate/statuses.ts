/** Status codes of Gate. */
import type { StatusTable } from '../mapping/status-table.ts';

/** `status` of `wallet/deposits` (gate.com/docs/developers/apiv4, Get deposit records). */
export const DEPOSIT_STATUSES: StatusTable = {
  REVIEW: 'pending', // compliance review
  PEND: 'pending',
  TRACK: 'pending', // confirmations are counted
  DEP_CREDITED: 'completed', // credited, but not yet withdrawable
  DONE: 'completed',
  INVALID: 'failed',
  BLOCKED: 'failed', // rejected
};

/** `status` of `wallet/withdrawals` (gate.com/docs/developers/apiv4, Get withdrawal records). */
export const WITHDRAWAL_STATUSES: StatusTable = {
  REQUEST: 'pending',
  VERIFY: 'pending',
  MANUAL: 'pending', // manual review, as DMOVE
  DMOVE: 'pending',
  REVIEW: 'pending',
  PEND: 'pending',
  PROCES: 'pending',
  SPLITPEND: 'pending', // divided because of its size
  EXTPEND: 'pending', // sent, not confirmed
  DONE: 'completed',
  BCODE: 'completed', // a Gate code
  CANCEL: 'canceled',
  FAIL: 'failed', // failed on the chain; re-read for a while, like every failed row
  INVALID: 'failed',
};
