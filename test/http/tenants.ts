import { randomBytes } from 'node:crypto';

import { mintKey } from '../../src/domain/api-key.ts';
import type { AssetBalance } from '../../src/domain/balance.ts';
import { createId } from '../../src/domain/id.ts';
import type { MasterKey } from '../../src/domain/master-key.ts';
import { sealCredentials } from '../../src/domain/sealed-credentials.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Store } from '../../src/store/store.ts';
import { storeRows } from '../store/store-rows.ts';

/** An organization with a project, a key and a wallet. */
export interface Tenant {
  readonly orgId: string;
  readonly projectId: string;
  readonly keyId: string;
  readonly apiKey: string;
  readonly walletId: string;
}

export interface WalletContent {
  readonly transactions?: readonly Transaction[];
  readonly balances?: readonly AssetBalance[];
  readonly withdrawableUnverified?: boolean;
  /** `null`: it was never synchronised. By default it was synchronised when it was added. */
  readonly syncedAtMs?: number | null;
  readonly historyComplete?: boolean;
  /** True for a wallet without credentials. */
  readonly importsOnly?: boolean;
  /** Default: binance. */
  readonly exchange?: string;
}

const CREATED_AT_MS = Date.UTC(2024, 0, 1);

export async function createTenant(
  store: Store,
  masterKey: MasterKey,
  content: WalletContent = {},
  expiresAtMs: number | null = null,
): Promise<Tenant> {
  const createdAtMs = CREATED_AT_MS;
  const orgId = createId('org', randomBytes);
  const projectId = createId('project', randomBytes);
  await store.createOrganization({ id: orgId, name: orgId, createdAtMs });
  await store.createProject({ id: projectId, orgId, name: projectId, createdAtMs });
  const { id: keyId, key: apiKey, hash } = mintKey('key', masterKey, randomBytes);
  await store.createApiKey({ id: keyId, projectId, label: null, hash, createdAtMs, expiresAtMs });
  const walletId = await createWallet(store, masterKey, projectId, content);
  return { orgId, projectId, keyId, apiKey, walletId };
}

export async function createWallet(
  store: Store,
  masterKey: MasterKey,
  projectId: string,
  content: WalletContent,
): Promise<string> {
  const id = createId('wallet', randomBytes);
  const { importsOnly = false, exchange = 'binance' } = content;
  const wallet = { id, projectId, exchange, label: null, externalId: null, importsOnly };
  const credentials = sealCredentials({ apiKey: 'exchange-key' }, id, masterKey, randomBytes);
  await store.addWallet(
    { ...wallet, createdAtMs: CREATED_AT_MS },
    importsOnly ? undefined : credentials,
  );
  const { transactions, syncedAtMs = importsOnly ? null : CREATED_AT_MS } = content;
  if (transactions !== undefined) await storeRows(store, id, transactions);
  if (syncedAtMs !== null) await recordSync(store, id, content, syncedAtMs);
  return id;
}

/** Records a successful synchronisation of a wallet. */
export async function recordSync(
  store: Store,
  walletId: string,
  { balances = [], withdrawableUnverified = false, historyComplete = false }: WalletContent,
  syncedAtMs: number,
): Promise<void> {
  const lease = await store.claimWallet({
    nowMs: syncedAtMs,
    untilMs: syncedAtMs + 1000,
    walletId,
  });
  const record = { readAtMs: 1, balances, withdrawableUnverified, quarantined: [] };
  await store.recordBalances(lease!, record);
  await store.recordOutcome(lease!, {
    nextRunAtMs: syncedAtMs + 60_000,
    syncedAtMs,
    historyComplete,
  });
  await store.releaseLease(lease!);
}

/** Returns the four headers of a tenant. */
export function headersOf(tenant: Tenant): Record<string, string> {
  return {
    'x-svc-api-key': tenant.apiKey,
    'x-svc-org-id': tenant.orgId,
    'x-svc-project-id': tenant.projectId,
    'x-svc-wallet-id': tenant.walletId,
  };
}
