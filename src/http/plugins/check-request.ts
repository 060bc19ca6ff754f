/** Checks the head of every request before its route, and answers paths and methods that have no route. */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { ProblemError } from '../../domain/problem.ts';
import { HEADERS_MAX, TARGET_LENGTH_MAX } from '../limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the value of `allow` for the path of a target; `undefined` for an unknown path. */
    allowedMethods: (target: string) => string | undefined;
  }
}

/** Checks requests, and knows the methods of each path. */
export const checkRequests = fp(async (app) => {
  const paths = new Map<string, { readonly form: RegExp; readonly methods: string[] }>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? { form: formOf(url), methods: [] };
    known.methods.push(...[method].flat());
    paths.set(url, known);
  });
  app.decorate('allowedMethods', (target) => {
    const path = pathOf(target);
    const known = [...paths.values()].find(({ form }) => form.test(path));
    return known && [...known.methods, 'OPTIONS'].join(', ');
  });
  app.addHook('onRequest', (request, reply, next) => {
    checkHead(request);
    if (!request.is404) {
      next();
      return;
    }
    const allow = app.allowedMethods(request.url);
    if (allow === undefined) throw new ProblemError('not_found', 'the service has no such path');
    if (request.method !== 'OPTIONS') throw refuseMethod(allow);
    reply.code(204).header('allow', allow).send();
  });
});

/** Returns an expression for a path, which may have parameters such as `:id`, and end with `*`. */
function formOf(url: string): RegExp {
  const escaped = url.replaceAll('.', '[.]').replaceAll('*', '.*');
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** A server must accept the absolute form (RFC 9112 §3.2.2), as the router does. */
const ORIGIN = /^https?:\/\/[^/?]*/i;

/** Returns the decoded path of a target, as the router reads it. */
function pathOf(target: string): string {
  const [path = ''] = target.replace(ORIGIN, '').split('?', 1);
  try {
    return decodeURI(path) || '/';
  } catch {
    return path;
  }
}

/** Returns the problem of a method that the path does not have. */
export function refuseMethod(allow: string): ProblemError {
  return new ProblemError('method_not_allowed', `this path accepts ${allow}`, {
    headers: { allow },
  });
}

/** @throws {ProblemError} `malformed_request`, `uri_too_long` or `headers_too_large`. */
function checkHead(request: FastifyRequest): void {
  const { originalUrl, raw } = request;
  const problem = findTargetProblem(originalUrl, request.method) ?? findHeaderProblem(raw);
  // First, because the connection is closed after it: the beginning of the next request is uncertain.
  if (problem !== undefined) {
    throw new ProblemError('malformed_request', problem, { headers: { connection: 'close' } });
  }
  if (originalUrl.length > TARGET_LENGTH_MAX) {
    const message = `the request target may have at most ${TARGET_LENGTH_MAX} characters`;
    throw new ProblemError('uri_too_long', message);
  }
  if (raw.rawHeaders.length > 2 * HEADERS_MAX) {
    const message = `a request may have at most ${HEADERS_MAX} headers`;
    throw new ProblemError('headers_too_large', message);
  }
}

/** RFC 9112 §3.2: a target is a path, or a URL, or `*` for OPTIONS. The router would also accept a path without `/`. */
function findTargetProblem(target: string, method: string): string | undefined {
  if (target.includes('#')) return 'the request target has a fragment';
  if (target.startsWith('/') || ORIGIN.test(target)) return undefined;
  return target === '*' && method === 'OPTIONS' ? undefined : 'the request target is not a path';
}

/**
 * Returns the problem of the host or the transfer encoding. RFC 9112 §3.2: HTTP/1.1 requires a host, and no version
 * allows two. §6.3: without a final `chunked`, the length of the body is unknown. §6.1: with HTTP/1.0, a proxy may not
 * have understood the encoding.
 */
function findHeaderProblem({ httpVersion, headers }: FastifyRequest['raw']): string | undefined {
  const { host, 'transfer-encoding': encoding } = headers;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return 'the version is neither HTTP/1.1 nor HTTP/1.0';
  }
  if (host === undefined && httpVersion === '1.1') return 'the host header is missing';
  if (host?.includes(',')) return 'the host header is repeated';
  if (encoding === undefined) return undefined;
  if (httpVersion === '1.0') return 'HTTP/1.0 does not allow a transfer encoding';
  if (/(?:^|,)[ \t]*chunked$/i.test(encoding)) return undefined;
  return 'the transfer encoding is not chunked';
}
