import { ProblemError } from '../../domain/problem.ts';
import type { ServedWallet } from '../../store/store.ts';
import { privateHeaders } from '../answer/answer.ts';
import type { RequestContext } from '../request/context.ts';
import type { HttpService } from '../service.ts';

/**
 * Refuses work beyond the bound, before any of it is done.
 *
 * @throws {ProblemError} `overloaded`.
 */
export function admitRequest(service: HttpService): void {
  if (service.activity.working <= service.limits.requestsInFlightMax) return;
  throw new ProblemError('overloaded', 'more requests wait than the service accepts');
}

/**
 * The wallet that the headers name.
 *
 * @throws {ProblemError} `wallet_not_found`, the same for an unknown wallet and for another's.
 */
export function requireWallet(
  context: RequestContext,
  wallet: ServedWallet | undefined,
): ServedWallet {
  if (wallet === undefined) {
    throw new ProblemError('wallet_not_found', 'the project of the API key has no such wallet');
  }
  context.walletId = wallet.id;
  return wallet;
}

const headersOfWallets = new WeakMap<ServedWallet, readonly string[]>();

/** Returns the headers of every response about the wallet, see {@link syncHeaders}. */
export function walletHeaders(wallet: ServedWallet): string[] {
  // A wallet that is remembered is answered with often; to write a time takes as long as the rest.
  let headers = headersOfWallets.get(wallet);
  if (headers === undefined) {
    headers = describeSync(wallet);
    headersOfWallets.set(wallet, headers);
  }
  return [...headers];
}

function describeSync(wallet: ServedWallet): readonly string[] {
  return [...privateHeaders(), ...Object.entries(syncHeaders(wallet)).flat()];
}

/** Returns the headers that say how far the synchronisation of a wallet is, and what failed last. */
export function syncHeaders(wallet: ServedWallet): Record<string, string> {
  const { syncState, failure, historyComplete, lastSyncAtMs } = wallet;
  return {
    'x-svc-history': historyComplete ? 'complete' : 'backfilling',
    'x-svc-sync-state': syncState,
    ...(failure !== null && { 'x-svc-sync-error': failure.code }),
    ...(lastSyncAtMs !== null && { 'x-svc-last-sync-at': new Date(lastSyncAtMs).toISOString() }),
  };
}
