/** Connect sessions: links by which a customer gives an exchange key to the service. */
import { createHash } from 'node:crypto';

import { createId } from '../domain/id.ts';
import { ExternalIdTakenError } from '../store/errors.ts';
import type { ConnectSessionRecord, NewConnectSession } from '../store/manage.ts';
import { audited, type ManageContext } from './context.ts';
import { ManageError } from './errors.ts';
import { requireExchangeProfile } from './exchanges.ts';
import { requireSynchronised } from './wallets.ts';

/** Where customers reach the service, and where they may return to. */
export interface ConnectSettings {
  /** The origin of the public service, without a slash at its end. */
  readonly publicUrl: string;
  /** The origins to which a customer may return. */
  readonly returnOrigins: readonly string[];
}

/** The session to create. */
export interface RequestedSession extends Pick<
  ConnectSessionRecord,
  'projectId' | 'exchange' | 'externalId' | 'label' | 'walletId' | 'returnUrl'
> {
  readonly lifetimeMs: number;
}

/** A session, whose link is shown once. */
export interface CreatedSession {
  readonly id: string;
  /** The link for the customer, with the token in its fragment. */
  readonly url: string;
  readonly expiresAtMs: number;
}

const TOKEN_BYTES = 32;

/**
 * Creates a session. With a wallet, the customer replaces its key; otherwise, a wallet is added.
 *
 * @throws {ManageError} `unknown_exchange`, `return_url_refused`, `wallet_imports_only`.
 * @throws {RecordNotFoundError} if the project or its wallet does not exist.
 * @throws {ExternalIdTakenError}
 */
export async function createConnectSession(
  context: ManageContext,
  { publicUrl, returnOrigins }: ConnectSettings,
  { lifetimeMs, ...requested }: RequestedSession,
): Promise<CreatedSession> {
  const returnUrl = readReturnUrl(requested.returnUrl, returnOrigins);
  const exchange = await chooseExchange(context, requested);
  const token = Buffer.from(context.randomBytes(TOKEN_BYTES)).toString('base64url');
  const createdAtMs = context.now();
  const expiresAtMs = createdAtMs + lifetimeMs;
  const id = createId('connect', context.randomBytes);
  const times = { createdAtMs, expiresAtMs };
  const session: NewConnectSession = {
    ...requested,
    ...times,
    id,
    exchange,
    returnUrl,
    tokenHash: hashConnectToken(token),
  };
  const { projectId, externalId, walletId } = requested;
  const change = {
    action: 'connect_session.create',
    targets: { projectId, connectSessionId: id, ...(walletId !== null && { walletId }) },
    detail: { exchange, externalId },
  };
  const created = { id, url: `${publicUrl}/connect#${token}`, expiresAtMs };
  await audited(context, change, created).createConnectSession(session);
  return created;
}

/** Cancels a session. Returns null for one that is not open, which remains as it is. @throws {RecordNotFoundError} */
export async function cancelConnectSession(
  context: ManageContext,
  id: string,
): Promise<true | null> {
  const nowMs = context.now();
  const { projectId } = await context.store.readConnectSession(id, nowMs);
  const change = { action: 'connect_session.cancel', targets: { projectId, connectSessionId: id } };
  return audited(context, change).cancelConnectSession(id, nowMs);
}

/**
 * Cancels a session for its operator. Does nothing if it was canceled before.
 *
 * @throws {ManageError} `session_not_open` if it was connected or has expired.
 * @throws {RecordNotFoundError}
 */
export async function requireCanceled(context: ManageContext, id: string): Promise<void> {
  if ((await cancelConnectSession(context, id)) !== null) return;
  const { state, connectedWalletId } = await context.store.readConnectSession(id, context.now());
  if (state === 'canceled') return;
  const message =
    state === 'connected'
      ? `the customer has already connected an account with the session: ${connectedWalletId}`
      : 'the session has expired, and no account was connected with it';
  throw new ManageError('session_not_open', message);
}

/** Returns the hash by which a token is found. The token has 256 random bits, so it needs no key. */
export function hashConnectToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** Returns the only exchange that the customer can choose; `null` for any. */
async function chooseExchange(
  { store }: ManageContext,
  { projectId, exchange, externalId, walletId }: Omit<RequestedSession, 'lifetimeMs'>,
): Promise<string | null> {
  if (exchange !== null) requireExchangeProfile(exchange);
  if (walletId !== null) {
    await store.readWallet(walletId, projectId);
    return (await requireSynchronised(store, walletId)).exchange;
  }
  if (externalId !== null) {
    const { items } = await store.listManagedWallets({ projectId, externalId, limit: 1 });
    if (items.length > 0) throw new ExternalIdTakenError(externalId);
  }
  return exchange;
}

/**
 * Returns the URL in its normal form.
 *
 * @throws {ManageError} `return_url_refused` unless it is a page of one of the origins, without a user or a password.
 */
export function readReturnUrl(text: string | null, origins: readonly string[]): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  // A URL such as `blob:https://product.example/1` has the origin of a page, and is none.
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:';
  const hasUser = url?.username !== '' || url.password !== '';
  if (url !== null && isPage && !hasUser && origins.includes(url.origin)) return url.href;
  throw new ManageError(
    'return_url_refused',
    'must be a URL with an origin of TELLER_CONNECT_RETURN_ORIGINS, without a user or a password',
  );
}
