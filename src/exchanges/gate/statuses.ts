/** Status codes of Gate. */
import type { StatusTable } from '../mapping/status-table.ts';

/**
 * `status` of `wallet/deposits` (gate.com/docs/developers/apiv4, Get deposit records; github.com/gate/gateapi-python,
 * DepositRecord).
 */
export const DEPOSIT_STATUSES: StatusTable = {
  REVIEW: 'pending', // compliance review
  MANUAL: 'pending', // manual review
  PEND: 'pending',
  TRACK: 'pending', // confirmations are counted
  DEP_CREDITED: 'completed', // credited, but not yet withdrawable
  DONE: 'completed',
  INVALID: 'failed',
  BLOCKED: 'failed', // rejected
};

/**
 * `status` of `wallet/withdrawals` (gate.com/docs/developers/apiv4, Get withdrawal records;
 * github.com/gate/gateapi-python, WithdrawalRecord).
 */
export const WITHDRAWAL_STATUSES: StatusTable = {
  REQUEST: 'pending',
  VERIFY: 'pending',
  FVERIFY: 'pending', // verification of the face
  MANUAL: 'pending', // manual review, as DMOVE
  DMOVE: 'pending',
  REVIEW: 'pending',
  PEND: 'pending',
  PROCES: 'pending',
  SPLITPEND: 'pending', // divided because of its size
  EXTPEND: 'pending', // sent, not confirmed
  LOCKED: 'pending', // locked by the wallet
  CANCELPEND: 'pending', // the cancellation is not confirmed
  FAIL: 'pending', // failed on the chain, not confirmed
  DONE: 'completed',
  BCODE: 'completed', // a Gate code
  CANCEL: 'canceled',
  REJECT: 'failed',
  INVALID: 'failed',
};
