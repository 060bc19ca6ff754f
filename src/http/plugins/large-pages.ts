import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

import { ProblemError } from '../../domain/problem.ts';

/** Minimum rows of a large page. A smaller page takes little longer than the request itself. */
export const LARGE_PAGE_ROWS = 200;
/** Maximum queue length for one tenant and for all; further requests are refused. */
export const WAITING_OF_TENANT_MAX = 32;
const WAITING_MAX = 256;
/** Time after which the next page starts even if the current one has not finished: it waits for the database. */
const TURN_MS_MAX = 100;

/** A queued page. It settles its promise and never fails itself. */
type WaitingPage = () => Promise<void>;

/**
 * Reads large pages one after the other, tenants in turn. Other requests are handled after each page, so a caller who
 * reads a whole history delays them by one page.
 */
export class LargePageQueue {
  /** Queued pages by tenant; the next tenant is first. */
  readonly #waiting = new Map<string, WaitingPage[]>();
  #waitingCount = 0;
  #running = false;

  /**
   * Runs `read` when it is the page's turn.
   *
   * @throws {ProblemError} `overloaded` if the queue is full.
   */
  async run<Page>(tenant: string, read: () => Promise<Page>): Promise<Page> {
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
      // The event loop reads and handles the requests that arrived meanwhile.
      await turn();
      await turn();
      const over = new AbortController();
      const timeout = sleep(TURN_MS_MAX, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([page(), timeout]);
      over.abort();
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
}
