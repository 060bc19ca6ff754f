/** `GET /v0/wallet/withdraw/balance`. */
import type { FastifyInstance } from 'fastify';

import type { BalanceDocument } from '../../domain/balance-document.ts';
import { parseEmptyQuery } from '../../domain/query.ts';
import { writeBalances } from '../../domain/response-json.ts';
import { Balance } from '../../domain/shapes.ts';
import type { ServingStore } from '../../store/serving.ts';
import { HEADERS } from '../header-names.ts';
import { describeWalletRoute } from '../openapi/wallet-operation.ts';
import { PATHS } from '../paths.ts';
import { requireLastSync } from './wallet-state.ts';
import { addWalletRoute, type WalletRouteParts } from './wallet-route.ts';

/** Maximum length of the header; a longer list is replaced by `*`. */
const UNKNOWN_NETWORKS_LENGTH_MAX = 2048;

const SCHEMA = describeWalletRoute({
  operationId: 'getWithdrawableBalance',
  summary: 'Returns the withdrawable balances of a wallet and their networks.',
  description:
    'As of `lastSyncAt`. A suspended network is missing from `networks`; a crypto-asset without any ' +
    'cannot be withdrawn now, unless `x-svc-unknown-networks` lists it. Fiat has no networks.',
  content: {
    schema: Balance,
    example: {
      lastSyncAt: '2024-02-29T12:34:56.789Z',
      balances: [
        { asset: 'EUR', amount: 12.34, networks: [] },
        {
          asset: 'USDC',
          amount: 1050.25,
          networks: [
            {
              id: 'ETH',
              code: 'ETH',
              name: 'Ethereum (ERC20)',
              displayName: 'Ethereum',
              minWithdrawal: '10',
              maxWithdrawal: '1000000',
              assetName: 'USDC',
              addressRegex: '^0x[0-9A-Fa-f]{40}$',
            },
          ],
        },
      ],
    },
  },
  headers: [HEADERS.unknownNetworks, HEADERS.unverifiedWithdrawable],
  problems: ['balance_not_available'],
});

/** Adds the route of a wallet's withdrawable balance. */
export function addBalanceRoute(
  app: FastifyInstance,
  parts: WalletRouteParts & { readonly store: Pick<ServingStore, 'readBalances'> },
): void {
  addWalletRoute(app, parts, {
    path: PATHS.balance,
    schema: SCHEMA,
    parse: parseEmptyQuery,
    requireData: requireLastSync,
    revisionOf: (wallet) => `${wallet.balancesRevision} ${wallet.lastSyncAtMs}`,
    write: async (wallet) => {
      const document = await parts.store.readBalances(wallet);
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
