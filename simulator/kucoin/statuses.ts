import type { RoutedSource, TruthStatus } from '../truth.ts';

/**
 * The meanings of KuCoin's statuses. Source: KuCoin, "Get Deposit History", "Get Withdrawal History", change
 * log of 2026-06-03.
 */
export const KUCOIN_STATUSES: Readonly<
  Record<RoutedSource, Readonly<Record<string, TruthStatus>>>
> = {
  deposit: {
    SUCCESS: 'completed',
    PROCESSING: 'pending',
    PRE_SUCCESS: 'pending',
    WAIT_TRM_MGT: 'pending',
    WAIT_RISK_MGT: 'pending',
    ROLLBACKING: 'pending',
    FAILURE: 'failed',
    TRM_MGT_REJECTED: 'failed',
    RISK_MGT_REJECTED: 'failed',
    ROLLBACK: 'failed',
  },
  'internal-deposit': { SUCCESS: 'completed', PROCESSING: 'pending' },
  withdrawal: {
    SUCCESS: 'completed',
    REVIEW: 'pending',
    PROCESSING: 'pending',
    WALLET_PROCESSING: 'pending',
    FAILURE: 'failed',
  },
  'internal-withdrawal': { SUCCESS: 'completed', PROCESSING: 'pending', FAILURE: 'failed' },
};
