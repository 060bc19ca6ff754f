import type { SyncHistory, SyncState } from './schemas.ts';

/** The state of a wallet's synchronisation, from the headers of a response. */
export interface WalletSync {
  /**
   * `synced`: complete. `new`, `backfilling`: in progress. `failing`: retried automatically. `stopped`:
   * the operator has to act. `imported`: has imported transactions only. `null` if the service does not report it.
   */
  readonly state: SyncState | null;
  /** Time of the last synchronisation, ISO 8601 in UTC; `null` before the first. */
  readonly lastSyncAt: string | null;
  /** Whether the history was read back to its beginning. */
  readonly history: SyncHistory | null;
  /** The error code of the last synchronisation; `null` if it succeeded. */
  readonly error: string | null;
  /**
   * Assets whose networks the exchange does not report in full; `'*'` if there are too many to list.
   * Always empty except for a balance.
   */
  readonly unknownNetworks: readonly string[] | '*';
  /** True if it is not known which part of the amounts can be withdrawn. */
  readonly unverifiedWithdrawable: boolean;
}

/**
 * Returns the state of the synchronisation from the headers of a response.
 *
 * @param previous the state in the response that a 304 confirms. A 304 may omit headers about the body.
 */
export function readWalletSync(headers: Headers, previous?: WalletSync): WalletSync {
  const networks = headers.get('x-svc-unknown-networks');
  const unverified = headers.get('x-svc-unverified-withdrawable') === 'true';
  return {
    state: headers.get('x-svc-sync-state') as SyncState | null,
    lastSyncAt: headers.get('x-svc-last-sync-at'),
    history: headers.get('x-svc-history') as SyncHistory | null,
    error: headers.get('x-svc-sync-error'),
    unknownNetworks: previous?.unknownNetworks ?? readNetworks(networks),
    unverifiedWithdrawable: previous?.unverifiedWithdrawable ?? unverified,
  };
}

function readNetworks(header: string | null): readonly string[] | '*' {
  if (header === null || header === '') return [];
  return header === '*' ? '*' : header.split(',').map(decodeURIComponent);
}
