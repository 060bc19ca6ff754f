import type { ServedWallet } from '../../store/serving.ts';
import { privateHeaders } from '../answer/route-answer.ts';
import { memoizeByWallet } from './memoize-by-wallet.ts';
import { HEADERS } from '../header-names.ts';

const readHeaders = memoizeByWallet(describeSync);

/** Returns the headers of every response about the wallet; see {@link syncHeaders}. */
export function walletHeaders(wallet: ServedWallet): string[] {
  return [...readHeaders(wallet)];
}

function describeSync(wallet: ServedWallet): readonly string[] {
  return [...privateHeaders(), ...Object.entries(syncHeaders(wallet)).flat()];
}

/** Returns the headers of the state of a wallet's synchronisation and its last failure. */
export function syncHeaders(wallet: ServedWallet): Record<string, string> {
  const { syncState, failure, historyComplete, lastSyncAtMs } = wallet;
  return {
    [HEADERS.history]: historyComplete ? 'complete' : 'backfilling',
    [HEADERS.syncState]: syncState,
    ...(failure !== null && { [HEADERS.syncError]: failure.code }),
    ...(lastSyncAtMs !== null && { [HEADERS.lastSyncAt]: new Date(lastSyncAtMs).toISOString() }),
  };
}
