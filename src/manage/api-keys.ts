/** API keys, with which callers read the wallets of a project. */
import { isInForce, type KeyEnds, mintKey } from '../domain/api-key.ts';
import type { ApiKeyRecord } from '../store/records.ts';
import { audited, type ManageContext } from './context.ts';

/** When a key expires: after a time, at a time (Unix ms), or never. */
export type Expiry = { readonly lifetimeMs: number } | { readonly atMs: number } | 'never';

/** The key to create. */
export interface NewApiKey extends Pick<ApiKeyRecord, 'projectId' | 'label'> {
  /** The only wallet that it reads; if missing, all of the project. */
  readonly walletId?: string | null | undefined;
  readonly expires: Expiry;
}

/** A key, whose secret is shown only once. */
export interface CreatedApiKey extends Pick<
  ApiKeyRecord,
  'id' | 'projectId' | 'walletId' | 'label' | 'createdAtMs' | 'expiresAtMs'
> {
  /** The whole key, with its secret. */
  readonly apiKey: string;
}

/** Stores the hash of a new API key and returns the key. @throws {RecordNotFoundError} of the project or the wallet. */
export async function createApiKey(
  context: ManageContext,
  { projectId, walletId = null, label, expires }: NewApiKey,
): Promise<CreatedApiKey> {
  if (walletId !== null) await context.store.readWallet(walletId, projectId);
  const masterKey = await context.loadMasterKey();
  const { id, key: apiKey, hash } = mintKey('key', masterKey, context.randomBytes);
  const createdAtMs = context.now();
  const expiresAtMs = resolveExpiry(expires, createdAtMs);
  const fields = { id, projectId, walletId, label, createdAtMs, expiresAtMs };
  const change = {
    action: 'api_key.create',
    targets: { projectId, ...(walletId !== null && { walletId }), apiKeyId: id },
    detail: { label, expiresAtMs },
  };
  const created = { ...fields, apiKey };
  await audited(context, change, created).createApiKey({ ...fields, hash });
  return created;
}

/** Revokes a key immediately; a revoked one remains as it is. @throws {RecordNotFoundError} */
export async function revokeApiKey(context: ManageContext, id: string): Promise<void> {
  const { projectId } = await context.store.readApiKey(id);
  const change = { action: 'api_key.revoke', targets: { projectId, apiKeyId: id } };
  await audited(context, change).revokeApiKey(id, context.now());
}

/** Returns the state of an API key or management key. */
export function nameKeyState(key: KeyEnds, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (isInForce(key, nowMs)) return 'active';
  return key.revokedAtMs === null ? 'expired' : 'revoked';
}

/** Returns when a key expires (Unix ms); `null` if it does not. */
export function resolveExpiry(expires: Expiry, createdAtMs: number): number | null {
  if (expires === 'never') return null;
  return 'atMs' in expires ? expires.atMs : createdAtMs + expires.lifetimeMs;
}
