import { ProblemError } from '../domain/problem.ts';
import type { ServedWallet } from '../store/store.ts';
import { privateHeaders } from './answer.ts';
import type { RequestContext } from './request-context.ts';
import type { HttpService } from './service.ts';

/**
 * Refuses work beyond the bound, before any of it is done.
 *
 * @throws {ProblemError} `overloaded`.
 */
export function admitRequest(service: HttpService): void {
  if (service.activity.inFlight <= service.limits.requestsInFlightMax) return;
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

/** Headers that tell how far the synchronisation of the wallet is. */
export function walletHeaders(wallet: ServedWallet): string[] {
  const headers = privateHeaders();
  headers.push('x-svc-history', wallet.historyComplete ? 'complete' : 'backfilling');
  if (wallet.lastSyncAtMs !== null) {
    headers.push('x-svc-last-sync-at', new Date(wallet.lastSyncAtMs).toISOString());
  }
  return headers;
}
