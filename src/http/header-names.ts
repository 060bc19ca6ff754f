/** Names of the headers that this service defines, and of `x-request-id`, which proxies send too. */
export const HEADERS = {
  apiKey: 'x-svc-api-key',
  orgId: 'x-svc-org-id',
  projectId: 'x-svc-project-id',
  walletId: 'x-svc-wallet-id',
  requestId: 'x-request-id',
  history: 'x-svc-history',
  lastSyncAt: 'x-svc-last-sync-at',
  syncState: 'x-svc-sync-state',
  syncError: 'x-svc-sync-error',
  unknownNetworks: 'x-svc-unknown-networks',
  unverifiedWithdrawable: 'x-svc-unverified-withdrawable',
} as const;
