import type { IncomingMessage } from 'node:http';

import { ProblemError } from '../../domain/problem.ts';
import { HEADER_BLOCK_BYTES_MAX, HEADERS_MAX, TARGET_LENGTH_MAX } from './limits.ts';
import { HEADERS } from '../header-names.ts';

/** Bytes of ` HTTP/1.1`, the space before the target, and the line break. */
const REQUEST_LINE_EXTRA_BYTES = 12;
/** Bytes of `: ` and the line break. */
const HEADER_EXTRA_BYTES = 4;

/** The headers of a request that the service reads. */
const READ_HEADERS = [
  'host',
  HEADERS.apiKey,
  HEADERS.orgId,
  HEADERS.projectId,
  HEADERS.walletId,
  HEADERS.requestId,
  'if-none-match',
  'accept-encoding',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
] as const;

type ReadHeader = (typeof READ_HEADERS)[number];

const READ_HEADER_BY_NAME = new Map<string, ReadHeader>(READ_HEADERS.map((name) => [name, name]));
/** The lengths of these names as bits, with which most other headers are quickly excluded. */
const LENGTHS_END = 31;
const READ_LENGTHS = READ_HEADERS.reduce((bits, name) => bits | (1 << name.length), 0);

/** The headers of a request that the service reads. */
export interface RequestHead {
  /** Bytes of all header lines. */
  readonly bytes: number;
  /** Header lines, at most one more than {@link HEADERS_MAX}. */
  readonly count: number;
  /** The values of a repeated header are joined by commas. */
  readonly headers: Readonly<Partial<Record<ReadHeader, string>>>;
  /** Names of repeated headers. */
  readonly repeated: readonly ReadHeader[];
}

/**
 * Reads the raw headers in one pass. Node's own object of headers does not distinguish a list from a repeated
 * header.
 *
 * @param rawHeaders names and values alternately.
 */
export function readHead(rawHeaders: readonly string[]): RequestHead {
  const headers: Partial<Record<ReadHeader, string>> = {};
  const repeated: ReadHeader[] = [];
  let bytes = (rawHeaders.length / 2) * HEADER_EXTRA_BYTES;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index] as string;
    const value = rawHeaders[index + 1] as string;
    bytes += rawName.length + value.length;
    if (rawName.length >= LENGTHS_END || (READ_LENGTHS & (1 << rawName.length)) === 0) continue;
    const name = READ_HEADER_BY_NAME.get(rawName) ?? READ_HEADER_BY_NAME.get(rawName.toLowerCase());
    if (name === undefined) continue;
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : `${earlier}, ${value}`;
    if (earlier !== undefined) repeated.push(name);
  }
  return { bytes, count: rawHeaders.length / 2, headers, repeated };
}

/**
 * Refuses invalid request lines and headers that the parser accepts.
 *
 * @throws {ProblemError} `uri_too_long`, `headers_too_large` or `malformed_request`.
 */
export function checkRequestHead(
  request: IncomingMessage,
  { bytes, count, headers, repeated }: RequestHead,
): void {
  const target = request.url ?? '';
  if (target.length > TARGET_LENGTH_MAX) {
    throw new ProblemError(
      'uri_too_long',
      `the request target may have at most ${TARGET_LENGTH_MAX} characters`,
    );
  }
  if (requestLineBytes(request) + bytes > HEADER_BLOCK_BYTES_MAX) {
    throw new ProblemError('headers_too_large', 'the request line and headers are too large');
  }
  if (count > HEADERS_MAX) {
    throw new ProblemError(
      'headers_too_large',
      `a request may have at most ${HEADERS_MAX} headers`,
    );
  }
  const problem =
    findTargetProblem(target) ??
    findHostProblem(request.httpVersion, headers.host, repeated) ??
    findEncodingProblem(request.httpVersion, headers['transfer-encoding']);
  if (problem === undefined) return;
  // The beginning of the next request is uncertain, so the connection is closed after this one.
  throw new ProblemError('malformed_request', problem, { headers: { connection: 'close' } });
}

/** Returns the problem of a target. RFC 9112 §3.2: a target has no fragment, and a URL has a host. */
function findTargetProblem(target: string): string | undefined {
  if (target.includes('#')) return 'the request target has a fragment';
  return target.startsWith('/') ? undefined : 'the URL of the request target has no host';
}

/** Returns the problem of the host. RFC 9112 §3.2: HTTP/1.1 requires a host, and no version allows two. */
function findHostProblem(
  version: string,
  host: string | undefined,
  repeated: readonly ReadHeader[],
): string | undefined {
  if (version !== '1.1' && version !== '1.0') return 'the version is neither HTTP/1.1 nor HTTP/1.0';
  if (repeated.includes('host')) return 'the host header is repeated';
  return host === undefined && version === '1.1' ? 'the host header is missing' : undefined;
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

function requestLineBytes({ method = '', url = '' }: IncomingMessage): number {
  return method.length + url.length + REQUEST_LINE_EXTRA_BYTES;
}
