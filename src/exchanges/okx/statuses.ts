/** Status codes of OKX. */
import type { StatusTable } from '../mapping/status-table.ts';

/**
 * The state of a deposit that is credited and "cannot be withdrawn yet" (Get deposit history, deposit state).
 */
export const CREDITED = '1';

/**
 * `state` of `asset/deposit-history` (www.okx.com/docs-v5, Get deposit history): 1 is credited and cannot be
 * withdrawn yet: it counts as completed, and is subtracted from the balance. A held deposit (8 and above) is
 * neither credited nor returned, so it is not final.
 */
export const DEPOSIT_STATUSES: StatusTable = {
  '0': 'pending', // waiting for confirmations
  [CREDITED]: 'completed',
  '2': 'completed', // successful
  '8': 'pending', // deposits of the currency are suspended
  '11': 'pending', // the address is on a blacklist
  '12': 'pending', // account or deposit is frozen
  '13': 'pending', // intercepted at a sub-account
  '14': 'pending', // limit of an unverified account
  '17': 'pending', // waiting for the travel rule
};

/** `state` of `asset/withdrawal-history` (www.okx.com/docs-v5, Get withdrawal history). */
export const WITHDRAWAL_STATUSES: StatusTable = {
  '-3': 'pending', // canceling
  '-2': 'canceled',
  '-1': 'failed',
  '0': 'pending', // waiting
  '1': 'pending', // broadcasting
  '2': 'completed',
  '3': 'pending', // waiting for the e-mail confirmation, in older rows
  '4': 'pending', // manual review, as 5, 6, 8, 9 and 12
  '5': 'pending',
  '6': 'pending',
  '7': 'pending', // approved
  '8': 'pending',
  '9': 'pending',
  '10': 'pending', // waiting for a transfer
  '12': 'pending',
  '15': 'pending', // validation of the transaction
  '16': 'pending', // delayed by local law
  '17': 'pending', // waiting for the travel rule
  '19': 'pending', // waiting for the hot wallet
};

/** `state` of a fiat order (www.okx.com/docs-v5, Get deposit order history, Get withdrawal order history). */
export const FIAT_STATUSES: StatusTable = {
  pending: 'pending',
  inqueue: 'pending',
  processing: 'pending',
  completed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
};
