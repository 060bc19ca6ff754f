import type { WalletSync } from '../../../client/src/index.ts';
import { formatAge } from './time.ts';

/** Maximum age of balances without a warning. By default, the service synchronises a wallet every minute. */
const AGE_MS_MAX = 3_600_000;

/** A message about the state of a wallet's data. */
export interface SyncNotice {
  readonly tone: 'information' | 'warning' | 'error';
  readonly title: string;
  readonly text: string;
}

/** Returns the notices about the synchronisation of a wallet, the most serious first. */
export function findSyncNotices(sync: WalletSync, nowMs: number): SyncNotice[] {
  return [findFailure(sync, nowMs), findUnverified(sync), findBackfill(sync)].filter(
    (notice) => notice !== undefined,
  );
}

function findFailure(sync: WalletSync, nowMs: number): SyncNotice | undefined {
  const { state, lastSyncAt, error } = sync;
  const code = error === null ? '' : ` (${error})`;
  const age = lastSyncAt === null ? undefined : formatAge(Date.parse(lastSyncAt), nowMs);
  const read = age === undefined ? 'Only imported data is shown.' : `This data was read ${age}.`;
  if (state === 'paused') {
    return {
      tone: 'information',
      title: 'The synchronisation is paused',
      text: `The operator has paused it, and can resume it. ${read}`,
    };
  }
  if (state === 'stopped') {
    return {
      tone: 'error',
      title: 'The synchronisation is stopped',
      text: `The last attempt failed${code} and is not retried until the operator acts. ${read}`,
    };
  }
  if (state === 'failing') {
    return {
      tone: 'warning',
      title: 'The last synchronisation failed',
      text: `It is retried automatically${code}. ${error === 'exchange_clock' ? CLOCK_HINT : ''}${read}`,
    };
  }
  if (lastSyncAt === null) return findImported(sync);
  if (nowMs - Date.parse(lastSyncAt) <= AGE_MS_MAX) return undefined;
  return {
    tone: 'warning',
    title: 'This data is old',
    text: `The wallet was synchronised ${age}. ${WORKER_HINT} ${INTERVAL_HINT}`,
  };
}

const CLOCK_HINT =
  'The exchange refused the time of a request: the clock of the service may be wrong. ';

const WORKER_HINT =
  'Check that the sync worker runs: "teller serve" starts it, unless it is given --no-sync.';

/** The API does not report the interval. */
const INTERVAL_HINT =
  'If TELLER_SYNC_INTERVAL_SECONDS is above 3600, the service refreshes wallets less often than once an hour.';

/** The history of a wallet that only takes imports is complete: nothing is left to be read. */
function findImported({ history }: WalletSync): SyncNotice {
  const isWaiting = history !== 'complete';
  return {
    tone: 'information',
    title: 'This history was imported',
    text: isWaiting
      ? `The wallet was not synchronised with its exchange yet. ${WORKER_HINT}`
      : 'The wallet only takes imports: it is not synchronised with an exchange.',
  };
}

/** Returns a notice if the history is incomplete. A wallet that was never synchronised has another notice. */
function findBackfill({ history, lastSyncAt, state }: WalletSync): SyncNotice | undefined {
  if (history !== 'backfilling' || lastSyncAt === null) return undefined;
  if (state === 'stopped' || state === 'paused') {
    return {
      tone: 'warning',
      title: 'The history is not complete',
      text: 'Older transactions are missing until the synchronisation resumes.',
    };
  }
  return {
    tone: 'information',
    title: 'The history is still being read',
    text: 'Balances are complete. Older transactions are added as the exchange returns them.',
  };
}

/** The notice of amounts that the exchange does not call withdrawable. */
export const UNVERIFIED: SyncNotice = {
  tone: 'warning',
  title: 'Withdrawable amounts are not verified',
  text: 'The exchange does not document, or does not report to this key, which part of a balance can be withdrawn. The free amounts of its main account are shown.',
};

function findUnverified({ unverifiedWithdrawable }: WalletSync): SyncNotice | undefined {
  return unverifiedWithdrawable ? UNVERIFIED : undefined;
}
