import { ProblemError } from '../../domain/problem.ts';
import { parseEmptyQuery } from '../../domain/query.ts';
import type { ServedWallet } from '../../store/store.ts';
import { writeBalances } from '../json-writer.ts';
import type { Route } from '../route.ts';
import type { HttpService } from '../service.ts';
import { createWalletRoute } from '../wallet-answer.ts';

export const BALANCE_PATH = '/v0/wallet/withdraw/balance';

/** What can be withdrawn from a wallet, and where. */
export function createBalanceRoute(service: HttpService): Route {
  return createWalletRoute(service, {
    path: BALANCE_PATH,
    parse: parseEmptyQuery,
    requireData: requireLastSync,
    revisionOf: (wallet) => `${wallet.balancesRevision} ${wallet.lastSyncAtMs}`,
    write: async (wallet) => {
      const { json, unknownNetworks } = await service.store.readBalances(wallet.id);
      const body = writeBalances(requireLastSync(wallet).toISOString(), json);
      return { body, headers: networkHeaders(unknownNetworks) };
    },
  });
}

/** Characters of the header, beyond which it only says that there are such assets. */
const UNKNOWN_NETWORKS_LENGTH_MAX = 2048;

/** Says of which assets the networks are not known: their lists are no answer. */
function networkHeaders(assets: readonly string[]): string[] {
  if (assets.length === 0) return [];
  const names = assets.map(encodeURIComponent).join(',');
  return ['x-svc-unknown-networks', names.length > UNKNOWN_NETWORKS_LENGTH_MAX ? '*' : names];
}

/** A balance that was never read would be a guess. @throws {ProblemError} `wallet_not_synced`. */
function requireLastSync({ lastSyncAtMs, historyComplete }: ServedWallet): Date {
  if (lastSyncAtMs !== null) return new Date(lastSyncAtMs);
  throw new ProblemError(
    'wallet_not_synced',
    'the wallet was never synchronised; try again later',
    { headers: { 'x-svc-history': historyComplete ? 'complete' : 'backfilling' } },
  );
}
