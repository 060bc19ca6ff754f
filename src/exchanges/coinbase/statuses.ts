/** Status codes of Coinbase. */
import type { StatusTable } from '../mapping/status-table.ts';

/** `status` of a transaction (docs.cdp.coinbase.com/coinbase-app/track-apis/transactions). */
export const STATUSES: StatusTable = {
  created: 'pending', // in older rows
  pending: 'pending',
  waiting_for_signature: 'pending', // a withdrawal from a vault, not approved yet
  waiting_for_clearing: 'pending', // a withdrawal from a vault, approved
  completed: 'completed',
  failed: 'failed',
  expired: 'canceled', // its condition was not met in time, nothing moved
  canceled: 'canceled',
};
