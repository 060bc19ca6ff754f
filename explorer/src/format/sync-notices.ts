import type { WalletSync } from '../../../client/src/index.ts';
import { formatAge } from './time.ts';

/** Balances that are older get a warning: the service synchronises a wallet every minute. */
const AGE_MS_MAX = 3_600_000;

/** One thing to know about the figures of a wallet. */
export interface SyncNotice {
  readonly tone: 'information' | 'warning' | 'error';
  readonly title: string;
  readonly text: string;
}

/** Returns what to know about the synchronisation of a wallet, the most serious first. */
export function findSyncNotices(sync: WalletSync, nowMs: number): SyncNotice[] {
  return [findFailure(sync, nowMs), findBackfill(sync), findUnverified(sync)].filter(
    (notice) => notice !== undefined,
  );
}

function findFailure(sync: WalletSync, nowMs: number): SyncNotice | undefined {
  const { state, lastSyncAt, error } = sync;
  if (lastSyncAt === null) return undefined;
  const age = formatAge(Date.parse(lastSyncAt), nowMs);
  const code = error === null ? '' : ` (${error})`;
  if (state === 'stopped') {
    return {
      tone: 'error',
      title: 'The synchronisation is stopped',
      text: `The last attempt failed${code} and is not retried until the operator acts. These figures were read ${age}.`,
    };
  }
  if (state === 'failing') {
    return {
      tone: 'warning',
      title: 'The last synchronisation failed',
      text: `It is retried automatically${code}. These figures were read ${age}.`,
    };
  }
  if (nowMs - Date.parse(lastSyncAt) <= AGE_MS_MAX) return undefined;
  return {
    tone: 'warning',
    title: 'These figures are old',
    text: `The wallet was synchronised ${age}. Check that the sync worker runs: "teller serve" starts it, unless it is given --no-sync.`,
  };
}

function findBackfill({ history }: WalletSync): SyncNotice | undefined {
  if (history !== 'backfilling') return undefined;
  return {
    tone: 'information',
    title: 'The history is still being read',
    text: 'Balances are complete. Older transactions are added as the exchange returns them.',
  };
}

function findUnverified({ unverifiedWithdrawable }: WalletSync): SyncNotice | undefined {
  if (!unverifiedWithdrawable) return undefined;
  return {
    tone: 'warning',
    title: 'Withdrawable amounts are not verified',
    text: 'The exchange does not document which part of a balance can be withdrawn. The free amounts of its main account are shown.',
  };
}
