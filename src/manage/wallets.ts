/** Wallets: how they are added, changed and removed, and how their exchange keys are stored. */
import { hashAccount } from '../domain/api-key.ts';
import { createId } from '../domain/id.ts';
import { type ExchangeCredentials, sealCredentials } from '../domain/sealed-credentials.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import { AccountTakenError } from '../store/errors.ts';
import type { WalletChanges } from '../store/manage.ts';
import type { WalletAccount, WalletRecord } from '../store/records.ts';
import { audited, type Change, type ManageContext, type ManagedStore } from './context.ts';
import { ManageError } from './errors.ts';
import { type KeyPolicy, type KeyWarning, requireUsableKey } from './key-check.ts';

/** The wallet to add, without its exchange. */
export type NewWallet = Pick<WalletRecord, 'projectId' | 'label' | 'externalId'>;

/** An exchange, and a key of it in the form that `readCredentialFields` returns. */
export interface ExchangeKey {
  readonly exchange: ExchangeProfile;
  readonly credentials: ExchangeCredentials;
}

/** A key that was stored. */
export interface StoredKey {
  readonly warnings: readonly KeyWarning[];
  /** Another wallet of the project with the same key, and so with the same history; `null` if there is none. */
  readonly sameKeyAs: string | null;
}

/** An added wallet. */
export interface AddedWallet extends StoredKey {
  readonly wallet: WalletRecord;
}

/**
 * Adds a wallet with its credentials, sealed, after its key was checked by the policy. It is due immediately. The same
 * key in two wallets is allowed, because they may have different imports.
 *
 * @throws {ManageError} see `requireUsableKey`; then nothing is stored.
 * @throws {RecordNotFoundError} if the project does not exist.
 * @throws {ExternalIdTakenError}
 */
export async function addWallet(
  context: ManageContext,
  added: NewWallet,
  { exchange, credentials }: ExchangeKey,
  policy: KeyPolicy,
): Promise<AddedWallet> {
  if (policy.checkKey !== undefined) {
    // A missing project or master key is reported before the exchange is asked.
    await context.store.readProject(added.projectId);
    await context.loadMasterKey();
  }
  const { warnings, rightsUnchecked } = await requireUsableKey(exchange, credentials, {
    ...policy,
    projectId: added.projectId,
  });
  const wallet = newWallet(context, { ...added, exchange: exchange.name, importsOnly: false });
  const masterKey = await context.loadMasterKey();
  const sealed = sealCredentials(credentials, wallet.id, masterKey, context.randomBytes);
  const hash = hashAccount(exchange.name, credentials, masterKey);
  return storeUniquely(hash, policy, async (account, sameKeyAs) => {
    const result = { wallet, warnings, sameKeyAs };
    const store = audited(context, addition(wallet), result);
    await store.addWallet(wallet, { ...sealed, rightsUnchecked }, account);
    return result;
  });
}

/**
 * Adds a wallet without credentials, which is never synchronised and only takes imports.
 *
 * @param exchange the name of any place.
 * @throws {RecordNotFoundError} if the project does not exist.
 * @throws {ExternalIdTakenError}
 */
export async function addImportsWallet(
  context: ManageContext,
  added: NewWallet,
  exchange: string,
): Promise<AddedWallet> {
  const wallet = newWallet(context, { ...added, exchange, importsOnly: true });
  const result = { wallet, warnings: [], sameKeyAs: null };
  await audited(context, addition(wallet), result).addWallet(wallet);
  return result;
}

/**
 * Replaces the credentials of a wallet after their check by the policy. The wallet keeps its history, and is due
 * immediately unless it is paused.
 *
 * @throws {ManageError} see `requireUsableKey` and {@link requireSynchronised}; then nothing is changed.
 * @throws {RecordNotFoundError}
 */
export async function replaceCredentials(
  context: ManageContext,
  walletId: string,
  { exchange, credentials }: ExchangeKey,
  policy: KeyPolicy,
): Promise<StoredKey> {
  const wallet = await requireSynchronised(context.store, walletId);
  await context.loadMasterKey();
  const { warnings, rightsUnchecked } = await requireUsableKey(exchange, credentials, {
    ...policy,
    projectId: wallet.projectId,
  });
  const masterKey = await context.loadMasterKey();
  const sealed = sealCredentials(credentials, walletId, masterKey, context.randomBytes);
  const hash = hashAccount(exchange.name, credentials, masterKey);
  return storeUniquely(hash, policy, async (account, sameKeyAs) => {
    const result = { warnings, sameKeyAs };
    const store = audited(context, changeOf(wallet, 'wallet.replace_credentials'), result);
    const stored = { ...sealed, rightsUnchecked };
    await store.replaceCredentials(walletId, stored, context.now(), account);
    return result;
  });
}

/** Changes a wallet, or pauses and resumes its synchronisation. @throws {RecordNotFoundError | ExternalIdTakenError} */
export async function changeWallet(
  context: ManageContext,
  walletId: string,
  changes: WalletChanges,
): Promise<void> {
  const wallet =
    changes.paused === undefined
      ? await context.store.readWallet(walletId)
      : await requireSynchronised(context.store, walletId);
  const change = { ...changeOf(wallet, nameChange(changes)), detail: { ...changes } };
  await audited(context, change).changeWallet(walletId, changes, context.now());
}

/** Removes a wallet with its credentials, transactions and balances. @throws {RecordNotFoundError} */
export async function removeWallet(context: ManageContext, walletId: string): Promise<void> {
  const wallet = await context.store.readWallet(walletId);
  const { exchange, label, externalId } = wallet;
  const detail = { exchange, label, externalId };
  await audited(context, { ...changeOf(wallet, 'wallet.remove'), detail }).removeWallet(walletId);
}

/**
 * Makes a wallet due, also if it was stopped.
 *
 * @param rereadFromMs the history is read again from this time on (Unix ms).
 * @throws {ManageError} `wallet_imports_only`.
 * @throws {WalletPausedError | RecordNotFoundError}
 */
export async function requestSync(
  context: ManageContext,
  walletId: string,
  rereadFromMs?: number,
): Promise<{ readonly walletId: string }> {
  const wallet = await requireSynchronised(context.store, walletId);
  const from = rereadFromMs === undefined ? {} : { detail: { fromMs: rereadFromMs } };
  const result = { walletId };
  await audited(context, { ...changeOf(wallet, 'wallet.sync'), ...from }, result).makeWalletDue(
    walletId,
    context.now(),
    rereadFromMs,
  );
  return result;
}

/** Returns a wallet with credentials. @throws {ManageError} `wallet_imports_only`. @throws {RecordNotFoundError} */
export async function requireSynchronised(
  store: Pick<ManagedStore, 'readWallet'>,
  id: string,
): Promise<WalletRecord> {
  const wallet = await store.readWallet(id);
  if (!wallet.importsOnly) return wallet;
  throw new ManageError(
    'wallet_imports_only',
    `${id} only takes imports: it has no exchange key and is never synchronised`,
  );
}

function newWallet(
  { now, randomBytes }: ManageContext,
  fields: Omit<WalletRecord, 'id' | 'createdAtMs'>,
): WalletRecord {
  return { ...fields, id: createId('wallet', randomBytes), createdAtMs: now() };
}

function addition(wallet: WalletRecord): Change {
  const { exchange, label, externalId, importsOnly } = wallet;
  const detail = { exchange, label, externalId, importsOnly };
  return { ...changeOf(wallet, 'wallet.create'), detail };
}

function changeOf({ id, projectId }: WalletRecord, action: string): Change {
  return { action, targets: { projectId, walletId: id } };
}

function nameChange({ label, externalId, paused }: WalletChanges): string {
  const isOther = label !== undefined || externalId !== undefined;
  if (paused === undefined || isOther) return 'wallet.change';
  return paused ? 'wallet.pause' : 'wallet.resume';
}

/** Stores a key with its account. If another wallet of the project has the account, returns that one too, or stores nothing. */
async function storeUniquely<Result>(
  hash: Uint8Array,
  { refuseSameAccount }: KeyPolicy,
  store: (account: WalletAccount, sameKeyAs: string | null) => Promise<Result>,
): Promise<Result> {
  try {
    return await store({ hash, isUnique: true }, null);
  } catch (error) {
    if (refuseSameAccount === true || !(error instanceof AccountTakenError)) throw error;
    return store({ hash, isUnique: false }, error.walletId);
  }
}
