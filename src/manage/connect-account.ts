/** What a customer does with a connect session: reads it, connects an account with it, or cancels it. */
import { hashAccount } from '../domain/api-key.ts';
import type {
  ConnectEnd,
  ConnectProgress,
  ConnectRequest,
  ConnectSession,
  ConnectStep,
  ConnectWallet,
} from '../domain/connect.ts';
import { formatInstant, formatOptionalInstant } from '../domain/instant.ts';
import { AccountTakenError, ClaimLostError, RecordNotFoundError } from '../store/errors.ts';
import type {
  ConnectClaim,
  ConnectSessionRecord,
  ConnectSessionState,
  ManagedWallet,
} from '../store/manage.ts';
import { cancelConnectSession, hashConnectToken } from './connect-sessions.ts';
import type { ManageContext } from './context.ts';
import { readCredentialFields } from './credentials.ts';
import { ManageError, type ManageErrorCode } from './errors.ts';
import { requireExchangeProfile } from './exchanges.ts';
import type { CheckKey } from './key-check.ts';
import { addWallet, type ExchangeKey, replaceCredentials } from './wallets.ts';

/** What the functions of this file need. The actor of every change is the session. */
export interface ConnectContext extends Omit<ManageContext, 'actor' | 'alsoWrite'> {
  readonly checkKey: CheckKey;
  /** The addresses from which exchanges are called. */
  readonly exchangeAddresses: readonly string[];
  /** The origins to which a customer may return. */
  readonly returnOrigins: readonly string[];
}

/** Longer than the check of a key takes. The claim of a process that ended is over then. */
const CLAIM_MS = 60_000;

/**
 * Returns an open session, as its page shows it. A connected one is returned until its time is over: its customer may
 * have lost the response to the key.
 *
 * @throws {ManageError} `session_…` if it is neither.
 */
export async function readSession(context: ConnectContext, token: string): Promise<ConnectSession> {
  const session = await findSession(context, token);
  const isConnected = session?.state === 'connected' && context.now() < session.expiresAtMs;
  if (session?.state !== 'open' && !isConnected) throw refuseSession(session?.state);
  const { id, projectId, exchange, walletId, expiresAtMs } = session;
  const project = await context.store.readProject(projectId);
  return {
    id,
    projectName: project.name,
    reads: ['balances', 'withdrawal_networks', 'transactions'],
    exchange,
    reconnects: walletId === null ? null : await readWallet(context, walletId),
    returnOrigin: originOf(context, session),
    expiresAt: formatInstant(expiresAtMs),
    connected: isConnected ? endOf(context, session, 'connected') : null,
  };
}

/**
 * Connects an account: checks the key at its exchange, then adds a wallet or replaces the key of the session's wallet, and
 * completes the session, in one transaction. Of several requests with a token, one checks its key at a time, and one
 * connects.
 *
 * @throws {ManageError} `session_…`, `credentials_…`, `exchange_unavailable`, `unknown_exchange`, `already_connected`.
 * @throws {ExternalIdTakenError}
 */
export async function connectAccount(
  context: ConnectContext,
  token: string,
  request: ConnectRequest,
): Promise<ConnectEnd> {
  const nowMs = context.now();
  const times = { nowMs, untilMs: nowMs + CLAIM_MS };
  const claimed = await context.store.claimConnectSession(hashConnectToken(token), times);
  if (claimed.outcome === 'unknown') throw refuseSession();
  if (claimed.outcome === 'closed') throw refuseSession(claimed.session.state);
  if (claimed.outcome === 'busy') {
    throw new ManageError('session_busy', 'another key is being checked for this session');
  }
  const { session, claim } = claimed;
  try {
    await storeKey(context, session, claim, request);
    return endOf(context, session, 'connected');
  } catch (error) {
    await context.store.releaseConnectSession(claim);
    throw await explain(context, error, token);
  }
}

/** Returns the step of the check that runs for an open session. @throws {ManageError} `session_…` if it is not open. */
export async function readProgress(
  context: ConnectContext,
  token: string,
): Promise<ConnectProgress> {
  const { checkStep } = await requireOpen(context, token);
  return { step: checkStep };
}

/** Cancels an open session. @throws {ManageError} `session_…` if it is not open. */
export async function cancelSession(context: ConnectContext, token: string): Promise<ConnectEnd> {
  const session = await requireOpen(context, token);
  const canceled = await cancelConnectSession({ ...context, actor: actorOf(session) }, session.id);
  // It was connected or canceled meanwhile.
  if (canceled === null) throw refuseSession((await findSession(context, token))?.state);
  return endOf(context, session, 'canceled');
}

async function storeKey(
  context: ConnectContext,
  session: ConnectSessionRecord,
  claim: ConnectClaim,
  request: ConnectRequest,
): Promise<void> {
  const { projectId, externalId, label, walletId } = session;
  const key = readKey(session, request);
  await refuseConnected(context, session, key);
  const { checkKey, exchangeAddresses: addresses, ...own } = context;
  const { store } = context;
  const policy = {
    checkKey,
    addresses,
    // The check continues if its step cannot be recorded.
    onStep: (step: ConnectStep) => void store.recordConnectStep(claim, step).catch(() => undefined),
    requireResponse: true,
    isCustomer: true,
    refuseSameAccount: true,
  };
  const manage: ManageContext = {
    ...own,
    actor: actorOf(session),
    alsoWrite: (result) => {
      const added = (result as { readonly wallet?: { readonly id: string } }).wallet;
      return { connected: { claim, walletId: added?.id ?? walletId ?? '' } };
    },
  };
  if (walletId === null) await addWallet(manage, { projectId, externalId, label }, key, policy);
  else await replaceCredentials(manage, walletId, key, policy);
}

function readKey(session: ConnectSessionRecord, request: ConnectRequest): ExchangeKey {
  const exchange = requireExchangeProfile(request.exchange);
  if (session.exchange !== null && session.exchange !== exchange.name) {
    throw new ManageError('unknown_exchange', `this session is for ${session.exchange}`);
  }
  return { exchange, credentials: readCredentialFields(request.credentials, exchange) };
}

/** Refuses an account of the project before its exchange is asked. */
async function refuseConnected(
  { store, loadMasterKey }: ConnectContext,
  { projectId, walletId }: ConnectSessionRecord,
  { exchange, credentials }: ExchangeKey,
): Promise<void> {
  const account = hashAccount(exchange.name, credentials, await loadMasterKey());
  const preferred = walletId ?? undefined;
  const owner = await store.findWalletOfAccount(projectId, account, preferred);
  if (owner !== undefined && owner !== walletId) throw new AccountTakenError(owner);
}

/** Returns the error that the customer sees. */
async function explain(context: ConnectContext, error: unknown, token: string): Promise<unknown> {
  if (error instanceof AccountTakenError) {
    // Without its label: the address of an account may be public, so its sender may not be its owner.
    const { state } = await readWallet(context, error.walletId);
    const message = 'the project has connected this account already';
    return new ManageError('already_connected', message, { wallet: { state } });
  }
  if (error instanceof ClaimLostError) {
    const session = await findSession(context, token);
    return session?.state === 'open'
      ? new ManageError('session_busy', 'the check took too long; repeat the request')
      : refuseSession(session?.state);
  }
  // The wallet of the session was removed.
  return error instanceof RecordNotFoundError ? refuseSession('canceled') : error;
}

async function requireOpen(context: ConnectContext, token: string): Promise<ConnectSessionRecord> {
  const session = await findSession(context, token);
  if (session?.state === 'open') return session;
  throw refuseSession(session?.state);
}

function findSession(
  { store, now }: ConnectContext,
  token: string,
): Promise<ConnectSessionRecord | undefined> {
  return store.findConnectSession(hashConnectToken(token), now());
}

const REFUSALS: Readonly<
  Record<Exclude<ConnectSessionState, 'open'>, readonly [ManageErrorCode, string]>
> = {
  connected: ['session_used', 'an account was connected with this session'],
  expired: ['session_expired', 'the time of this session is over'],
  canceled: ['session_canceled', 'this session was canceled'],
};

function refuseSession(state: ConnectSessionState = 'open'): ManageError {
  if (state === 'open') return new ManageError('session_not_found', 'no session has this token');
  return new ManageError(...REFUSALS[state]);
}

/** Returns what a customer may know about a wallet of the project. @throws {ManageError} if it was removed. */
async function readWallet({ store }: ConnectContext, walletId: string): Promise<ConnectWallet> {
  let wallet: ManagedWallet;
  try {
    wallet = await store.readManagedWallet(walletId);
  } catch (error) {
    throw error instanceof RecordNotFoundError ? refuseSession('canceled') : error;
  }
  const { label, sync } = wallet;
  return { label, state: sync.state, lastSyncAt: formatOptionalInstant(sync.lastSyncAtMs) };
}

/** Returns the origin to which the customer returns; `null` if the operator no longer allows it. */
function originOf(
  { returnOrigins }: ConnectContext,
  { returnUrl }: ConnectSessionRecord,
): string | null {
  const origin = returnUrl === null ? undefined : URL.parse(returnUrl)?.origin;
  return origin !== undefined && returnOrigins.includes(origin) ? origin : null;
}

function endOf(
  context: ConnectContext,
  session: ConnectSessionRecord,
  state: 'connected' | 'canceled',
): ConnectEnd {
  const { id, returnUrl } = session;
  if (returnUrl === null || originOf(context, session) === null) return { returnUrl: null };
  const url = new URL(returnUrl);
  url.searchParams.set('session', id);
  url.searchParams.set('state', state);
  return { returnUrl: url.href };
}

function actorOf({ id }: ConnectSessionRecord): ManageContext['actor'] {
  return { kind: 'connect-session', id };
}
