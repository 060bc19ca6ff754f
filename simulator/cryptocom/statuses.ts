import type { RoutedSource, TruthStatus } from '../truth.ts';

const DEPOSIT: Readonly<Record<string, TruthStatus>> = {
  '1': 'completed',
  '0': 'pending',
  '2': 'failed',
  '3': 'pending',
};

const WITHDRAWAL: Readonly<Record<string, TruthStatus>> = {
  '5': 'completed',
  '0': 'pending',
  '1': 'pending',
  '2': 'failed',
  '3': 'pending',
  '4': 'failed',
  '6': 'canceled',
};

/**
 * The meanings of Crypto.com's statuses. Source: "private/get-deposit-history",
 * "private/get-withdrawal-history".
 */
export const CRYPTOCOM_STATUSES: Readonly<
  Record<RoutedSource, Readonly<Record<string, TruthStatus>>>
> = {
  deposit: DEPOSIT,
  'internal-deposit': { '1': 'completed' },
  withdrawal: WITHDRAWAL,
  'internal-withdrawal': { '5': 'completed' },
};

/** Statuses of bank transfers. Source: "private/fiat/fiat-deposit-history". */
export const FIAT_CODES: Readonly<Record<TruthStatus, string>> = {
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
  unknown: 'reversing',
};
