import type { ServerResponse } from 'node:http';

import { releaseBytes } from '../../domain/json-text.ts';
import { matchesEntityTag } from './entity-tag.ts';
import type { RequestContext } from '../request/context.ts';
import type { RequestHead } from '../request/head.ts';
import type { HttpService } from '../service.ts';

/** What a route says; {@link sendAnswer} adds what every answer carries. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn, the form that Node writes without building an object. Consumed. */
  readonly headers: string[];
  /** `undefined` for an answer that has no body by its status. */
  readonly body: string | Buffer | undefined;
  /** Of the body in UTF-8, where it is known. */
  readonly byteLength?: number;
  /** True where nobody else has the body: its memory is given back when it was sent. */
  readonly isOwn?: boolean;
}

/** The headers that choose what a caller sees, and in which encoding. */
export const VARY =
  'x-svc-api-key, x-svc-org-id, x-svc-project-id, x-svc-wallet-id, accept-encoding';

/** Headers of whatever depends on the caller: only the caller's own cache, and always asked again. */
export function privateHeaders(): string[] {
  return ['cache-control', 'private, no-cache', 'vary', VARY];
}

/**
 * 200 with a strong entity tag, or 304 where the caller has that body already.
 *
 * @param headers go with both.
 */
export function answerJson(
  context: RequestContext,
  { body, entityTag }: { readonly body: string; readonly entityTag: string },
  headers: string[],
): Answer {
  headers.push('etag', entityTag);
  const ifNoneMatch = context.head.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch, entityTag)) {
    return { status: 304, headers, body: undefined };
  }
  headers.push('content-type', 'application/json');
  return { status: 200, headers, body };
}

/** Writes an answer and ends the request: counted, and one line in the log. */
export function sendAnswer(service: HttpService, context: RequestContext, answer: Answer): void {
  const { response } = context;
  const headers = answer.headers;
  // Asked of the service's own headers alone, before a value of the caller's is among them.
  if (mustClose(service, context.head) && !headers.includes('connection')) {
    headers.push('connection', 'close');
  }
  headers.push('x-request-id', context.requestId);
  pushServiceHeaders(service, headers, context.rateLimitRemaining);
  if (answer.body === undefined) {
    response.writeHead(answer.status, headers);
    response.end();
  } else {
    writeBody(answer, answer.body, headers, response);
  }
  finishRequest(service, context, answer.status);
}

function writeBody(
  { status, byteLength, isOwn = false }: Answer,
  body: string | Buffer,
  headers: string[],
  response: ServerResponse,
): void {
  const length = byteLength ?? Buffer.byteLength(body);
  headers.push('content-length', String(length));
  response.writeHead(status, headers);
  // Text of as many bytes as characters is ASCII, which Node writes a quarter faster as latin1.
  if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8');
  else response.end(body, isOwn ? () => releaseBytes(body) : undefined);
}

/** Node drops what follows an offer to change the protocol: no further request could be answered. */
function mustClose(service: HttpService, { headers }: RequestHead): boolean {
  return service.isShuttingDown() || headers.upgrade !== undefined;
}

/** Adds the headers that every answer has, whoever asked. */
export function pushServiceHeaders(
  service: HttpService,
  headers: string[],
  rateLimitRemaining: number,
): void {
  headers.push('x-content-type-options', 'nosniff');
  const { limiter } = service;
  if (limiter.enabled) {
    headers.push('ratelimit-policy', limiter.policy);
    headers.push('ratelimit', limiter.describe(rateLimitRemaining));
  }
}

/** Counts a request as in flight until its response is sent. Most are sent within the call that writes them. */
function awaitSending({ activity, unsent }: HttpService, context: RequestContext): void {
  const { response, keyId = '' } = context;
  const { socket } = response;
  if (socket === null || socket.destroyed || socket.writableLength === 0) {
    activity.inFlight -= 1;
    return;
  }
  unsent.hold(keyId, response, socket, () => {
    activity.inFlight -= 1;
  });
}

/** Counts a request that was answered or given up, once, and writes its line in the log. */
export function finishRequest(service: HttpService, context: RequestContext, status: number): void {
  if (context.finished) return;
  context.finished = true;
  service.activity.working -= 1;
  awaitSending(service, context);
  const durationMs = performance.now() - context.startedAtMs;
  service.metrics.observeAnswer(context.route, status, durationMs);
  if (!service.logger.isLevelEnabled('info')) return;
  if (isRefusal(context, status) && !service.refusals.admits(status)) return;
  // Only these: no header, no query and no address is ever logged.
  service.logger.info(
    {
      method: context.request.method,
      route: context.route,
      status,
      durationMs: Math.round(durationMs * 1000) / 1000,
      requestId: context.requestId,
      keyId: context.keyId,
      walletId: context.walletId,
    },
    'request',
  );
}

/** True for a refusal that costs the caller nothing: without a key, or beyond the limit of a key. */
function isRefusal({ keyId }: RequestContext, status: number): boolean {
  return status === 429 || (keyId === undefined && status >= 400 && status < 500);
}
