import type { ServerResponse } from 'node:http';

import type { Logger } from 'pino';

import type { RateLimiter } from '../auth/rate-limit.ts';
import type { RefusalLog } from '../auth/refusal-log.ts';
import type { HttpMetrics } from '../metrics/http-metrics.ts';
import type { RequestActivity } from '../request/activity.ts';
import type { RequestContext } from '../request/context.ts';
import type { RequestHead } from '../request/head.ts';
import type { UnsentResponses } from '../server/unsent-responses.ts';
import type { Answer } from './route-answer.ts';
import { HEADERS } from '../header-names.ts';

/** The dependencies of a {@link ResponseWriter}. */
export interface ResponseWriterOptions {
  readonly activity: RequestActivity;
  readonly limiter: RateLimiter;
  readonly unsent: UnsentResponses;
  readonly refusals: RefusalLog;
  readonly metrics: Pick<HttpMetrics, 'observeAnswer'>;
  readonly logger: Logger;
  readonly isShuttingDown: () => boolean;
}

/** Writes answers: adds the headers of every response, counts the request and logs it. */
export class ResponseWriter {
  readonly #options: ResponseWriterOptions;

  constructor(options: ResponseWriterOptions) {
    this.#options = options;
  }

  /** Writes an answer and ends the request. */
  send(context: RequestContext, answer: Answer): void {
    const { response } = context;
    const headers = answer.headers;
    // Only checks the service's own headers, before values of the caller are added.
    if (this.#mustClose(context.head) && !headers.includes('connection')) {
      headers.push('connection', 'close');
    }
    headers.push(HEADERS.requestId, context.requestId);
    pushServiceHeaders(headers, this.#options.limiter, context.rateLimitRemaining);
    if (answer.body === undefined) {
      response.writeHead(answer.status, headers);
      response.end();
    } else {
      writeBody(answer, answer.body, headers, response);
    }
    this.finish(context, answer.status);
  }

  /** Counts and logs a request that was answered or aborted, once. */
  finish(context: RequestContext, status: number): void {
    if (context.finished) return;
    context.finished = true;
    const { activity, metrics, logger, refusals } = this.#options;
    activity.working -= 1;
    this.#awaitSending(context);
    const durationMs = performance.now() - context.startedAtMs;
    metrics.observeAnswer(context.route, status, durationMs);
    if (!logger.isLevelEnabled('info')) return;
    if (isRefusal(context, status) && !refusals.admits(status)) return;
    // Only these fields are logged: no header, no query and no address.
    logger.info(
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

  /**
   * Returns true if the caller offers to change the protocol: Node then ignores all further requests of the
   * connection.
   */
  #mustClose({ headers }: RequestHead): boolean {
    return this.#options.isShuttingDown() || headers.upgrade !== undefined;
  }

  /**
   * Counts a request as in flight until its response is sent. Most responses are sent by the call that writes
   * them.
   */
  #awaitSending({ response, keyId = '' }: RequestContext): void {
    const { activity, unsent } = this.#options;
    const { socket } = response;
    if (socket === null || socket.destroyed || socket.writableLength === 0) {
      activity.inFlight -= 1;
      return;
    }
    unsent.hold(keyId, response, socket, () => {
      activity.inFlight -= 1;
    });
  }
}

/** Adds the headers that every response has. */
export function pushServiceHeaders(
  headers: string[],
  limiter: RateLimiter,
  rateLimitRemaining: number,
): void {
  headers.push('x-content-type-options', 'nosniff');
  if (limiter.enabled) {
    headers.push('ratelimit-policy', limiter.policy);
    headers.push('ratelimit', limiter.describe(rateLimitRemaining));
  }
}

function writeBody(
  { status, byteLength }: Answer,
  body: string | Buffer,
  headers: string[],
  response: ServerResponse,
): void {
  const length = byteLength ?? Buffer.byteLength(body);
  headers.push('content-length', String(length));
  response.writeHead(status, headers);
  // Text with as many bytes as characters is ASCII, which Node writes a quarter faster as latin1.
  if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8');
  else response.end(body);
}

/**
 * Returns true for a refusal that callers can cause in large numbers: without a key, or above the limit of a
 * key.
 */
function isRefusal({ keyId }: RequestContext, status: number): boolean {
  return status === 429 || (keyId === undefined && status >= 400 && status < 500);
}
