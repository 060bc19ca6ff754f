import type { AssetBalance } from '../../domain/balance.ts';
import { ProblemError } from '../../domain/problem.ts';
import { parseEmptyQuery } from '../../domain/query.ts';
import type { ServedWallet } from '../../store/store.ts';
import { authenticate } from '../authentication.ts';
import { writeBalances } from '../json-writer.ts';
import { rawQueryOf } from '../request-target.ts';
import type { Route } from '../route.ts';
import { admitRequest, requireWallet } from '../served-wallet.ts';
import type { HttpService } from '../service.ts';
import { answerWallet } from '../wallet-answer.ts';

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
      return answerWallet(service, context, {
        wallet,
        revision: `${wallet.balancesRevision} ${lastSyncAt}`,
        write: async () => {
          const balances = await service.store.listBalances(wallet.id);
          return { body: writeBalances(lastSyncAt, balances), headers: networkHeaders(balances) };
        },
      });
    },
  };
}

/** Characters of the header, beyond which it only says that there are such assets. */
const UNKNOWN_NETWORKS_LENGTH_MAX = 2048;

/** Says of which assets the networks are not known: their lists are no answer. */
function networkHeaders(balances: readonly AssetBalance[]): string[] {
  const unknown = balances.filter(({ networksUnknown }) => networksUnknown === true);
  if (unknown.length === 0) return [];
  const names = unknown.map(({ asset }) => encodeURIComponent(asset)).join(',');
  return ['x-svc-unknown-networks', names.length > UNKNOWN_NETWORKS_LENGTH_MAX ? '*' : names];
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
