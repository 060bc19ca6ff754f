/** `GET /v0/wallet/withdraw/balance`. */
import type { BalanceDocument } from '../../domain/balance-document.ts';
import { parseEmptyQuery } from '../../domain/query.ts';
import type { ServingStore } from '../../store/serving.ts';
import { writeBalances } from '../answer/json-writer.ts';
import type { Route } from '../route.ts';
import { requireLastSync } from './require-data.ts';
import { createWalletRoute, type WalletPipeline } from './wallet-pipeline.ts';
import { HEADERS } from '../header-names.ts';
import { PATHS } from '../paths.ts';

/** Creates the route of a wallet's withdrawable balance. */
export function createBalanceRoute(
  pipeline: WalletPipeline,
  store: Pick<ServingStore, 'readBalances'>,
): Route {
  return createWalletRoute(pipeline, {
    path: PATHS.balance,
    parse: parseEmptyQuery,
    requireData: requireLastSync,
    revisionOf: (wallet) => `${wallet.balancesRevision} ${wallet.lastSyncAtMs}`,
    write: async (wallet) => {
      const document = await store.readBalances(wallet.id);
      const body = writeBalances(requireLastSync(wallet).toISOString(), document.json);
      return { body, headers: caveatsOf(document) };
    },
  });
}

/** Maximum length of the header; a longer list is replaced by `*`. */
const UNKNOWN_NETWORKS_LENGTH_MAX = 2048;

/** Returns the headers about assets with unknown networks and about undocumented amounts. */
function caveatsOf({ unknownNetworks, withdrawableUnverified }: BalanceDocument): string[] {
  const unverified = withdrawableUnverified ? [HEADERS.unverifiedWithdrawable, 'true'] : [];
  return [...networkHeaders(unknownNetworks), ...unverified];
}

/** Returns the header with the assets whose lists of networks may be incomplete. */
function networkHeaders(assets: readonly string[]): string[] {
  if (assets.length === 0) return [];
  const names = assets.map(encodeURIComponent).join(',');
  return [HEADERS.unknownNetworks, names.length > UNKNOWN_NETWORKS_LENGTH_MAX ? '*' : names];
}
