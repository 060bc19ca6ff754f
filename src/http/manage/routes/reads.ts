/** The transactions and balances of all wallets of a project. */
import { formatInstant } from '../../../domain/instant.ts';
import { Type } from 'typebox';

import { writeBalance } from '../../../domain/balance-document.ts';
import {
  type ParsedQuery,
  type QueryParameter,
  TRANSACTION_PARAMETERS,
} from '../../../domain/query.ts';
import { TRANSACTION_FIELDS } from '../../../domain/transaction.ts';
import { writeTransactions } from '../../../domain/transaction-json.ts';
import { AssetBalance, object, PartialTransaction, Transaction } from '../../../domain/shapes.ts';
import type { ProjectBalancePlace, ProjectTransactionPlace } from '../../../store/manage.ts';
import {
  LIST_PARAMETERS,
  limitOf,
  type ListQuery,
  readPlace,
  textParameter,
  writePlace,
} from '../lists.ts';
import type { ManageRequest, RouteTable } from '../route.ts';
import { ID, INSTANT, nullable } from './fields.ts';
import { findProjectId } from './find-project.ts';

type TransactionsQuery = ListQuery &
  Partial<Omit<ParsedQuery, 'page' | 'limit' | 'cursor'>> & { readonly walletId?: string };

interface BalancesQuery extends ListQuery {
  readonly walletId?: string;
  readonly asset?: string;
}

const { page: _page, limit: _limit, ...FILTERS } = TRANSACTION_PARAMETERS;
const TRANSACTIONS_TABLE: Readonly<Record<string, QueryParameter<TransactionsQuery>>> = {
  ...LIST_PARAMETERS,
  ...(FILTERS as Readonly<Record<string, QueryParameter<TransactionsQuery>>>),
  walletId: textParameter('Only transactions of this wallet.', (walletId) => ({ walletId })),
};

const PROJECT_BALANCE = object('ProjectBalance', 'The balance of a wallet in one asset.', {
  walletId: ID,
  lastSyncAt: nullable(INSTANT),
  networksUnknown: Type.Boolean({
    description: 'True if the exchange does not report the networks of the asset for this key.',
  }),
  withdrawableUnverified: Type.Boolean({
    description: 'True if it is not known which part of the amount can be withdrawn.',
  }),
  ...AssetBalance.properties,
});

/** Adds the routes of transactions and balances. */
export function addReadRoutes(routes: RouteTable): void {
  routes.addList<TransactionsQuery>({
    path: '/v0/projects/:id/transactions',
    operationId: 'listProjectTransactions',
    summary:
      'Lists the transactions of all wallets of a project, newest first. A page can have fewer items than the limit, or none, and a next page.',
    query: TRANSACTIONS_TABLE,
    response: Type.Union([Transaction, PartialTransaction]),
    problems: ['wallet_not_found'],
    list: async (request) => {
      const projectId = await findProjectOfWallet(request);
      const { query } = request;
      const { fields = TRANSACTION_FIELDS, cursor: _cursor, limit: _, ...filters } = query;
      const after = await readPlace<ProjectTransactionPlace>(request);
      const page = await request.context.store.listProjectTransactions({
        projectId,
        ...filters,
        ...(after && { after }),
        limit: limitOf(query),
      });
      return {
        items: page.items.map((item) => writeTransactions(item.walletId, fields, [item])),
        next: await writePlace(request, page.next),
      };
    },
  });
  routes.addList<BalancesQuery>({
    path: '/v0/projects/:id/balances',
    operationId: 'listProjectBalances',
    summary: 'Lists the withdrawable balances of all wallets of a project, by wallet and asset.',
    query: {
      ...LIST_PARAMETERS,
      walletId: textParameter('Only balances of this wallet.', (walletId) => ({ walletId })),
      asset: textParameter('Only balances of this asset.', (asset) => ({ asset })),
    },
    response: PROJECT_BALANCE,
    problems: ['wallet_not_found'],
    list: async (request) => {
      const projectId = await findProjectOfWallet(request);
      const { query } = request;
      const { cursor: _cursor, limit: _, ...filters } = query;
      const after = await readPlace<ProjectBalancePlace>(request);
      const page = await request.context.store.listProjectBalances({
        projectId,
        ...filters,
        ...(after && { after }),
        limit: limitOf(query),
      });
      const items = page.items.map((item) => {
        const { walletId, syncedAtMs, networksUnknown = false, withdrawableUnverified } = item;
        const lastSyncAt = syncedAtMs === null ? null : formatInstant(syncedAtMs);
        const head = JSON.stringify({
          walletId,
          lastSyncAt,
          networksUnknown,
          withdrawableUnverified,
        });
        // The amount has all its digits, which `JSON.stringify` would round.
        return `${head.slice(0, -1)},${writeBalance(item).slice(1)}`;
      });
      return { items, next: await writePlace(request, page.next) };
    },
  });
}

/** Returns the project of the path, which has the wallet of the filter. @throws {ProblemError | RecordNotFoundError} */
async function findProjectOfWallet(
  request: ManageRequest<unknown, { readonly walletId?: string }>,
): Promise<string> {
  const id = await findProjectId(request);
  const { walletId } = request.query;
  if (walletId !== undefined) await request.context.store.readWallet(walletId, id);
  return id;
}
