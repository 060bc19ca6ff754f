import { parseTransactionQuery, type TransactionQuery } from '../../domain/query.ts';
import { authenticate } from '../authentication.ts';
import { writeTransactionListing } from '../json-writer.ts';
import { rawQueryOf } from '../request-target.ts';
import type { Route } from '../route.ts';
import { admitRequest, requireWallet } from '../served-wallet.ts';
import type { HttpService } from '../service.ts';
import { answerWallet } from '../wallet-answer.ts';

export const TRANSACTIONS_PATH = '/v0/wallet/transactions';

/** The listing of a wallet's transactions. */
export function createTransactionsRoute(service: HttpService): Route {
  return {
    path: TRANSACTIONS_PATH,
    answer: async (context) => {
      admitRequest(service);
      const found = await authenticate(service, context);
      const query = parseTransactionQuery(rawQueryOf(context.request.url ?? ''));
      const wallet = requireWallet(context, found);
      return answerWallet(service, context, {
        wallet,
        revision: String(wallet.transactionsRevision),
        write: async () => ({ body: await writeListing(service, wallet.id, query) }),
      });
    },
  };
}

async function writeListing(
  { store }: HttpService,
  walletId: string,
  query: TransactionQuery,
): Promise<string> {
  const { totalCount, transactions } = await store.listTransactions(walletId, query);
  const { page, limit, fields } = query;
  return writeTransactionListing({ walletId, totalCount, transactions, page, limit, fields });
}
