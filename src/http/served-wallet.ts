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

const headersOfWallets = new WeakMap<ServedWallet, readonly string[]>();

/** Headers of every answer about the wallet: they tell how far its synchronisation is. */
export function walletHeaders(wallet: ServedWallet): string[] {
  // A wallet that is remembered is answered with often; to write a time takes as long as the rest.
  let headers = headersOfWallets.get(wallet);
  if (headers === undefined) {
    headers = describeSync(wallet);
    headersOfWallets.set(wallet, headers);
  }
  return [...headers];
}

function describeSync({ historyComplete, lastSyncAtMs }: ServedWallet): readonly string[] {
  const headers = privateHeaders();
  headers.push('x-svc-history', historyComplete ? 'complete' : 'backfilling');
  if (lastSyncAtMs !== null) {
    headers.push('x-svc-last-sync-at', new Date(lastSyncAtMs).toISOString());
  }
  return headers;
}
