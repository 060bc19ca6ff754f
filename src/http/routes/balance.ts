/** `GET /v0/wallet/withdraw/balance`. */
import type { FastifyInstance } from 'fastify';

import type { BalanceDocument } from '../../domain/balance-document.ts';
import { parseEmptyQuery } from '../../domain/query.ts';
import type { ServingStore } from '../../store/serving.ts';
import { HEADERS } from '../header-names.ts';
import { PATHS } from '../paths.ts';
import { writeBalances } from './json-writer.ts';
import { requireLastSync } from './require-data.ts';
import { addWalletRoute, type WalletRouteParts } from './wallet-route.ts';

/** Maximum length of the header; a longer list is replaced by `*`. */
const UNKNOWN_NETWORKS_LENGTH_MAX = 2048;

/** Adds the route of a wallet's withdrawable balance. */
export function addBalanceRoute(
  app: FastifyInstance,
  parts: WalletRouteParts & { readonly store: Pick<ServingStore, 'readBalances'> },
): void {
  addWalletRoute(app, parts, {
    path: PATHS.balance,
    parse: parseEmptyQuery,
    requireData: requireLastSync,
    revisionOf: (wallet) => `${wallet.balancesRevision} ${wallet.lastSyncAtMs}`,
    write: async (wallet) => {
      const document = await parts.store.readBalances(wallet.id);
      const body = writeBalances(requireLastSync(wallet).toISOString(), document.json);
      return { body, headers: caveatsOf(document) };
    },
  });
}

/** Returns the headers about assets with unknown networks and about undocumented amounts. */
function caveatsOf(document: BalanceDocument): Record<string, string> {
  const names = document.unknownNetworks.map(encodeURIComponent).join(',');
  const unknown = names.length > UNKNOWN_NETWORKS_LENGTH_MAX ? '*' : names;
  return {
    ...(unknown !== '' && { [HEADERS.unknownNetworks]: unknown }),
    ...(document.withdrawableUnverified && { [HEADERS.unverifiedWithdrawable]: 'true' }),
  };
}
