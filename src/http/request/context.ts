import type { IncomingMessage, ServerResponse } from 'node:http';

import { readHead, type RequestHead } from './head.ts';
import { chooseRequestId } from './id.ts';
import type { HttpService } from '../service.ts';

/** The route of requests that match none, in logs and metrics. */
export const UNKNOWN_ROUTE = 'unknown';

/** One request on its way through the service. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly head: RequestHead;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Of the monotonic clock; durations are logged and counted, nothing is decided by them. */
  readonly startedAtMs: number;
  /** A path of the service or {@link UNKNOWN_ROUTE}. */
  route: string;
  /** Set once the API key is verified. */
  keyId: string | undefined;
  /** Set once the wallet is found. */
  walletId: string | undefined;
  /** Requests that the key has left in this second; the whole quota before the key is known. */
  rateLimitRemaining: number;
  /** Counted and logged. */
  finished: boolean;
}

/** Begins a request; `sendAnswer` ends it. */
export function beginRequest(
  service: HttpService,
  request: IncomingMessage,
  response: ServerResponse,
): RequestContext {
  service.activity.begun += 1;
  service.activity.working += 1;
  service.activity.inFlight += 1;
  const head = readHead(request.rawHeaders);
  return {
    request,
    head,
    response,
    requestId: chooseRequestId(head.headers['x-request-id'], service.randomId),
    startedAtMs: performance.now(),
    route: UNKNOWN_ROUTE,
    keyId: undefined,
    walletId: undefined,
    rateLimitRemaining: service.limiter.perSecond,
    finished: false,
  };
}
