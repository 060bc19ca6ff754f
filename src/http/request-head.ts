import type { IncomingMessage } from 'node:http';

import { ProblemError } from '../domain/problem.ts';
import { HEADER_BLOCK_BYTES_MAX, TARGET_LENGTH_MAX } from './limits.ts';

/** ` HTTP/1.1`, the space before the target, and the line break. */
const REQUEST_LINE_EXTRA_BYTES = 12;
const HOST = 'host';
/** `: ` and the line break. */
const HEADER_EXTRA_BYTES = 4;

/**
 * Refuses request lines and headers that the parser lets pass.
 *
 * @throws {ProblemError} `uri_too_long`, `headers_too_large` or `malformed_request`.
 */
export function checkRequestHead(request: IncomingMessage): void {
  const target = request.url ?? '';
  if (target.length > TARGET_LENGTH_MAX) {
    throw new ProblemError(
      'uri_too_long',
      `the request target may have ${TARGET_LENGTH_MAX} characters`,
    );
  }
  const { bytes, hosts } = measureHeaders(request.rawHeaders);
  if (requestLineBytes(request) + bytes > HEADER_BLOCK_BYTES_MAX) {
    throw new ProblemError('headers_too_large', 'the request line and headers are too large');
  }
  const problem =
    findTargetProblem(target) ??
    findVersionProblem(request.httpVersion, hosts) ??
    findEncodingProblem(request.headers['transfer-encoding']);
  if (problem === undefined) return;
  // Where one request ends and the next begins may be in doubt, so none is read after it.
  throw new ProblemError('malformed_request', problem, { headers: { connection: 'close' } });
}

/** RFC 9112 §3.2: a target has no fragment, and an address has a host. */
function findTargetProblem(target: string): string | undefined {
  if (target.includes('#')) return 'the request target has a fragment';
  return target.startsWith('/') ? undefined : 'the address of the request target has no host';
}

/** RFC 9112 §3.2: HTTP/1.1 has a host, and no version has two. */
function findVersionProblem(version: string, hosts: number): string | undefined {
  if (version !== '1.1' && version !== '1.0') return 'the version is neither HTTP/1.1 nor HTTP/1.0';
  if (hosts > 1) return 'the host header is repeated';
  return hosts === 0 && version === '1.1' ? 'the host header is missing' : undefined;
}

/** RFC 9112 §6.3: without `chunked` at its end the length of the body cannot be known. */
function findEncodingProblem(encoding: string | undefined): string | undefined {
  if (encoding === undefined || /(?:^|,)[ \t]*chunked$/i.test(encoding)) return undefined;
  return 'the transfer encoding is not chunked';
}

function requestLineBytes({ method = '', url = '' }: IncomingMessage): number {
  return method.length + url.length + REQUEST_LINE_EXTRA_BYTES;
}

/** Bytes of the header lines, and how many of them are `host`. */
function measureHeaders(rawHeaders: readonly string[]): { bytes: number; hosts: number } {
  let bytes = (rawHeaders.length / 2) * HEADER_EXTRA_BYTES;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    bytes += name.length + (rawHeaders[index + 1] ?? '').length;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return { bytes, hosts };
}
