import type { SyncHistory, SyncState } from './schemas.ts';

/** The state of a wallet's synchronisation, from the headers of a response. */
export interface WalletSync {
  /**
   * `synced`; `new` and `backfilling` are in progress; `failing` is retried automatically; `stopped`
   * needs the operator; `imported` was never synchronised. `null` if the service does not report it.
   */
  readonly state: SyncState | null;
  /** ISO 8601 in UTC; `null` before the first synchronisation. */
  readonly lastSyncAt: string | null;
  /** Whether the history was read back to its beginning. */
  readonly history: SyncHistory | null;
  /** The code of the failure of the last synchronisation; `null` if it succeeded. */
  readonly error: string | null;
  /**
   * Assets whose networks the exchange does not report in full; `'*'` if they are too many to list.
   * Only a balance has any.
   */
  readonly unknownNetworks: readonly string[] | '*';
  /** True if the exchange does not document which part of the amounts can be withdrawn. */
  readonly unverifiedWithdrawable: boolean;
}

/**
 * Reads the headers of a response.
 *
 * @param previous of the response that a 304 confirms: a 304 may omit headers about its body.
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
