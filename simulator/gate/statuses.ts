import type { RoutedSource, TruthStatus } from '../truth.ts';

/** The meanings of Gate's statuses. Source: Gate API v4, "Get deposit records", "Get withdrawal records". */
export const GATE_STATUSES: Readonly<Record<RoutedSource, Readonly<Record<string, TruthStatus>>>> =
  {
    deposit: {
      PEND: 'pending',
      REVIEW: 'pending',
      TRACK: 'pending',
      MANUAL: 'pending',
      DONE: 'completed',
      DEP_CREDITED: 'completed',
      INVALID: 'failed',
      BLOCKED: 'failed',
    },
    'internal-deposit': { DONE: 'completed' },
    withdrawal: {
      REQUEST: 'pending',
      PEND: 'pending',
      PROCES: 'pending',
      VERIFY: 'pending',
      MANUAL: 'pending',
      DMOVE: 'pending',
      EXTPEND: 'pending',
      SPLITPEND: 'pending',
      REVIEW: 'pending',
      FVERIFY: 'pending',
      LOCKED: 'pending',
      CANCELPEND: 'pending',
      FAIL: 'pending',
      DONE: 'completed',
      CANCEL: 'canceled',
      REJECT: 'failed',
      INVALID: 'failed',
    },
    'internal-withdrawal': { PEND: 'pending', DONE: 'completed', CANCEL: 'canceled' },
  };
