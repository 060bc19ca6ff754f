import type { RoutedSource, TruthStatus } from '../truth.ts';

/** The meanings of HTX's states. Source: HTX Spot API, "Search for Existed Withdraws and Deposits". */
export const HTX_STATUSES: Readonly<Record<RoutedSource, Readonly<Record<string, TruthStatus>>>> = {
  deposit: {
    confirming: 'pending',
    safe: 'completed',
    confirmed: 'completed',
    orphan: 'failed',
    unknown: 'unknown',
  },
  'internal-deposit': { safe: 'completed' },
  withdrawal: {
    submitted: 'pending',
    verifying: 'pending',
    reexamine: 'pending',
    pass: 'pending',
    'pre-transfer': 'pending',
    'wallet-transfer': 'pending',
    confirmed: 'completed',
    canceled: 'canceled',
    repealed: 'canceled',
    failed: 'failed',
    reject: 'failed',
    'wallet-reject': 'failed',
    'confirm-error': 'failed',
  },
  'internal-withdrawal': { submitted: 'pending', confirmed: 'completed', repealed: 'canceled' },
};
