import type { IncomingMessage } from 'node:http';

import { ProblemError } from '../domain/problem.ts';
import { HEADER_BLOCK_BYTES_MAX, TARGET_LENGTH_MAX } from './limits.ts';

/** ` HTTP/1.1`, the space before the target, and the line break. */
const REQUEST_LINE_EXTRA_BYTES = 12;
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
  if (headerBlockBytes(request) > HEADER_BLOCK_BYTES_MAX) {
    throw new ProblemError('headers_too_large', 'the request line and headers are too large');
  }
  // RFC 9112 §3.2: a request target has no fragment, and HTTP/1.1 has a host.
  if (target.includes('#')) {
    throw new ProblemError('malformed_request', 'the request target has a fragment');
  }
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new ProblemError('malformed_request', 'the host header is missing');
  }
}

function headerBlockBytes({ method = '', url = '', rawHeaders }: IncomingMessage): number {
  let bytes = method.length + url.length + REQUEST_LINE_EXTRA_BYTES;
  for (const text of rawHeaders) bytes += text.length;
  return bytes + (rawHeaders.length / 2) * HEADER_EXTRA_BYTES;
}
