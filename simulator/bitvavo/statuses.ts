import type { RoutedSource, TruthStatus } from '../truth.ts';

const WITHDRAWAL: Readonly<Record<string, TruthStatus>> = {
  awaiting_processing: 'pending',
  awaiting_email_confirmation: 'pending',
  awaiting_bitvavo_inspection: 'pending',
  approved: 'pending',
  sending: 'pending',
  in_mempool: 'pending',
  processed: 'pending',
  completed: 'completed',
  canceled: 'canceled',
};

/**
 * The meanings of Bitvavo's statuses. Source: Bitvavo v2, "Get deposit history", "Get withdrawal history". A
 * pending deposit has a word of the withdrawals, because the documentation has no word for it.
 */
export const BITVAVO_STATUSES: Readonly<
  Record<RoutedSource, Readonly<Record<string, TruthStatus>>>
> = {
  deposit: { completed: 'completed', canceled: 'canceled', awaiting_processing: 'pending' },
  'internal-deposit': { completed: 'completed' },
  withdrawal: WITHDRAWAL,
  'internal-withdrawal': { completed: 'completed', canceled: 'canceled' },
};
