/** Verifies the caller of a request: its API key, its rate limit, and its scope. */
import { hash } from 'node:crypto';

import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';

import { apiKeyId, hashApiKey } from '../../domain/api-key.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { ProblemError } from '../../domain/problem.ts';
import type { ApiKeyRecord } from '../../store/records.ts';
import type { Caller, ServingStore } from '../../store/serving.ts';
import type { Admission } from './admission.ts';
import { clientOf } from './client-address.ts';
import { type Credentials, readCredentialHeaders } from './credentials.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { WrongKeys } from './wrong-keys.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A hook for routes that need an API key: it sets {@link FastifyRequest.caller}. */
    authenticate: onRequestHookHandler;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** Set when the API key has been verified. */
    keyId: string | undefined;
    /** Set when the wallet has been found. */
    walletId: string | undefined;
  }
}

/** The dependencies of {@link authentication}. */
export interface AuthenticationOptions {
  readonly store: Pick<ServingStore, 'findCaller' | 'generation'>;
  readonly masterKey: MasterKey;
  readonly limiter: RateLimiter;
  readonly wrongKeys: WrongKeys;
  /** Limits the reads of callers that are not cached. */
  readonly admission: Admission;
  readonly countRateLimited: () => void;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

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
export const authentication = fp<AuthenticationOptions>((app, options, done) => {
  const authenticator = new Authenticator(options);
  app.decorateRequest('caller', null);
  app.decorateRequest('keyId', undefined);
  app.decorateRequest('walletId', undefined);
  app.decorate('authenticate', (request, reply, next) => {
    const credentials = readCredentialHeaders(request.headers);
    const accept = (caller: Caller): void => {
      authenticator.admit(request, reply, caller, credentials);
      request.caller = caller;
    };
    const caller = authenticator.verify(request, credentials);
    if (caller instanceof Promise) {
      // oxlint-disable-next-line promise/no-callback-in-promise -- a hook of Fastify continues by its callback
      caller.then(accept).then(() => next(), next);
    } else {
      accept(caller);
      next();
    }
  });
  done();
});

class Authenticator {
  readonly #options: AuthenticationOptions;
  /**
   * Verified callers by a digest of their credentials. An entry is valid only while the store's generation has not
   * changed, so a revoked key is refused within a second on every node.
   */
  readonly #cache = new LRUCache<string, CachedCaller>({ max: CALLERS_MAX });

  constructor(options: AuthenticationOptions) {
    this.#options = options;
  }

  /**
   * Verifies the key of a request and reads the wallet that it names. Returns immediately if both are in
   * the authentication cache and the store has not changed since.
   *
   * @throws {ProblemError} `invalid_credentials`, or `rate_limited` if the address sends many wrong keys.
   */
  verify(request: FastifyRequest, credentials: Credentials): Caller | Promise<Caller> {
    const { store, wrongKeys, admission, now } = this.#options;
    const nowMs = now();
    const digest = digestOf(credentials);
    const cached = this.#cache.get(digest);
    if (cached !== undefined && nowMs < cached.untilMs) {
      const { caller, generation } = cached;
      const current = store.generation(caller.key.id, credentials.walletId);
      if (current === generation && isInForce(caller.key, nowMs)) return caller;
    }
    // Without an address of the caller, all requests of the proxy count as those of one caller.
    const address = clientOf(request.ip) ?? clientOf(request.raw.socket.remoteAddress);
    if (wrongKeys.refuses(address, credentials.apiKey, nowMs)) {
      throw this.#refuse('this address has sent too many wrong API keys');
    }
    return admission.run(() => this.#readCaller(credentials, { digest, address, nowMs }));
  }

  /** Reads the caller with one keyed hash and one read, whether the key exists, has another secret, or neither. */
  async #readCaller(
    { apiKey, walletId }: Credentials,
    { digest, address, nowMs }: { digest: string; address: string | undefined; nowMs: number },
  ): Promise<Caller> {
    const { store, masterKey, wrongKeys } = this.#options;
    const keyId = apiKeyId(apiKey);
    // The generation is read before the caller, so that a change during the read invalidates the entry.
    const generation = keyId === undefined ? undefined : store.generation(keyId, walletId);
    const keyHash = hashApiKey(apiKey, masterKey);
    const caller =
      keyId === undefined
        ? undefined
        : await store.findCaller({ id: keyId, hash: keyHash }, walletId);
    if (caller === undefined || !isInForce(caller.key, nowMs)) {
      wrongKeys.count(address, apiKey, nowMs);
      throw new ProblemError('invalid_credentials', 'the API key is wrong, revoked or expired');
    }
    wrongKeys.remember(apiKey);
    if (generation !== undefined) {
      this.#cache.set(digest, { caller, generation, untilMs: nowMs + LIFETIME_MS });
    }
    return caller;
  }

  /**
   * Counts a request against the limit of its key, and compares the key's scope with the headers.
   *
   * @throws {ProblemError} `scope_mismatch` or `rate_limited`.
   */
  admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { key }: Caller,
    { orgId, projectId }: Credentials,
  ): void {
    const { limiter, now } = this.#options;
    request.keyId = key.id;
    // Uses the current time: a time before the read could be in a window that has ended.
    const remaining = limiter.enabled ? limiter.take(key.id, now()) : 0;
    if (limiter.enabled) reply.header('ratelimit', limiter.describe(remaining));
    if (key.orgId !== orgId || key.projectId !== projectId) {
      throw new ProblemError(
        'scope_mismatch',
        'the API key does not belong to this organization and project',
      );
    }
    if (remaining < 0) {
      throw this.#refuse(`the API key may make ${limiter.perSecond} requests per second`);
    }
  }

  #refuse(message: string): ProblemError {
    this.#options.countRateLimited();
    return new ProblemError('rate_limited', message);
  }
}

/** Returns the key in the cache, a hash: no secret is stored, and no comparison reveals a part of one. */
function digestOf({ apiKey, walletId }: Credentials): string {
  return hash('sha256', `${apiKey}\n${walletId}`, 'hex');
}

function isInForce({ revokedAtMs, expiresAtMs }: ApiKeyRecord, nowMs: number): boolean {
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
}
