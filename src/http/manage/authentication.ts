/** Verifies the management key of a request, and its rate limit. */
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';

import { hashApiKey, isInForce, keyIdOf } from '../../domain/api-key.ts';
import type { MasterKey } from '../../domain/master-key.ts';
import { ProblemError } from '../../domain/problem.ts';
import type { ManagementKeyRecord, ManageStore } from '../../store/manage.ts';
import { takeRequest } from '../plugins/authentication.ts';
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
    app.decorate('authenticateManager', async (request, reply) => {
      const key = await verify(request, options);
      request.manager = key;
      request.keyId = key.id;
      takeRequest(options.limiter, reply, key.id, options.now());
    });
    done();
  },
);

/** Reads the key with one keyed hash and one read, whether the key exists, has another secret, or neither. */
async function verify(
  request: FastifyRequest,
  { store, masterKey, wrongKeys, now }: ManagementAuthenticationOptions,
): Promise<ManagementKeyRecord> {
  const token = readToken(request.headers.authorization);
  const nowMs = now();
  const key = await wrongKeys.verify(request, token, nowMs, async () => {
    const id = keyIdOf('mkey', token);
    const hash = hashApiKey(token, masterKey);
    const found = id && (await store.findManagementKey({ id, hash }));
    return found && isInForce(found, nowMs) ? found : undefined;
  });
  if (key !== undefined) return key;
  const message = 'the management key is wrong, revoked or expired';
  throw new ProblemError('invalid_credentials', message, { headers: CHALLENGE });
}

function readToken(header = ''): string {
  // Node joins repeated headers by commas, which no key contains.
  if (header === '' || header.includes(',')) {
    throw new ProblemError(
      'missing_credentials',
      'send the header "authorization: Bearer KEY" once, with a management key',
      { headers: CHALLENGE },
    );
  }
  return BEARER.exec(header)?.[1] ?? '';
}
