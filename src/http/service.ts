import type { BlockList } from 'node:net';

import type { Logger } from 'pino';

import type { MasterKey } from '../domain/master-key.ts';
import type { ServingStore } from '../store/store.ts';
import type { CallerMemory } from './auth/authentication-cache.ts';
import type { ServerLimits } from './request/limits.ts';
import type { LargePageLane } from './answer/large-page-queue.ts';
import type { HttpMetrics } from './metrics/metrics.ts';
import type { RateLimiter } from './auth/rate-limit.ts';
import type { RefusalLog } from './auth/refusal-log.ts';
import type { ResponseCache } from './answer/response-cache.ts';
import type { UnsentResponses } from './server/unsent-responses.ts';
import type { WrongKeys } from './auth/wrong-keys.ts';

/** What every request of the service shares. */
export interface HttpService {
  readonly store: ServingStore;
  readonly masterKey: MasterKey;
  readonly limiter: RateLimiter;
  readonly callers: CallerMemory;
  readonly responses: ResponseCache;
  readonly largePages: LargePageLane;
  readonly unsent: UnsentResponses;
  readonly wrongKeys: WrongKeys;
  readonly refusals: RefusalLog;
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  readonly limits: ServerLimits;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** A new request id. */
  readonly randomId: () => string;
  /** Addresses whose connections are those of many callers: limits of an address do not apply. */
  readonly trustedProxies: BlockList;
  readonly metricsToken: string | undefined;
  readonly isShuttingDown: () => boolean;
  readonly activity: HttpActivity;
}

/** What the service is doing. */
export interface HttpActivity {
  /** Requests that were begun. */
  begun: number;
  /** Of them, those whose response was not written yet. */
  working: number;
  /** Of them, those whose response was not sent yet: the caller may read slowly. */
  inFlight: number;
  closing: boolean;
}
