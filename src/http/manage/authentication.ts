/** Verifies the management key of a request, and its rate limit. */
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';

import { hashApiKey, managementKeyId } from '../../domain/api-key.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { ProblemError } from '../../domain/problem.ts';
import type { ManagementKeyRecord, ManageStore } from '../../store/manage.ts';
import { clientOf } from '../plugins/client-address.ts';
import type { RateLimiter } from '../plugins/rate-limit.ts';
import type { WrongKeys } from '../plugins/wrong-keys.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** A hook for routes that need a management key: it sets {@link FastifyRequest.manager}. */
    authenticateManager: onRequestHookHandler;
  }
  interface FastifyRequest {
    manager: ManagementKeyRecord | null;
  }
}

/** The dependencies of {@link managementAuthentication}. */
export interface ManagementAuthenticationOptions {
  readonly store: Pick<ManageStore, 'findManagementKey'>;
  readonly masterKey: MasterKey;
  readonly limiter: RateLimiter;
  readonly wrongKeys: WrongKeys;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

const CHALLENGE = { 'www-authenticate': 'Bearer realm="wallet-teller management"' };
const BEARER = /^Bearer +(\S+)$/i;

/** Adds the hook `authenticateManager`. Keys are not cached, so a revoked one is refused immediately. */
export const managementAuthentication = fp<ManagementAuthenticationOptions>(
  (app, options, done) => {
    app.decorateRequest('manager', null);
    app.decorateRequest('keyId', undefined);
    app.decorateRequest('walletId', undefined);
    app.decorate('authenticateManager', async (request, reply) => {
      const key = await verify(request, options);
      request.manager = key;
      request.keyId = key.id;
      const { limiter, now } = options;
      if (!limiter.enabled) return;
      const remaining = limiter.take(key.id, now());
      reply.header('ratelimit', limiter.describe(remaining));
      if (remaining >= 0) return;
      const message = `the management key may make ${limiter.perSecond} requests per second`;
      throw new ProblemError('rate_limited', message);
    });
    done();
  },
);

/** Reads the key with one keyed hash and one read, whether the key exists, has another secret, or neither. */
async function verify(
  request: FastifyRequest,
  { store, masterKey, wrongKeys, now }: ManagementAuthenticationOptions,
): Promise<ManagementKeyRecord> {
  const token = readToken(request.raw.headersDistinct['authorization']);
  const nowMs = now();
  const address = clientOf(request.ip) ?? clientOf(request.raw.socket.remoteAddress);
  if (wrongKeys.refuses(address, token, nowMs)) {
    throw new ProblemError('rate_limited', 'this address has sent too many wrong management keys');
  }
  const id = managementKeyId(token);
  const hash = hashApiKey(token, masterKey);
  const key = id === undefined ? undefined : await store.findManagementKey({ id, hash });
  if (key === undefined || !isInForce(key, nowMs)) {
    wrongKeys.count(address, token, nowMs);
    const message = 'the management key is wrong, revoked or expired';
    throw new ProblemError('invalid_credentials', message, { headers: CHALLENGE });
  }
  wrongKeys.remember(token);
  return key;
}

function readToken(headers: readonly string[] | undefined): string {
  const [header, ...others] = headers ?? [];
  if (header === undefined || header === '' || others.length > 0) {
    throw new ProblemError(
      'missing_credentials',
      'send the header "authorization: Bearer KEY" once, with a management key',
      { headers: CHALLENGE },
    );
  }
  return BEARER.exec(header)?.[1] ?? '';
}

function isInForce({ revokedAtMs, expiresAtMs }: ManagementKeyRecord, nowMs: number): boolean {
  return revokedAtMs === null && (expiresAtMs === null || expiresAtMs > nowMs);
}
