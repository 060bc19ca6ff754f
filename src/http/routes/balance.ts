import type { BalanceDocument } from '../../domain/balance-document.ts';
import { ProblemError } from '../../domain/problem.ts';
import { parseEmptyQuery } from '../../domain/query.ts';
import type { ServedWallet } from '../../store/store.ts';
import { writeBalances } from '../answer/json-writer.ts';
import type { Route } from '../route.ts';
import { syncHeaders } from './served-wallet.ts';
import type { HttpService } from '../service.ts';
import { createWalletRoute, isRevision } from './wallet-answer.ts';

export const BALANCE_PATH = '/v0/wallet/withdraw/balance';

/** What can be withdrawn from a wallet, and where. */
export function createBalanceRoute(service: HttpService): Route {
  return createWalletRoute(service, {
    path: BALANCE_PATH,
    parse: parseEmptyQuery,
    requireData: requireLastSync,
    revisionOf: (wallet) => `${wallet.balancesRevision} ${wallet.lastSyncAtMs}`,
    write: async (wallet) => {
      const document = await service.store.readBalances(wallet.id, wallet.balancesRevision);
      const body = writeBalances(requireLastSync(wallet).toISOString(), document.json);
      const isOfRevision = isRevision(document, wallet.balancesRevision);
      return { body, headers: caveatsOf(document), isOfRevision };
    },
  });
}

/** Characters of the header, beyond which it only says that there are such assets. */
const UNKNOWN_NETWORKS_LENGTH_MAX = 2048;

/** Characters of a failure's message that a caller sees. */
const REASON_LENGTH_MAX = 500;

/** What a caller cannot rely on: undocumented amounts, and assets whose networks are not known. */
function caveatsOf({ unknownNetworks, withdrawableUnverified }: BalanceDocument): string[] {
  const unverified = withdrawableUnverified ? ['x-svc-unverified-withdrawable', 'true'] : [];
  return [...networkHeaders(unknownNetworks), ...unverified];
}

/** Names the assets whose networks are not known: their lists may be incomplete. */
function networkHeaders(assets: readonly string[]): string[] {
  if (assets.length === 0) return [];
  const names = assets.map(encodeURIComponent).join(',');
  return ['x-svc-unknown-networks', names.length > UNKNOWN_NETWORKS_LENGTH_MAX ? '*' : names];
}

/**
 * Returns the time of the last synchronisation. A balance that was never read would be a guess.
 *
 * @throws {ProblemError} `wallet_not_synced`, or `wallet_stopped` if retrying cannot help.
 */
function requireLastSync(wallet: ServedWallet): Date {
  if (wallet.lastSyncAtMs !== null) return new Date(wallet.lastSyncAtMs);
  const headers = syncHeaders(wallet);
  if (wallet.syncState !== 'stopped') {
    const message = 'the wallet was never synchronised; try again later';
    throw new ProblemError('wallet_not_synced', message, { headers });
  }
  const reason = wallet.failure?.message.slice(0, REASON_LENGTH_MAX) ?? 'unknown';
  throw new ProblemError(
    'wallet_stopped',
    `the wallet was never synchronised and is not retried until its operator acts: ${reason}`,
    { headers },
  );
}
