import type { RoutedSource, TruthStatus } from '../truth.ts';

const DEPOSIT: Readonly<Record<string, TruthStatus>> = {
  '0': 'pending',
  '1': 'completed',
  '2': 'completed',
  '8': 'pending',
  '11': 'pending',
  '12': 'pending',
  '13': 'pending',
  '14': 'pending',
  '17': 'pending',
};

const WITHDRAWAL: Readonly<Record<string, TruthStatus>> = {
  '0': 'pending',
  '1': 'pending',
  '2': 'completed',
  '4': 'pending',
  '5': 'pending',
  '6': 'pending',
  '7': 'pending',
  '8': 'pending',
  '9': 'pending',
  '10': 'pending',
  '12': 'pending',
  '15': 'pending',
  '16': 'pending',
  '17': 'pending',
  '19': 'pending',
  '-1': 'failed',
  '-2': 'canceled',
  '-3': 'pending',
};

/**
 * The meanings of OKX's states; there is none for a failed deposit. Source: OKX v5, "Get deposit history",
 * "Get withdrawal history".
 */
export const OKX_STATUSES: Readonly<Record<RoutedSource, Readonly<Record<string, TruthStatus>>>> = {
  deposit: DEPOSIT,
  'internal-deposit': { '2': 'completed', '12': 'pending' },
  withdrawal: WITHDRAWAL,
  'internal-withdrawal': { '0': 'pending', '2': 'completed', '-1': 'failed', '-2': 'canceled' },
};

/** States of fiat orders. Source: OKX v5, "Get deposit order history". */
export const FIAT_CODES: Readonly<Record<TruthStatus, string>> = {
  pending: 'inqueue',
  completed: 'completed',
  failed: 'failed',
  canceled: 'canceled',
  unknown: 'reversing',
};
