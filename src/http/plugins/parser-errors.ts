/** Responses to input that Node's parser refuses: bytes that are not HTTP, endless headers, CONNECT. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { ProblemError } from '../../domain/problem.ts';
import { HEADERS } from '../header-names.ts';
import { TARGET_LENGTH_MAX } from '../limits.ts';
import type { Activity } from './activity.ts';
import { refuseMethod } from './check-request.ts';
import { answerProblem } from './problems.ts';
import { decodePath, toRoutable } from './target.ts';

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

/** The dependencies of {@link createParserErrorHandlers}. */
export interface ParserErrorOptions {
  readonly activity: Activity;
  /** The paths of the service; for these, an unknown method is reported as not allowed. */
  readonly paths: ReadonlySet<string>;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns a new request id. */
  readonly randomId: () => string;
  /** Called for each refusal. */
  readonly onRefused: (status: number, requestId: string) => void;
}

/** Answers input that the parser refuses. */
export interface ParserErrorHandlers {
  /** The `clientErrorHandler` of Fastify: answers a parser error with a problem, once, and closes the connection. */
  readonly answerClientError: (error: Error, socket: Duplex) => void;
  /** A listener for `connect` of the server. */
  readonly refuseConnect: (request: unknown, socket: Duplex) => void;
}

/** Creates the handlers. */
export function createParserErrorHandlers(options: ParserErrorOptions): ParserErrorHandlers {
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, problem: ProblemError): void => {
    const earlier = [...(options.activity.connections.get(socket) ?? [])].at(-1)?.reply.raw;
    if (earlier === undefined) writeRefusal(options, socket, problem);
    else earlier.once('close', () => refuseAfter(options, socket, problem, earlier));
  };
  return {
    answerClientError: (error: ParserError, socket) => {
      if (refused.has(socket)) return;
      refused.add(socket);
      // A request that does not arrive in time gets no response, because the caller may not read it.
      if (!socket.writable || isSilent(error)) socket.destroy();
      else refuse(socket, describeParserError(error, options.paths));
    },
    refuseConnect: (_request, socket) => {
      // Node has removed its own listener, and an unhandled error would end the process.
      socket.on('error', () => socket.destroy());
      refuse(socket, refuseMethod('the service is read-only'));
    },
  };
}

function isSilent({ code }: ParserError): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' || code === 'ECONNRESET';
}

/** An invalid body belongs to a request that was answered, so no further response follows. */
function refuseAfter(
  options: ParserErrorOptions,
  socket: Duplex,
  problem: ProblemError,
  earlier: ServerResponse,
): void {
  if (earlier.req.complete) writeRefusal(options, socket, problem);
  else socket.destroy();
}

function writeRefusal(options: ParserErrorOptions, socket: Duplex, problem: ProblemError): void {
  if (!socket.writable) return;
  const requestId = options.randomId();
  const { status, headers, body } = answerProblem(problem, requestId);
  const all = {
    ...headers,
    [HEADERS.requestId]: requestId,
    ...options.headers,
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // An immediate close would reset a connection that still sends, and the response would be lost.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  options.onRefused(status, requestId);
}

function describeParserError(error: ParserError, paths: ReadonlySet<string>): ProblemError {
  const { code, rawPacket, bytesParsed = 0 } = error;
  const chunk = rawPacket?.toString('latin1') ?? '';
  if (code === 'HPE_INVALID_METHOD' && requestsPath(chunk, bytesParsed, paths)) {
    return refuseMethod('the service is read-only');
  }
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return new ProblemError('malformed_request', 'the request is not well-formed HTTP');
  }
  const [, target = ''] = /^[A-Z-]+ (\S*)/.exec(chunk) ?? [];
  return target.length > TARGET_LENGTH_MAX
    ? new ProblemError('uri_too_long', 'the request target is too long')
    : new ProblemError('headers_too_large', 'the headers are too large or too many');
}

/**
 * Returns true if the parser stopped at a request line for a path of the service with an unknown method
 * (methods are case-sensitive).
 */
function requestsPath(chunk: string, bytesParsed: number, paths: ReadonlySet<string>): boolean {
  const start = bytesParsed === 0 ? 0 : chunk.lastIndexOf('\n', bytesParsed - 1) + 1;
  const [line = ''] = chunk.slice(start).split('\n', 1);
  const target = REQUEST_LINE.exec(line)?.[1];
  return target !== undefined && paths.has(decodePath(toRoutable(target)) ?? '');
}
