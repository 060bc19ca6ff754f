import type { BlockList } from 'node:net';

import { apiKeyId, hashApiKey } from '../../domain/api-key.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { ProblemError } from '../../domain/problem.ts';
import type { ApiKeyRecord } from '../../store/records.ts';
import type { Caller, ServingStore } from '../../store/serving.ts';
import { callerOf } from '../request/client-address.ts';
import type { RequestContext } from '../request/context.ts';
import { AuthenticationCache, digestCredentials } from './authentication-cache.ts';
import type { Credentials } from './credentials.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { WrongKeys } from './wrong-keys.ts';

/** The dependencies of an {@link Authenticator}. */
export interface AuthenticatorOptions {
  readonly store: Pick<ServingStore, 'findCaller' | 'generation'>;
  readonly masterKey: MasterKey;
  readonly limiter: RateLimiter;
  readonly wrongKeys: WrongKeys;
  /** Their requests are counted for the address that they forward. */
  readonly trustedProxies: BlockList;
  readonly countRateLimited: () => void;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

interface PresentedCredentials extends Credentials {
  /** The key of the authentication cache. */
  readonly digest: string;
  /** The address for which a wrong key is counted. */
  readonly address: string | undefined;
  readonly nowMs: number;
}

/** Verifies the caller of a request, and that the caller may send it now. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #cache = new AuthenticationCache();

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  /**
   * Verifies the key of a request and reads the wallet that it names. Returns immediately if both are in
   * the authentication cache and the store has not changed since.
   *
   * @throws {ProblemError} `invalid_credentials`, or `rate_limited` if the address sends many wrong keys.
   */
  verify(context: RequestContext, credentials: Credentials): Caller | Promise<Caller> {
    const { store, wrongKeys, trustedProxies, now } = this.#options;
    const nowMs = now();
    const digest = digestCredentials(credentials);
    const cached = this.#cache.find(digest, nowMs);
    if (cached !== undefined) {
      const { caller, generation } = cached;
      const current = store.generation(caller.key.id, credentials.walletId);
      if (current === generation && isInForce(caller.key, nowMs)) return caller;
    }
    const { request, head } = context;
    const forwardedFor = head.headers['x-forwarded-for'];
    const address = callerOf(request.socket.remoteAddress, forwardedFor, trustedProxies);
    if (wrongKeys.refuses(address, credentials.apiKey, nowMs)) {
      throw this.#refuse('this address has sent too many wrong API keys');
    }
    return this.#readCaller({ ...credentials, digest, address, nowMs });
  }

  /** Reads the caller with one keyed hash and one read, whether the key exists, has another secret, or neither. */
  async #readCaller(presented: PresentedCredentials): Promise<Caller> {
    const { apiKey, walletId, digest, address, nowMs } = presented;
    const { store, masterKey, wrongKeys } = this.#options;
    const keyId = apiKeyId(apiKey);
    // The generation is read before the caller, so that a change during the read invalidates the entry.
    const generation = keyId === undefined ? undefined : store.generation(keyId, walletId);
    const hash = hashApiKey(apiKey, masterKey);
    const caller =
      keyId === undefined ? undefined : await store.findCaller({ id: keyId, hash }, walletId);
    if (caller === undefined || !isInForce(caller.key, nowMs)) {
      wrongKeys.count(address, apiKey, nowMs);
      throw new ProblemError('invalid_credentials', 'the API key is wrong, revoked or expired');
    }
    wrongKeys.remember(apiKey);
    if (generation !== undefined) this.#cache.add(digest, caller, generation, nowMs);
    return caller;
  }

  /**
   * Counts a request against the limit of its key, and compares the key's scope with the headers.
   *
   * @throws {ProblemError} `scope_mismatch` or `rate_limited`.
   */
  admit(context: RequestContext, { key }: Caller, { orgId, projectId }: Credentials): void {
    const { limiter, now } = this.#options;
    context.keyId = key.id;
    // Uses the current time: a time before the read could be in a window that has ended.
    if (limiter.enabled) context.rateLimitRemaining = limiter.take(key.id, now());
    if (key.orgId !== orgId || key.projectId !== projectId) {
      throw new ProblemError(
        'scope_mismatch',
        'the API key does not belong to this organization and project',
      );
    }
    if (context.rateLimitRemaining < 0) {
      throw this.#refuse(`the API key may make ${limiter.perSecond} requests per second`);
    }
  }

  #refuse(message: string): ProblemError {
    this.#options.countRateLimited();
    return new ProblemError('rate_limited', message);
  }
}

function isInForce({ revokedAtMs, expiresAtMs }: ApiKeyRecord, nowMs: number): boolean {
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
}
