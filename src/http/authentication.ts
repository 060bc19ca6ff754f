import { apiKeyId, verifyApiKey } from '../domain/api-key.ts';
import { ProblemError } from '../domain/problem.ts';
import type { ApiKeyRecord, Caller, ServedWallet } from '../store/store.ts';
import { digestCredentials } from './caller-memory.ts';
import type { RequestContext } from './request-context.ts';
import type { HttpService } from './service.ts';

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

const SPACE = 0x20;
const TAB = 0x09;

/** Compared with where there is no such key, so that an unknown key costs what a wrong one does. */
const NO_HASH = new Uint8Array(32);

const HEADER_BY_LENGTH = new Map<number, CredentialHeader>(
  (Object.keys(CREDENTIAL_HEADERS) as CredentialHeader[]).map((name) => [name.length, name]),
);

/**
 * The four headers. They are read as they came, because Node joins a repeated header with a comma
 * and a joined one must not be taken for a value.
 *
 * @param rawHeaders names and values in turn.
 * @throws {ProblemError} `missing_credentials` when one is missing, empty or repeated.
 */
export function readCredentials(rawHeaders: readonly string[]): Credentials {
  const values: Partial<Record<CredentialHeader, string>> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index] ?? '';
    // The four names differ in length, which rules out most other headers at once.
    const name = HEADER_BY_LENGTH.get(rawName.length);
    if (name === undefined || rawName.toLowerCase() !== name) continue;
    values[name] = values[name] === undefined ? trimSpace(rawHeaders[index + 1] ?? '') : '';
  }
  return {
    apiKey: requireCredential(values, 'x-svc-api-key'),
    orgId: requireCredential(values, 'x-svc-org-id'),
    projectId: requireCredential(values, 'x-svc-project-id'),
    walletId: requireCredential(values, 'x-svc-wallet-id'),
  };
}

/**
 * Without the spaces and tabs around it, the only ones that are no part of a header's value. Not by
 * a pattern: of a long run of spaces within, it would try every beginning.
 */
function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB;
}

function requireCredential(
  values: Readonly<Partial<Record<CredentialHeader, string>>>,
  name: CredentialHeader,
): string {
  const value = values[name];
  if (value !== undefined && value !== '') return value;
  throw new ProblemError(
    'missing_credentials',
    `the header ${name} is required, once and not empty`,
  );
}

/**
 * Verifies the key of a request, counts the request against the key's limit, and compares the
 * key's scope with the headers.
 *
 * @returns the wallet that the headers name, where the key's project has it.
 * @throws {ProblemError} `missing_credentials`, `invalid_credentials`, `scope_mismatch` or
 * `rate_limited`.
 */
export async function authenticate(
  service: HttpService,
  context: RequestContext,
): Promise<ServedWallet | undefined> {
  const credentials = readCredentials(context.request.rawHeaders);
  const nowMs = service.now();
  const { key, wallet } = await verifyCaller(service, credentials, nowMs);
  context.keyId = key.id;
  if (service.limiter.enabled) {
    context.rateLimitRemaining = service.limiter.take(key.id, nowMs);
  }
  if (key.orgId !== credentials.orgId || key.projectId !== credentials.projectId) {
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
  return wallet;
}

/** A caller that was verified a moment ago, or one that is verified now. */
async function verifyCaller(
  service: HttpService,
  credentials: Credentials,
  nowMs: number,
): Promise<Caller> {
  const { apiKey, walletId } = credentials;
  const keyId = apiKeyId(apiKey);
  const generation = keyId === undefined ? undefined : service.store.generation(keyId, walletId);
  if (generation === undefined) return readCaller(service, credentials, keyId, nowMs);
  const digest = digestCredentials(apiKey, walletId);
  const remembered = service.callers.find(digest, generation, nowMs);
  if (remembered !== undefined && isInForce(remembered.key, nowMs)) return remembered;
  const caller = await readCaller(service, credentials, keyId, nowMs);
  service.callers.remember(digest, caller, generation, nowMs);
  return caller;
}

/** One read and one keyed hash, whether the key exists or not. */
async function readCaller(
  service: HttpService,
  { apiKey, walletId }: Credentials,
  keyId: string | undefined,
  nowMs: number,
): Promise<Caller> {
  const caller = keyId === undefined ? undefined : await service.store.findCaller(keyId, walletId);
  const verified = verifyApiKey(apiKey, caller?.key.hash ?? NO_HASH, service.masterKey);
  if (!verified || caller === undefined || !isInForce(caller.key, nowMs)) {
    throw new ProblemError('invalid_credentials', 'the API key is wrong, revoked or expired');
  }
  return caller;
}

function isInForce({ revokedAtMs, expiresAtMs }: ApiKeyRecord, nowMs: number): boolean {
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
}
