/** Verifies the caller of a request: its API key, its rate limit, and its scope. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';

import { hashApiKey, isInForce, keyIdOf } from '../../domain/api-key.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { ProblemError } from '../../domain/problem.ts';
import type { Caller, ServingStore } from '../../store/serving.ts';
import { CREDENTIAL_HEADERS } from '../header-names.ts';
import { PRIVATE_HEADERS } from './problems.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Reads } from './reads.ts';
import type { WrongKeys } from './wrong-keys.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A hook for routes that need an API key: it sets {@link FastifyRequest.caller}, and {@link PRIVATE_HEADERS}. */
    authenticate: onRequestHookHandler;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** The dependencies of {@link authentication}. */
export interface AuthenticationOptions {
  readonly store: Pick<ServingStore, 'findCaller' | 'generation'>;
  readonly masterKey: MasterKey;
  readonly limiter: RateLimiter;
  readonly wrongKeys: WrongKeys;
  /** Limits the reads of callers that are not cached. */
  readonly reads: Reads;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** The credentials of a request. */
type Credentials = Readonly<Record<keyof typeof CREDENTIAL_HEADERS, string>>;

/** A verified caller. */
interface CachedCaller {
  readonly caller: Caller;
  /** The store's generation before the caller was read. */
  readonly generation: number;
  readonly untilMs: number;
}

const CALLERS_MAX = 10_000;
const LIFETIME_MS = 1000;

/** Adds the hook `authenticate`. It continues synchronously if the caller is cached. */
export const authentication = fp<AuthenticationOptions>(async (app, options) => {
  const verify = createVerifier(options);
  app.decorateRequest('caller', null);
  app.decorate('authenticate', (request, reply, next) => {
    reply.headers(PRIVATE_HEADERS);
    const credentials = readCredentials(request.headers);
    const accept = (caller: Caller): void => {
      request.keyId = caller.key.id;
      takeRequest(options.limiter, reply, caller.key.id, options.now());
      requireScope(caller, credentials);
      request.caller = caller;
    };
    const caller = verify(request, credentials);
    if (caller instanceof Promise) {
      // oxlint-disable-next-line promise/no-callback-in-promise -- a hook of Fastify continues by its callback
      caller.then(accept).then(() => next(), next);
    } else {
      accept(caller);
      next();
    }
  });
});

/** @throws {ProblemError} `missing_credentials` if a header is missing, empty or repeated. */
function readCredentials(headers: IncomingHttpHeaders): Credentials {
  const read = (credential: keyof Credentials): string => {
    const { name } = CREDENTIAL_HEADERS[credential];
    const value = headers[name];
    // Node joins repeated headers by commas, which no credential contains.
    if (typeof value === 'string' && value !== '' && !value.includes(',')) return value;
    const message = `the header ${name} is required once, with a value`;
    throw new ProblemError('missing_credentials', message);
  };
  return {
    apiKey: read('apiKey'),
    orgId: read('orgId'),
    projectId: read('projectId'),
    walletId: read('walletId'),
  };
}

/**
 * Returns the function that verifies the key of a request and reads the wallet that it names. It returns immediately if
 * both are cached and the store has not changed since, so a revoked key is refused within a second on every node.
 */
function createVerifier({ store, masterKey, wrongKeys, reads, now }: AuthenticationOptions) {
  const cache = new LRUCache<string, CachedCaller>({ max: CALLERS_MAX });

  /** Reads the caller with one keyed hash and one read, whether the key exists, has another secret, or neither. */
  const readCaller = async (
    request: FastifyRequest,
    { apiKey, walletId }: Credentials,
    digest: string,
    nowMs: number,
  ): Promise<Caller> => {
    const id = keyIdOf('key', apiKey);
    // The generation is read before the caller, so that a change during the read invalidates the entry.
    const generation = id === undefined ? undefined : store.generation(id, walletId);
    const caller = await wrongKeys.verify(request, apiKey, nowMs, async () => {
      const keyHash = hashApiKey(apiKey, masterKey);
      const found = id && (await store.findCaller({ id, hash: keyHash }, walletId));
      return found && isInForce(found.key, nowMs) ? found : undefined;
    });
    if (caller === undefined) {
      throw new ProblemError('invalid_credentials', 'the API key is wrong, revoked or expired');
    }
    if (generation !== undefined) {
      cache.set(digest, { caller, generation, untilMs: nowMs + LIFETIME_MS });
    }
    return caller;
  };

  return (request: FastifyRequest, credentials: Credentials): Caller | Promise<Caller> => {
    const nowMs = now();
    // No secret is stored, and no comparison reveals a part of one.
    const digest = hash('sha256', `${credentials.apiKey}\n${credentials.walletId}`, 'hex');
    const cached = cache.get(digest);
    if (cached !== undefined && nowMs < cached.untilMs) {
      const { caller, generation } = cached;
      const current = store.generation(caller.key.id, credentials.walletId);
      if (current === generation && isInForce(caller.key, nowMs)) return caller;
    }
    return reads.run(() => readCaller(request, credentials, digest, nowMs));
  };
}

/**
 * Counts a request against the limit of its key.
 *
 * @throws {ProblemError} `rate_limited`.
 */
export function takeRequest(
  limiter: RateLimiter,
  reply: FastifyReply,
  keyId: string,
  nowMs: number,
): void {
  if (limiter.perSecond === 0) return;
  const remaining = limiter.take(keyId, nowMs);
  reply.header('ratelimit', limiter.describe(remaining));
  if (remaining >= 0) return;
  const message = `the key may make ${limiter.perSecond} requests per second`;
  throw new ProblemError('rate_limited', message);
}

/** @throws {ProblemError} `scope_mismatch`. */
function requireScope({ key }: Caller, { orgId, projectId }: Credentials): void {
  if (key.orgId === orgId && key.projectId === projectId) return;
  throw new ProblemError(
    'scope_mismatch',
    'the API key does not belong to this organization and project',
  );
}
