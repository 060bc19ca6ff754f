/** Management keys, with which programs use the management API. */
import { mintKey } from '../domain/api-key.ts';
import { RecordNotFoundError } from '../store/errors.ts';
import type { ManagementKeyRecord } from '../store/manage.ts';
import { type Expiry, resolveExpiry } from './api-keys.ts';
import { audited, type ManageContext } from './context.ts';

/** The key to create. */
export interface NewManagementKey extends Pick<ManagementKeyRecord, 'projectId' | 'label'> {
  readonly expires: Expiry;
}

/** A key, whose secret is shown only once. */
export interface CreatedManagementKey extends Omit<ManagementKeyRecord, 'hash' | 'revokedAtMs'> {
  /** The whole key, with its secret. */
  readonly manageKey: string;
}

/** Stores the hash of a new management key and returns the key. @throws {RecordNotFoundError} */
export async function createManagementKey(
  context: ManageContext,
  { projectId, label, expires }: NewManagementKey,
): Promise<CreatedManagementKey> {
  const masterKey = await context.loadMasterKey();
  const { id, key: manageKey, hash } = mintKey('mkey', masterKey, context.randomBytes);
  const createdAtMs = context.now();
  const expiresAtMs = resolveExpiry(expires, createdAtMs);
  const fields = { id, projectId, label, createdAtMs, expiresAtMs };
  const change = {
    action: 'management_key.create',
    targets: { ...(projectId !== null && { projectId }), managementKeyId: id },
    detail: { label, expiresAtMs },
  };
  const created = { ...fields, manageKey };
  await audited(context, change, created).createManagementKey({ ...fields, hash });
  return created;
}

/** Revokes a key immediately; a revoked one remains as it is. @throws {RecordNotFoundError} */
export async function revokeManagementKey(context: ManageContext, id: string): Promise<void> {
  const keys = await context.store.listManagementKeys();
  const key = keys.find((each) => each.id === id);
  if (key === undefined) throw new RecordNotFoundError('management key', id);
  const { projectId } = key;
  const targets = { ...(projectId !== null && { projectId }), managementKeyId: id };
  const change = { action: 'management_key.revoke', targets };
  await audited(context, change).revokeManagementKey(id, context.now());
}
