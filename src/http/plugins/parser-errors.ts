/** Responses to input that Node's parser refuses: bytes that are not HTTP, endless headers. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { FastifyInstance } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import { HEADERS } from '../header-names.ts';
import { TARGET_LENGTH_MAX } from '../limits.ts';
import { refuseMethod } from './check-request.ts';
import { answerProblem } from './problems.ts';

/** The error of Node's parser. */
interface ParserError extends Error {
  readonly code?: string;
  /** The chunk with the error. */
  readonly rawPacket?: Buffer;
  /** The position of the error in the chunk. */
  readonly bytesParsed?: number;
}

/** Time in which the response can reach the caller, who may still be sending. */
const LINGER_MS = 2000;
/** A method is any token (RFC 9110 §5.6.2). */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ (\S+) HTTP\/1\.[01]\r?$/;
/** Errors without a response, because the caller may not read it. */
const SILENT = new Set<string | undefined>(['ERR_HTTP_REQUEST_TIMEOUT', 'ECONNRESET']);

/** The dependencies of {@link answerParserError}. */
export interface ParserErrorOptions {
  /** Returns a new request id. */
  readonly randomId: () => string;
  /** Called for each refusal. */
  readonly onRefused: (status: number, requestId: string) => void;
}

/**
 * Answers a parser error with a problem, and closes the connection (`clientErrorHandler` of Fastify). If an earlier
 * request of the connection is not answered yet, its caller would take the problem for its response, so the connection
 * is closed without one.
 */
export function answerParserError(
  app: FastifyInstance,
  { randomId, onRefused }: ParserErrorOptions,
  error: ParserError,
  socket: Duplex,
): void {
  // Further bytes of a caller whose problem was sent.
  if (socket.writableEnded) return;
  const isUnanswered = (app.openRequests.get(socket)?.size ?? 0) > 0;
  if (!socket.writable || isUnanswered || SILENT.has(error.code)) {
    socket.destroy();
    return;
  }
  const requestId = randomId();
  const { status, body, ...answer } = answerProblem(explainParserError(app, error), requestId);
  const lines = Object.entries({
    ...answer.headers,
    [HEADERS.requestId]: requestId,
    ...app.commonHeaders,
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // An immediate close would reset a connection that still sends, and the response would be lost.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  onRefused(status, requestId);
}

function explainParserError(
  app: FastifyInstance,
  { code, rawPacket, bytesParsed = 0 }: ParserError,
): ProblemError {
  const chunk = rawPacket?.toString('latin1') ?? '';
  if (code === 'HPE_HEADER_OVERFLOW') {
    const [, target = ''] = /^[A-Z-]+ (\S*)/.exec(chunk) ?? [];
    return target.length > TARGET_LENGTH_MAX
      ? new ProblemError('uri_too_long', 'the request target is too long')
      : new ProblemError('headers_too_large', 'the headers are too large or too many');
  }
  if (code === 'HPE_INVALID_METHOD') {
    const start = chunk.lastIndexOf('\n', bytesParsed - 1) + 1;
    const [line = ''] = chunk.slice(start).split('\n', 1);
    const target = REQUEST_LINE.exec(line)?.[1];
    const allow = target && app.allowedMethods(target);
    if (allow !== undefined) return refuseMethod(allow);
  }
  return new ProblemError('malformed_request', 'the request is not well-formed HTTP');
}
