import { parseTransactionQuery } from '../../domain/query.ts';
import { answerJson } from '../answer.ts';
import { authenticate } from '../authentication.ts';
import { writeTransactionListing } from '../json-writer.ts';
import { rawQueryOf } from '../request-target.ts';
import type { Route } from '../route.ts';
import { admitRequest, requireWallet, walletHeaders } from '../served-wallet.ts';
import type { HttpService } from '../service.ts';

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
      const { totalCount, transactions } = await service.store.listTransactions(wallet.id, query);
      const { page, limit, fields } = query;
      const walletId = wallet.id;
      const listing = { walletId, totalCount, transactions, page, limit, fields };
      return answerJson(context, writeTransactionListing(listing), walletHeaders(wallet));
    },
  };
}
