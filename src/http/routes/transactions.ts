import { parseTransactionQuery, type TransactionQuery } from '../../domain/query.ts';
import { writeTransactionListing } from '../json-writer.ts';
import { LARGE_PAGE_ROWS } from '../large-pages.ts';
import type { Route } from '../route.ts';
import type { HttpService } from '../service.ts';
import { createWalletRoute } from '../wallet-answer.ts';

export const TRANSACTIONS_PATH = '/v0/wallet/transactions';

/** The listing of a wallet's transactions. */
export function createTransactionsRoute(service: HttpService): Route {
  return createWalletRoute(service, {
    path: TRANSACTIONS_PATH,
    parse: parseTransactionQuery,
    revisionOf: (wallet) => String(wallet.transactionsRevision),
    isLarge: ({ limit }) => limit >= LARGE_PAGE_ROWS,
    write: async (wallet, query) => ({ body: await writeListing(service, wallet.id, query) }),
  });
}

async function writeListing(
  { store }: HttpService,
  walletId: string,
  query: TransactionQuery,
): Promise<string | Buffer> {
  const { page, limit } = query;
  return writeTransactionListing({
    ...(await store.listTransactions(walletId, query)),
    page,
    limit,
  });
}
