import type { Logger } from 'pino';

import type { MasterKey } from '../domain/master-key.ts';
import type { ServingStore } from '../store/store.ts';
import type { CallerMemory } from './caller-memory.ts';
import type { ServerLimits } from './limits.ts';
import type { LargePageLane } from './large-pages.ts';
import type { HttpMetrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { ResponseCache } from './response-cache.ts';

/** What every request of the service shares. */
export interface HttpService {
  readonly store: ServingStore;
  readonly masterKey: MasterKey;
  readonly limiter: RateLimiter;
  readonly callers: CallerMemory;
  readonly responses: ResponseCache;
  readonly largePages: LargePageLane;
  readonly logger: Logger;
  readonly metrics: HttpMetrics;
  readonly limits: ServerLimits;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** A new request id. */
  readonly randomId: () => string;
  readonly metricsToken: string | undefined;
  readonly isShuttingDown: () => boolean;
  readonly activity: HttpActivity;
}

/** What the service is doing. */
export interface HttpActivity {
  /** Requests that were begun. */
  begun: number;
  /** Of them, those that were not answered yet. */
  inFlight: number;
  closing: boolean;
}
