/** Responses to input that the parser refuses: bytes that are not HTTP, endless headers, CONNECT. */
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import type { Logger } from 'pino';

import { ProblemError } from '../../domain/problem.ts';
import { pushServiceHeaders } from '../answer/response-writer.ts';
import { answerProblem } from '../answer/problem-response.ts';
import { UNKNOWN_ROUTE } from '../request/context.ts';
import { TARGET_LENGTH_MAX } from '../request/limits.ts';
import { decodePath, pathOf, toOriginForm } from '../request/target.ts';
import { ALLOWED_METHODS } from '../route.ts';
import type { RateLimiter } from '../auth/rate-limit.ts';
import type { RefusalLog } from '../auth/refusal-log.ts';
import type { HttpMetrics } from '../metrics/http-metrics.ts';
import { HEADERS } from '../header-names.ts';

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

const refused = new WeakSet<Duplex>();

/** Returns the newest response of a connection; a refusal has to follow it. */
type FindNewestResponse = (socket: Duplex) => ServerResponse | undefined;

/** The dependencies of {@link answerParserErrors}. */
export interface ParserErrorOptions {
  readonly limiter: RateLimiter;
  readonly refusals: RefusalLog;
  readonly metrics: Pick<HttpMetrics, 'observeAnswer'>;
  readonly logger: Logger;
  /** Returns a new request id. */
  readonly randomId: () => string;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/**
 * Makes the server answer a parser error with a problem, once, and close the connection.
 *
 * @param paths the paths of the service; for these, an unknown method is reported as not allowed.
 */
export function answerParserErrors(
  options: ParserErrorOptions,
  server: Server,
  paths: ReadonlySet<string>,
  findNewest: FindNewestResponse,
): void {
  server.on('clientError', (error: ParserError, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    // A request that does not arrive in time gets no response, because the caller may not read it.
    if (!socket.writable || isSilent(error)) socket.destroy();
    else refuse(options, socket, describeParserError(error, paths), findNewest(socket));
  });
  server.on('connect', (_request, socket) => {
    // Node has removed its own listener, and an unhandled error would end the process.
    socket.on('error', () => socket.destroy());
    refuse(options, socket, refuseMethod(), findNewest(socket));
  });
}

function isSilent(error: ParserError): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code === 'ECONNRESET';
}

/** Writes the refusal after the responses to earlier requests of the connection. */
function refuse(
  options: ParserErrorOptions,
  socket: Duplex,
  problem: ProblemError,
  earlier: ServerResponse | undefined,
): void {
  if (earlier === undefined || earlier.writableFinished) {
    writeRefusal(options, socket, problem);
    return;
  }
  earlier.once('close', () => {
    // An invalid body belongs to a request that was answered, so no further response follows.
    if (earlier.req.complete) writeRefusal(options, socket, problem);
    else socket.destroy();
  });
}

function writeRefusal(options: ParserErrorOptions, socket: Duplex, problem: ProblemError): void {
  if (!socket.writable) return;
  const { limiter, metrics, refusals, logger } = options;
  const requestId = options.randomId();
  const { status, headers, body } = answerProblem(problem, requestId);
  headers.push(HEADERS.requestId, requestId);
  pushServiceHeaders(headers, limiter, limiter.perSecond);
  headers.push('content-length', String(Buffer.byteLength(body)));
  headers.push('date', new Date(options.now()).toUTCString(), 'connection', 'close');
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  socket.end(`${head}\r\n${body}`);
  // An immediate close would reset a connection that still sends, and the response would be lost.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  metrics.observeAnswer(UNKNOWN_ROUTE, status, 0);
  if (!refusals.admits(status)) return;
  logger.info({ route: UNKNOWN_ROUTE, status, requestId, code: problem.code }, 'request');
}

function refuseMethod(): ProblemError {
  return new ProblemError('method_not_allowed', 'the service is read-only', {
    headers: { allow: ALLOWED_METHODS },
  });
}

function describeParserError(error: ParserError, paths: ReadonlySet<string>): ProblemError {
  const { code, rawPacket } = error;
  if (code === 'HPE_INVALID_METHOD' && requestsPath(error, paths)) return refuseMethod();
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return new ProblemError('malformed_request', 'the request is not well-formed HTTP');
  }
  return endsInRequestLine(rawPacket?.toString('latin1') ?? '')
    ? new ProblemError('uri_too_long', 'the request target is too long')
    : new ProblemError('headers_too_large', 'the headers are too large or too many');
}

/**
 * Returns true if the parser stopped at a request line for a path of the service with an unknown method
 * (methods are case-sensitive).
 */
function requestsPath(
  { rawPacket, bytesParsed = 0 }: ParserError,
  paths: ReadonlySet<string>,
): boolean {
  const chunk = rawPacket?.toString('latin1') ?? '';
  const start = bytesParsed === 0 ? 0 : chunk.lastIndexOf('\n', bytesParsed - 1) + 1;
  const [line = ''] = chunk.slice(start).split('\n', 1);
  const target = REQUEST_LINE.exec(line)?.[1];
  if (target === undefined) return false;
  const path = decodePath(pathOf(toOriginForm(target)));
  return path !== undefined && paths.has(path);
}

/** Returns true if the request line exceeded the limit, not the headers. */
function endsInRequestLine(chunk: string): boolean {
  const [firstLine = ''] = chunk.split('\n', 1);
  const target = /^[A-Z-]+ (\S*)/.exec(firstLine)?.[1];
  // A chunk without the beginning of a request may contain the end of a request line.
  if (target === undefined) return / HTTP\/1\.[01]\r?$/.test(firstLine);
  return target.length > TARGET_LENGTH_MAX;
}
