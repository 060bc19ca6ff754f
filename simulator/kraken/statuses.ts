import type { TruthStatus } from '../truth.ts';

/** What one combination of Kraken's `status` and `status-prop` means. */
export interface KrakenStatus {
  readonly code: string;
  readonly property?: string;
  readonly status: TruthStatus;
}

/**
 * The states of deposits and withdrawals. Settled still lacks confirmations; a return was sent back
 * to where it came from. Source: Kraken REST API, "Get Status of Recent Deposits", "… Withdrawals",
 * and Kraken Support, "Advanced API FAQ".
 */
export const KRAKEN_STATUSES = {
  success: { code: 'Success', status: 'completed' },
  settled: { code: 'Settled', status: 'pending' },
  pending: { code: 'Pending', status: 'pending' },
  initial: { code: 'Initial', status: 'pending' },
  failure: { code: 'Failure', status: 'failed' },
  returned: { code: 'Success', property: 'return', status: 'failed' },
  onHold: { code: 'Settled', property: 'onhold', status: 'pending' },
  cancelPending: { code: 'Pending', property: 'cancel-pending', status: 'pending' },
  canceled: { code: 'Failure', property: 'canceled', status: 'canceled' },
  undocumented: { code: 'Quarantined', status: 'unknown' },
} as const satisfies Readonly<Record<string, KrakenStatus>>;
