import type { RoutedSource, TruthStatus } from '../truth.ts';

/** The meanings of Coinbase's statuses. Source: Coinbase App, "Transactions". */
export const COINBASE_STATUSES: Readonly<
  Record<RoutedSource, Readonly<Record<string, TruthStatus>>>
> = {
  deposit: {
    pending: 'pending',
    completed: 'completed',
    failed: 'failed',
    canceled: 'canceled',
    expired: 'canceled',
  },
  'internal-deposit': { completed: 'completed' },
  withdrawal: {
    pending: 'pending',
    waiting_for_signature: 'pending',
    waiting_for_clearing: 'pending',
    completed: 'completed',
    failed: 'failed',
    canceled: 'canceled',
    expired: 'canceled',
  },
  'internal-withdrawal': { pending: 'pending', completed: 'completed', expired: 'canceled' },
};
