import { setImmediate as turn } from 'node:timers/promises';

import { ProblemError } from '../../domain/problem.ts';

/** Minimum rows of a large page. A smaller page takes little longer than the request itself. */
export const LARGE_PAGE_ROWS = 200;
/** Maximum queue length for one tenant and for all; further requests are refused. */
export const WAITING_OF_TENANT_MAX = 32;
export const WAITING_MAX = 256;
/** Pause after a large page, for small requests, as a multiple of the page's duration … */
const PAUSE_FACTOR = 4;
/** … up to this limit: a page that takes longer waits for the database and does not block the process. */
const PAUSE_MS_MAX = 50;
/** Time after which the next page starts even if the current one has not finished. */
const TURN_MS_MAX = 100;

/** The dependencies of a {@link LargePageQueue}. */
export interface LargePageQueueOptions {
  /** Returns the number of requests so far, including those for large pages. */
  readonly countRequests: () => number;
  /** Returns milliseconds of the monotonic clock. */
  readonly monotonicMs: () => number;
  readonly sleep: (durationMs: number) => Promise<unknown>;
}

/** A queued page. It settles its promise and never fails itself. */
type WaitingPage = () => Promise<void>;

/**
 * Reads large pages one after the other, tenants in turn, and pauses after each while there are other
 * requests. So a caller who reads a whole history uses at most a fifth of the process if there are other
 * requests, and all of it if there are none.
 */
export class LargePageQueue {
  readonly #options: LargePageQueueOptions;
  /** Queued pages by tenant; the next tenant is first. */
  readonly #waiting = new Map<string, WaitingPage[]>();
  #waitingCount = 0;
  #running = false;
  #largeCount = 0;
  #othersSeen = 0;
  #pauseMs = 0;

  constructor(options: LargePageQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs `read` when it is the page's turn.
   *
   * @throws {ProblemError} `overloaded` if the queue is full.
   */
  async run<Page>(tenant: string, read: () => Promise<Page>): Promise<Page> {
    this.#largeCount += 1;
    const ofTenant = this.#waiting.get(tenant) ?? [];
    if (ofTenant.length >= WAITING_OF_TENANT_MAX || this.#waitingCount >= WAITING_MAX) {
      throw new ProblemError('overloaded', 'too many large pages are queued');
    }
    const result = Promise.withResolvers<Page>();
    // `read` is called in a promise, so that a synchronous error does not stop the queue.
    ofTenant.push(() => Promise.resolve().then(read).then(result.resolve, result.reject));
    this.#waiting.set(tenant, ofTenant);
    this.#waitingCount += 1;
    if (!this.#running) void this.#runQueue();
    return result.promise;
  }

  async #runQueue(): Promise<void> {
    this.#running = true;
    for (let page = this.#takeNext(); page !== undefined; page = this.#takeNext()) {
      await this.#pause();
      const startMs = this.#options.monotonicMs();
      await Promise.race([page(), this.#options.sleep(TURN_MS_MAX)]);
      const durationMs = this.#options.monotonicMs() - startMs;
      this.#pauseMs = Math.min(durationMs * PAUSE_FACTOR, PAUSE_MS_MAX);
    }
    this.#running = false;
  }

  #takeNext(): WaitingPage | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [tenant, [page, ...rest]] = next;
    this.#waiting.delete(tenant);
    if (rest.length > 0) this.#waiting.set(tenant, rest);
    this.#waitingCount -= 1;
    return page;
  }

  async #pause(): Promise<void> {
    // The event loop has to poll before requests that arrived meanwhile are counted.
    await turn();
    await turn();
    const others = this.#options.countRequests() - this.#largeCount;
    if (others > this.#othersSeen) await this.#options.sleep(this.#pauseMs);
    this.#othersSeen = this.#options.countRequests() - this.#largeCount;
  }
}
