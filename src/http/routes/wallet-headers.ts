import type { ServedWallet } from '../../store/serving.ts';
import { HEADERS } from '../header-names.ts';
import { PRIVATE_HEADERS } from '../plugins/problems.ts';

type Headers = Readonly<Record<string, string>>;

/** Returns a function that computes a value once for each wallet object; a cached wallet is the same object. */
export function memoizeByWallet<Value extends {}>(
  compute: (wallet: ServedWallet) => Value,
): (wallet: ServedWallet) => Value {
  const values = new WeakMap<ServedWallet, Value>();
  return (wallet) => {
    const known = values.get(wallet);
    if (known !== undefined) return known;
    const value = compute(wallet);
    values.set(wallet, value);
    return value;
  };
}

/** Returns the headers of every response about the wallet. */
export const walletHeaders = memoizeByWallet((wallet): Headers => ({
  ...PRIVATE_HEADERS,
  ...syncHeaders(wallet),
}));

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
