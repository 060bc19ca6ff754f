import { apiKeyId, verifyApiKey } from '../../domain/api-key.ts';
import { ProblemError } from '../../domain/problem.ts';
import { trimCharacters } from '../../domain/trim.ts';
import type { ApiKeyRecord, Caller } from '../../store/store.ts';
import { clientOf } from '../request/client-address.ts';
import { digestCredentials } from './authentication-cache.ts';
import type { RequestContext } from '../request/context.ts';
import type { RequestHead } from '../request/head.ts';
import type { HttpService } from '../service.ts';

/** The headers that every request of the API carries, and what each is. */
export const CREDENTIAL_HEADERS = {
  'x-svc-api-key': 'API key, `key_….…`.',
  'x-svc-org-id': 'Organization identifier, `org_…`.',
  'x-svc-project-id': 'Project identifier, `project_…`.',
  'x-svc-wallet-id': 'Identifier of the wallet the request applies to, `wallet_…`.',
} as const;

type CredentialHeader = keyof typeof CREDENTIAL_HEADERS;

/** What a caller presents. */
export interface Credentials {
  readonly apiKey: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly walletId: string;
}

/** The only characters around a header's value that are no part of it (RFC 9110 §5.5). */
const HEADER_SPACE = ' \t';

/** Compared with where there is no such key, so that an unknown key costs what a wrong one does. */
const NO_HASH = new Uint8Array(32);

/**
 * The four headers.
 *
 * @throws {ProblemError} `missing_credentials` when one is missing, empty or repeated.
 */
export function readCredentials(head: RequestHead): Credentials {
  return {
    apiKey: requireCredential(head, 'x-svc-api-key'),
    orgId: requireCredential(head, 'x-svc-org-id'),
    projectId: requireCredential(head, 'x-svc-project-id'),
    walletId: requireCredential(head, 'x-svc-wallet-id'),
  };
}

function requireCredential({ headers, repeated }: RequestHead, name: CredentialHeader): string {
  const value = trimCharacters(headers[name] ?? '', HEADER_SPACE);
  if (value !== '' && !repeated.includes(name)) return value;
  throw new ProblemError(
    'missing_credentials',
    `the header ${name} is required, once and not empty`,
  );
}

/**
 * Verifies the key of a request and reads the wallet that it names: at once where both were read a
 * moment ago and are still what the store holds.
 *
 * @throws {ProblemError} `invalid_credentials`, or `rate_limited` if the address sends many wrong keys.
 */
export function verifyCaller(
  service: HttpService,
  context: RequestContext,
  credentials: Credentials,
): Caller | Promise<Caller> {
  const nowMs = service.now();
  const digest = digestCredentials(credentials);
  const remembered = service.callers.find(digest, nowMs);
  if (remembered !== undefined) {
    const { caller, generation } = remembered;
    const current = service.store.generation(caller.key.id, credentials.walletId);
    if (current === generation && isInForce(caller.key, nowMs)) return caller;
  }
  const address = clientOf(context.request.socket.remoteAddress, service.trustedProxies);
  if (service.wrongKeys.refuses(address, credentials.apiKey, nowMs)) {
    service.metrics.countRateLimited();
    throw new ProblemError('rate_limited', 'too many wrong API keys came from this address');
  }
  return readCaller(service, { ...credentials, digest, address, nowMs });
}

interface PresentedCredentials extends Credentials {
  /** What the caller is remembered under. */
  readonly digest: string;
  /** What wrong keys are counted by. */
  readonly address: string | undefined;
  readonly nowMs: number;
}

/** One read and one keyed hash, whether the key exists or not. */
async function readCaller(
  service: HttpService,
  { apiKey, walletId, digest, address, nowMs }: PresentedCredentials,
): Promise<Caller> {
  const { store, callers, masterKey, wrongKeys } = service;
  const keyId = apiKeyId(apiKey);
  // Of before the read: what changes during it must not be taken for what was read.
  const generation = keyId === undefined ? undefined : store.generation(keyId, walletId);
  const caller = keyId === undefined ? undefined : await store.findCaller(keyId, walletId);
  const verified = verifyApiKey(apiKey, caller?.key.hash ?? NO_HASH, masterKey);
  if (!verified || caller === undefined || !isInForce(caller.key, nowMs)) {
    wrongKeys.count(address, apiKey, nowMs);
    throw new ProblemError('invalid_credentials', 'the API key is wrong, revoked or expired');
  }
  wrongKeys.remember(apiKey);
  if (generation !== undefined) callers.remember(digest, caller, generation, nowMs);
  return caller;
}

function isInForce({ revokedAtMs, expiresAtMs }: ApiKeyRecord, nowMs: number): boolean {
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
}

/**
 * Counts a request against the limit of its key, and compares the key's scope with the headers.
 *
 * @throws {ProblemError} `scope_mismatch` or `rate_limited`.
 */
export function admitCaller(
  service: HttpService,
  context: RequestContext,
  { key }: Caller,
  { orgId, projectId }: Credentials,
): void {
  context.keyId = key.id;
  if (service.limiter.enabled) {
    // The time is that of now: one of before the read could begin a window that has ended.
    context.rateLimitRemaining = service.limiter.take(key.id, service.now());
  }
  if (key.orgId !== orgId || key.projectId !== projectId) {
    throw new ProblemError(
      'scope_mismatch',
      'the API key was not made for this organization and project',
    );
  }
  if (context.rateLimitRemaining < 0) {
    service.metrics.countRateLimited();
    throw new ProblemError(
      'rate_limited',
      `the API key may make ${service.limiter.perSecond} requests per second`,
    );
  }
}
