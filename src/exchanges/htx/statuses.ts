/** Status codes of HTX. */
import type { StatusTable } from '../mapping/status-table.ts';

/**
 * The state of a deposit that is credited and can be traded; when it can be withdrawn, the state is `safe`.
 */
export const CREDITED = 'confirmed';

/**
 * `state` of a deposit (huobiapi.github.io/docs/spot/v1/en, Search for Existed Withdraws and Deposits). A
 * confirmed deposit counts as completed, and the withdrawable balance excludes it. `unknown`, which the page
 * explains as not received on the chain, is mapped to `unknown`.
 */
export const DEPOSIT_STATUSES: StatusTable = {
  unknown: 'unknown',
  confirming: 'pending',
  [CREDITED]: 'completed',
  safe: 'completed',
  orphan: 'failed', // its block is no longer part of the chain
};

/**
 * `state` of a withdrawal (documented on the same page; `risk-action-fail` only on its successor,
 * htx.com/en-us/opend/newApiPages, Search for Existed Withdraws and Deposits). `risk-action-timeout` of that page is not
 * mapped, because it may not be final.
 */
export const WITHDRAWAL_STATUSES: StatusTable = {
  verifying: 'pending',
  failed: 'failed', // not verified
  submitted: 'pending',
  reexamine: 'pending',
  canceled: 'canceled', // by the customer
  pass: 'pending',
  reject: 'failed',
  'pre-transfer': 'pending',
  'wallet-transfer': 'pending', // sent, not confirmed
  'wallet-reject': 'failed',
  confirmed: 'completed',
  'confirm-error': 'failed',
  repealed: 'canceled', // by the exchange
  'risk-action-fail': 'failed', // the verification of its risk failed
};
