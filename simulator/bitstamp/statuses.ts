import type { RoutedSource, TruthStatus } from '../truth.ts';

/** `status` of a withdrawal request. Source: Bitstamp v2, "Withdrawal requests". */
const REQUEST: Readonly<Record<string, TruthStatus>> = {
  '0': 'pending',
  '1': 'pending',
  '2': 'completed',
  '3': 'canceled',
  '4': 'failed',
  '11': 'failed',
  // Not in the documentation.
  '5': 'unknown',
};

/**
 * Bitstamp's statuses. A user transaction has none, because it is settled. Pending deposits are not listed,
 * so their words here are never sent.
 */
export const BITSTAMP_STATUSES: Readonly<
  Record<RoutedSource, Readonly<Record<string, TruthStatus>>>
> = {
  deposit: { settled: 'completed', arriving: 'pending' },
  'internal-deposit': { settled: 'completed' },
  withdrawal: REQUEST,
  'internal-withdrawal': { '2': 'completed', '3': 'canceled' },
};
