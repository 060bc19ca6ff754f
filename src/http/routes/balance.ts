/** `GET /v0/wallet/withdraw/balance`. */
import type { BalanceDocument } from '../../domain/balance-document.ts';
import { ProblemError } from '../../domain/problem.ts';
import { parseEmptyQuery } from '../../domain/query.ts';
import type { ServedWallet, ServingStore } from '../../store/serving.ts';
import { writeBalances } from '../answer/json-writer.ts';
import type { Route } from '../route.ts';
import { syncHeaders } from './wallet-headers.ts';
import { createWalletRoute, isRevision, type WalletPipeline } from './wallet-pipeline.ts';
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
      const document = await store.readBalances(wallet.id, wallet.balancesRevision);
      const body = writeBalances(requireLastSync(wallet).toISOString(), document.json);
      const isOfRevision = isRevision(document, wallet.balancesRevision);
      return { body, headers: caveatsOf(document), isOfRevision };
    },
  });
}

/** Maximum length of the header; a longer list is replaced by `*`. */
const UNKNOWN_NETWORKS_LENGTH_MAX = 2048;

/** Maximum length of a failure's message in a response. */
const REASON_LENGTH_MAX = 500;

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

/**
 * Returns the time of the last synchronisation.
 *
 * @throws {ProblemError} `wallet_not_synced` if there was none, or `wallet_stopped` if retrying cannot help.
 */
function requireLastSync(wallet: ServedWallet): Date {
  if (wallet.lastSyncAtMs !== null) return new Date(wallet.lastSyncAtMs);
  const headers = syncHeaders(wallet);
  if (wallet.syncState !== 'stopped') {
    const message = 'the wallet was never synchronised; retry later';
    throw new ProblemError('wallet_not_synced', message, { headers });
  }
  const reason = wallet.failure?.message.slice(0, REASON_LENGTH_MAX) ?? 'unknown';
  throw new ProblemError(
    'wallet_stopped',
    `the wallet was never synchronised and is not retried until its operator acts: ${reason}`,
    { headers },
  );
}
