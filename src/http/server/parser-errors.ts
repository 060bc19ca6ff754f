/** Answers to what never becomes a request: bytes that are not HTTP, headers without end, CONNECT. */
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { ProblemError } from '../../domain/problem.ts';
import { pushServiceHeaders } from '../answer/answer.ts';
import { answerProblem } from '../answer/problem-response.ts';
import { UNKNOWN_ROUTE } from '../request/context.ts';
import { TARGET_LENGTH_MAX } from '../request/limits.ts';
import { decodePath, pathOf, toOriginForm } from '../request/target.ts';
import { ALLOWED_METHODS } from '../route.ts';
import type { HttpService } from '../service.ts';

/** What Node says of bytes that its parser refused. */
interface ParserError extends Error {
  readonly code?: string;
  /** The chunk in which it happened. */
  readonly rawPacket?: Buffer;
  /** Where in the chunk. */
  readonly bytesParsed?: number;
}

/** How long the answer may take to reach the caller, who may still be sending. */
const LINGER_MS = 2000;

/** A method is any token (RFC 9110 §5.6.2). */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ (\S+) HTTP\/1\.[01]\r?$/;

const refused = new WeakSet<Duplex>();

/** Returns the newest response of a connection, after which a refusal has to be written. */
type FindNewestResponse = (socket: Duplex) => ServerResponse | undefined;

/**
 * Makes the server answer what its parser refuses with a problem, once, and close.
 *
 * @param paths those of the service, on which an unknown method is not allowed.
 */
export function answerParserErrors(
  service: HttpService,
  server: Server,
  paths: ReadonlySet<string>,
  findNewest: FindNewestResponse,
): void {
  server.on('clientError', (error: ParserError, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    // A request that does not arrive in time is not worth an answer that it may never read.
    if (!socket.writable || isSilent(error)) socket.destroy();
    else refuse(service, socket, describeParserError(error, paths), findNewest(socket));
  });
  server.on('connect', (_request, socket) => {
    // Node has taken its own listener away, and an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy());
    refuse(service, socket, refuseMethod(), findNewest(socket));
  });
}

function isSilent(error: ParserError): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || error.code === 'ECONNRESET';
}

/** Writes the refusal after the answers to earlier requests of the connection. */
function refuse(
  service: HttpService,
  socket: Duplex,
  problem: ProblemError,
  earlier: ServerResponse | undefined,
): void {
  if (earlier === undefined || earlier.writableFinished) {
    writeRefusal(service, socket, problem);
    return;
  }
  earlier.once('close', () => {
    // A broken body belongs to the request that was answered: there is nothing more to say.
    if (earlier.req.complete) writeRefusal(service, socket, problem);
    else socket.destroy();
  });
}

function writeRefusal(service: HttpService, socket: Duplex, problem: ProblemError): void {
  if (!socket.writable) return;
  const requestId = service.randomId();
  const { status, headers, body } = answerProblem(problem, requestId);
  headers.push('x-request-id', requestId);
  pushServiceHeaders(service, headers, service.limiter.perSecond);
  headers.push('content-length', String(Buffer.byteLength(body)));
  headers.push('date', new Date(service.now()).toUTCString(), 'connection', 'close');
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    head += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  socket.end(`${head}\r\n${body}`);
  // Closing at once would reset a connection that still sends, and take the answer with it.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  service.metrics.observeAnswer(UNKNOWN_ROUTE, status, 0);
  if (!service.refusals.admits(status)) return;
  service.logger.info({ route: UNKNOWN_ROUTE, status, requestId, code: problem.code }, 'request');
}

function refuseMethod(): ProblemError {
  return new ProblemError('method_not_allowed', 'the service is read-only', {
    headers: { allow: ALLOWED_METHODS },
  });
}

function describeParserError(error: ParserError, paths: ReadonlySet<string>): ProblemError {
  const { code, rawPacket } = error;
  if (code === 'HPE_INVALID_METHOD' && asksForPath(error, paths)) return refuseMethod();
  if (code !== 'HPE_HEADER_OVERFLOW') {
    return new ProblemError('malformed_request', 'the request is not well-formed HTTP');
  }
  return endsInRequestLine(rawPacket?.toString('latin1') ?? '')
    ? new ProblemError('uri_too_long', 'the request target is too long')
    : new ProblemError('headers_too_large', 'the headers are too large or too many');
}

/**
 * True where the line at which the parser stopped is a request line, with a method that the parser
 * does not know (they are case-sensitive), for a path of the service.
 */
function asksForPath(
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

/** True where the chunk that overflowed shows that the request line did, not the headers. */
function endsInRequestLine(chunk: string): boolean {
  const [firstLine = ''] = chunk.split('\n', 1);
  const target = /^[A-Z-]+ (\S*)/.exec(firstLine)?.[1];
  // A chunk that does not begin a request may still end a request line that began before it.
  if (target === undefined) return / HTTP\/1\.[01]\r?$/.test(firstLine);
  return target.length > TARGET_LENGTH_MAX;
}
