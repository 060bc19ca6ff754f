import type { IncomingMessage, ServerResponse } from 'node:http';

import { readHead, type RequestHead } from './head.ts';
import { chooseRequestId } from './request-id.ts';
import type { RateLimiter } from '../auth/rate-limit.ts';
import type { RequestActivity } from './activity.ts';
import { HEADERS } from '../header-names.ts';

/** The route in logs and metrics of requests that match no route. */
export const UNKNOWN_ROUTE = 'unknown';

/** A request, and the facts about it that the stages have determined. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly head: RequestHead;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Time of the monotonic clock, for logs and metrics only. */
  readonly startedAtMs: number;
  /** A path of the service or {@link UNKNOWN_ROUTE}. */
  route: string;
  /** Set when the API key has been verified. */
  keyId: string | undefined;
  /** Set when the wallet has been found. */
  walletId: string | undefined;
  /** Remaining requests of the key in this second; the whole quota before the key is known. */
  rateLimitRemaining: number;
  /** True after the request was counted and logged. */
  finished: boolean;
}

/** The dependencies of {@link beginRequest}. */
export interface ContextOptions {
  readonly activity: RequestActivity;
  readonly limiter: Pick<RateLimiter, 'perSecond'>;
  /** Returns a new request id. */
  readonly randomId: () => string;
}

/** Begins a request; the `ResponseWriter` ends it. */
export function beginRequest(
  { activity, limiter, randomId }: ContextOptions,
  request: IncomingMessage,
  response: ServerResponse,
): RequestContext {
  activity.begin();
  const head = readHead(request.rawHeaders);
  return {
    request,
    head,
    response,
    requestId: chooseRequestId(head.headers[HEADERS.requestId], randomId),
    startedAtMs: performance.now(),
    route: UNKNOWN_ROUTE,
    keyId: undefined,
    walletId: undefined,
    rateLimitRemaining: limiter.perSecond,
    finished: false,
  };
}
