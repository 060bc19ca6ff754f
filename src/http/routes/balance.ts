import { ProblemError } from '../../domain/problem.ts';
import { parseEmptyQuery } from '../../domain/query.ts';
import type { ServedWallet } from '../../store/store.ts';
import { answerJson } from '../answer.ts';
import { authenticate } from '../authentication.ts';
import { writeBalances } from '../json-writer.ts';
import { rawQueryOf } from '../request-target.ts';
import type { Route } from '../route.ts';
import { admitRequest, requireWallet, walletHeaders } from '../served-wallet.ts';
import type { HttpService } from '../service.ts';

export const BALANCE_PATH = '/v0/wallet/withdraw/balance';

/** What can be withdrawn from a wallet, and where. */
export function createBalanceRoute(service: HttpService): Route {
  return {
    path: BALANCE_PATH,
    answer: async (context) => {
      admitRequest(service);
      const found = await authenticate(service, context);
      parseEmptyQuery(rawQueryOf(context.request.url ?? ''));
      const wallet = requireWallet(context, found);
      const lastSyncAt = readLastSyncAt(wallet);
      const balances = await service.store.listBalances(wallet.id);
      return answerJson(context, writeBalances(lastSyncAt, balances), walletHeaders(wallet));
    },
  };
}

/** A balance that was never read would be a guess. */
function readLastSyncAt(wallet: ServedWallet): string {
  if (wallet.lastSyncAtMs !== null) return new Date(wallet.lastSyncAtMs).toISOString();
  throw new ProblemError(
    'wallet_not_synced',
    'the wallet was never synchronised; try again later',
    {
      headers: { 'x-svc-history': wallet.historyComplete ? 'complete' : 'backfilling' },
    },
  );
}
