/** What a response says about the state of a wallet: headers of all, and problems of a wallet without data. */
import { formatInstant } from '../../domain/instant.ts';
import { ProblemError } from '../../domain/problem.ts';
import type { ServedWallet } from '../../store/serving.ts';
import { HEADERS } from '../header-names.ts';

/** Maximum length of a failure's message in a response. */
const REASON_LENGTH_MAX = 500;

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

/** Returns the headers of the state of a wallet's synchronisation and its last failure. */
export const syncHeaders = memoizeByWallet((wallet): Readonly<Record<string, string>> => {
  const { syncState, failure, historyComplete, lastSyncAtMs } = wallet;
  return {
    [HEADERS.history]: historyComplete ? 'complete' : 'backfilling',
    [HEADERS.syncState]: syncState,
    ...(failure !== null && { [HEADERS.syncError]: failure.code }),
    ...(lastSyncAtMs !== null && { [HEADERS.lastSyncAt]: formatInstant(lastSyncAtMs) }),
  };
});

/**
 * Checks that the listing of the wallet has a meaning: an empty list of a wallet that was never synchronised
 * could not be distinguished by its status from the list of a wallet without transactions.
 *
 * @throws {ProblemError} `wallet_not_synced`, or `wallet_stopped` if retrying cannot help.
 */
export function requireHistory(wallet: ServedWallet): void {
  if (!wallet.hasHistory) throw describeMissing(wallet);
}

/**
 * Returns the time of the last synchronisation.
 *
 * @throws {ProblemError} `wallet_not_synced` if there was none, `wallet_stopped` if retrying cannot help, or
 * `balance_not_available` if the wallet is never synchronised.
 */
export function requireLastSync(wallet: ServedWallet): Date {
  if (wallet.importsOnly) {
    const message = 'the wallet only takes imports, so it has no balance';
    throw new ProblemError('balance_not_available', message, { headers: syncHeaders(wallet) });
  }
  if (wallet.lastSyncAtMs === null) throw describeMissing(wallet);
  return new Date(wallet.lastSyncAtMs);
}

function describeMissing(wallet: ServedWallet): ProblemError {
  const { syncState, failure } = wallet;
  const headers = syncHeaders(wallet);
  const reason = failure?.message.slice(0, REASON_LENGTH_MAX);
  if (syncState === 'paused') {
    const cause = reason === undefined ? '' : `; before, it failed: ${reason}`;
    const message = `the wallet was never synchronised, and its operator has paused it${cause}`;
    return new ProblemError('wallet_stopped', message, { headers });
  }
  if (syncState === 'stopped') {
    const message = `the wallet was never synchronised and is not retried until its operator acts: ${reason ?? 'unknown'}`;
    return new ProblemError('wallet_stopped', message, { headers });
  }
  const message = 'the wallet was never synchronised; retry later';
  return new ProblemError('wallet_not_synced', message, { headers });
}
