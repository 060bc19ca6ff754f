import { READ_ONLY } from '../manage/harness.ts';

/** A project, and a record of each kind in it. */
export interface OwnProject {
  readonly orgId: string;
  readonly projectId: string;
  readonly walletId: string;
  readonly apiKeyId: string;
  readonly webhookId: string;
  readonly sessionId: string;
  readonly importId: string;
}

/** A wallet whose key is not checked. */
export const LATER = { exchange: 'kraken', credentials: READ_ONLY, check: 'later' };

/** Returns every request about a record, with a body that is valid. */
export function requestsOf(
  project: OwnProject,
): readonly (readonly [request: string, body?: unknown])[] {
  const { projectId, walletId, apiKeyId, webhookId, sessionId, importId } = project;
  const path = `/v0/projects/${projectId}`;
  return [
    [`POST ${path}/api-keys`, {}],
    [`GET ${path}/api-keys`],
    [`POST ${path}/wallets`, LATER],
    [`GET ${path}/wallets`],
    [`GET /v0/wallets?projectId=${projectId}`],
    [`POST ${path}/webhooks`, { url: 'http://127.0.0.1:9/' }],
    [`GET ${path}/webhooks`],
    [`POST ${path}/connect-sessions`, {}],
    [`GET ${path}/connect-sessions`],
    [`GET ${path}/transactions`],
    [`GET ${path}/balances`],
    [`GET /v0/wallets/${walletId}`],
    [`PATCH /v0/wallets/${walletId}`, { label: 'x' }],
    [`PUT /v0/wallets/${walletId}/credentials`, { credentials: READ_ONLY, check: 'later' }],
    [`POST /v0/wallets/${walletId}/sync`, {}],
    [`GET /v0/wallets/${walletId}/imports`],
    [
      `POST /v0/wallets/${walletId}/imports`,
      { asset: 'BTC', type: 'deposit', amount: '2', timestamp: 2e12, status: 'completed' },
    ],
    [`POST /v0/webhooks/${webhookId}/rotate-secret`, {}],
    [`POST /v0/webhooks/${webhookId}/test`, {}],
    [`PATCH /v0/webhooks/${webhookId}`, { events: ['wallet.failing'] }],
    [`GET /v0/connect-sessions/${sessionId}`],
    [`DELETE /v0/connect-sessions/${sessionId}`],
    [`DELETE /v0/imports/${importId}`],
    [`DELETE /v0/webhooks/${webhookId}`],
    [`DELETE /v0/api-keys/${apiKeyId}`],
    [`DELETE /v0/wallets/${walletId}`],
  ];
}
