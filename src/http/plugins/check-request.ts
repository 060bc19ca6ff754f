/** Checks the head of every request before its route, and answers paths and methods that have no route. */
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { ProblemError } from '../../domain/problem.ts';
import { ALLOWED_METHODS } from '../header-names.ts';
import { HEADERS_MAX, IGNORED_BODY_BYTES_MAX, TARGET_LENGTH_MAX } from '../limits.ts';
import { decodePath, findTargetProblem } from './target.ts';

/** @param paths receives the paths of all routes. */
export const checkRequests = fp<{ readonly paths: Set<string> }>((app, { paths }, done) => {
  const methods = new Map<string, string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    paths.add(url);
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()]);
  });
  app.addHook('onRequest', (request, reply, next) => {
    checkHead(request);
    // Fastify parses the bodies of other methods.
    if (request.is404 || ['GET', 'HEAD'].includes(request.method)) discardBody(request);
    if (!request.is404) {
      next();
      return;
    }
    const ofPath = methods.get(decodePath(request.url) ?? '');
    if (ofPath === undefined) throw new ProblemError('not_found', 'the service has no such path');
    const allow = [...ofPath, 'OPTIONS'].join(', ');
    if (request.method === 'OPTIONS') reply.code(204).header('allow', allow).send();
    else throw refuseMethod(`this path accepts ${allow}`, allow);
  });
  done();
});

/** Returns the problem of a method that the path does not have. */
export function refuseMethod(message: string, allow = ALLOWED_METHODS): ProblemError {
  return new ProblemError('method_not_allowed', message, { headers: { allow } });
}

/** Checks the head of a request. @throws {ProblemError} `uri_too_long`, `headers_too_large` or `malformed_request`. */
export function checkHead({ originalUrl, raw }: FastifyRequest): void {
  if (originalUrl.length > TARGET_LENGTH_MAX) {
    throw new ProblemError(
      'uri_too_long',
      `the request target may have at most ${TARGET_LENGTH_MAX} characters`,
    );
  }
  if (raw.rawHeaders.length > 2 * HEADERS_MAX) {
    throw new ProblemError(
      'headers_too_large',
      `a request may have at most ${HEADERS_MAX} headers`,
    );
  }
  const problem =
    findTargetProblem(originalUrl) ??
    findHostProblem(raw) ??
    findEncodingProblem(raw.httpVersion, raw.headers['transfer-encoding']);
  if (problem === undefined) return;
  // The beginning of the next request is uncertain, so the connection is closed after this one.
  throw new ProblemError('malformed_request', problem, { headers: { connection: 'close' } });
}

/** Returns the problem of the host. RFC 9112 §3.2: HTTP/1.1 requires a host, and no version allows two. */
function findHostProblem({ httpVersion, rawHeaders }: FastifyRequest['raw']): string | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return 'the version is neither HTTP/1.1 nor HTTP/1.0';
  }
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count > 1) return 'the host header is repeated';
  return count === 0 && httpVersion === '1.1' ? 'the host header is missing' : undefined;
}

/**
 * Returns the problem of the transfer encoding. RFC 9112 §6.3: without a final `chunked`, the length of the
 * body is unknown; §6.1: with HTTP/1.0, a proxy may not have understood the header.
 */
function findEncodingProblem(version: string, encoding: string | undefined): string | undefined {
  if (encoding === undefined) return undefined;
  if (version === '1.0') return 'HTTP/1.0 does not allow a transfer encoding';
  if (/(?:^|,)[ \t]*chunked$/i.test(encoding)) return undefined;
  return 'the transfer encoding is not chunked';
}

/** Discards the body, which no route reads, so that the connection can serve the next request. */
function discardBody({ raw, headers }: FastifyRequest): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > IGNORED_BODY_BYTES_MAX) raw.destroy();
  });
}
