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

/** The headers that every request of the API has, by the credential that they contain. */
export const CREDENTIAL_HEADERS = {
  apiKey: { name: HEADERS.apiKey, description: 'API key, `key_….…`.' },
  orgId: { name: HEADERS.orgId, description: 'Organization identifier, `org_…`.' },
  projectId: { name: HEADERS.projectId, description: 'Project identifier, `project_…`.' },
  walletId: {
    name: HEADERS.walletId,
    description: 'Identifier of the wallet the request applies to, `wallet_…`.',
  },
} as const;

/** The value of `vary`: the headers that determine the content and the encoding of a response. */
export const VARY = [
  ...Object.values(CREDENTIAL_HEADERS).map(({ name }) => name),
  'accept-encoding',
].join(', ');
