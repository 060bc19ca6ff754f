import type { AuditEntry } from '../../../src/store/audit.ts';
import type { NewConnectSession } from '../../../src/store/manage.ts';
import type { Store } from '../../../src/store/store.ts';
import { PROJECT_ID, T0 } from './fixtures.ts';

export const HASH = new Uint8Array(32).fill(1);
export const ENTRY: AuditEntry = {
  atMs: T0,
  actor: { kind: 'management-key', id: 'management_1' },
  action: 'wallet.create',
  targets: { projectId: PROJECT_ID, walletId: 'wallet_a' },
  detail: { exchange: 'binance' },
};
export const REQUEST = {
  managementKeyId: 'management_1',
  idempotencyKey: 'k1',
  requestHash: HASH,
  nowMs: T0,
  runsUntilMs: T0 + 1000,
  expiresAtMs: T0 + 5000,
};
export const RESPONSE = {
  status: 201,
  headers: { a: 'b' },
  keyId: 'mk_1',
  sealed: new Uint8Array([0, 255]),
};
export const SESSION: NewConnectSession = {
  id: 'connect_1',
  projectId: PROJECT_ID,
  tokenHash: HASH,
  exchange: 'kraken',
  externalId: 'customer 1',
  label: null,
  walletId: null,
  returnUrl: 'https://example.com/back',
  createdAtMs: T0,
  expiresAtMs: T0 + 5000,
};

/** Begins a request that nothing else runs, and returns its claim. */
export async function begin(store: Store, changes: Partial<typeof REQUEST> = {}) {
  const begun = await store.beginRequest({ ...REQUEST, ...changes });
  if (begun.outcome !== 'run') throw new Error(begun.outcome);
  return begun.claim;
}

/** Claims a connect session that nothing else uses, for 100 ms. */
export async function claimSession(store: Store, nowMs = T0, tokenHash = HASH) {
  const claimed = await store.claimConnectSession(tokenHash, { nowMs, untilMs: nowMs + 100 });
  if (claimed.outcome !== 'claimed') throw new Error(claimed.outcome);
  return claimed;
}
