/** Creates API keys and wallets with new identifiers. */
import { mintApiKey } from '../domain/api-key.ts';
import { createId } from '../domain/id.ts';
import type { MasterKey } from '../domain/master-key.ts';
import { type ExchangeCredentials, sealCredentials } from '../domain/sealed-credentials.ts';
import type { ApiKeyRecord, WalletRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Session } from './runtime.ts';
import { warnOfSameKey } from './same-key.ts';

/** The key to create. */
export interface NewApiKey extends Pick<ApiKeyRecord, 'projectId' | 'label'> {
  /** `null`: the key does not expire. */
  readonly lifetimeMs: number | null;
}

/** A key, whose secret is shown only once. */
export interface CreatedApiKey extends Pick<ApiKeyRecord, 'id' | 'expiresAtMs'> {
  /** The whole key, with its secret. */
  readonly apiKey: string;
}

/** Stores the hash of a new API key and returns the key. */
export async function createApiKey(
  { now, randomBytes }: Session,
  store: Store,
  masterKey: MasterKey,
  { projectId, label, lifetimeMs }: NewApiKey,
): Promise<CreatedApiKey> {
  const createdAtMs = now();
  const expiresAtMs = lifetimeMs === null ? null : createdAtMs + lifetimeMs;
  const { id, apiKey, hash } = mintApiKey(masterKey, randomBytes);
  await store.createApiKey({ id, projectId, label, hash, createdAtMs, expiresAtMs });
  return { id, apiKey, expiresAtMs };
}

/**
 * Stores a wallet with its sealed credentials and returns its id. Writes a warning if another wallet has the
 * same credentials.
 */
export async function createWallet(
  session: Session,
  store: Store,
  masterKey: MasterKey,
  added: {
    readonly wallet: Omit<WalletRecord, 'id' | 'importsOnly' | 'createdAtMs'>;
    readonly credentials: ExchangeCredentials;
  },
): Promise<string> {
  const { now, randomBytes } = session;
  const id = createId('wallet', randomBytes);
  const wallet = { ...added.wallet, id, importsOnly: false, createdAtMs: now() };
  const { credentials } = added;
  await warnOfSameKey(session, store, masterKey, { wallet, credentials });
  await store.addWallet(wallet, sealCredentials(credentials, id, masterKey, randomBytes));
  return id;
}

/** Stores a wallet that only takes imports and returns its id. */
export async function createImportsOnlyWallet(
  { now, randomBytes }: Session,
  store: Store,
  wallet: Omit<WalletRecord, 'id' | 'importsOnly' | 'createdAtMs'>,
): Promise<string> {
  const id = createId('wallet', randomBytes);
  await store.addWallet({ ...wallet, id, importsOnly: true, createdAtMs: now() });
  return id;
}
