import type { TruthStatus } from '../truth.ts';

/** The meaning of one combination of Kraken's `status` and `status-prop`. */
export interface KrakenStatus {
  readonly code: string;
  readonly property?: string;
  readonly status: TruthStatus;
}

/**
 * The states of deposits and withdrawals. A settled deposit still needs confirmations; a return was sent back
 * to its sender. Source: Kraken REST API, "Get Status of Recent Deposits", "… Withdrawals", and Kraken
 * Support, "Advanced API FAQ".
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
