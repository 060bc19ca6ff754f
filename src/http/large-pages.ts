import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

/** Rows of a page from which on it is large: below, it takes little more than the request itself. */
export const LARGE_PAGE_ROWS = 200;
/** After a large page the others have this many times as long as it took. */
const REST_FACTOR = 2;

/** What a lane sees of the service. */
export interface LargePageLaneOptions {
  /** Requests that were begun so far, those for large pages included. */
  readonly countRequests: () => number;
  /** Milliseconds of the monotonic clock. */
  readonly monotonicMs: () => number;
}

/**
 * Makes large pages one after the other, and rests after each while others ask for small ones: who
 * reads whole histories leaves two thirds of the process to everybody else, and has all of it while
 * nobody else is there. How many wait is bounded by the requests that are let in.
 */
export class LargePageLane {
  readonly #options: LargePageLaneOptions;
  #last: Promise<unknown> = Promise.resolve();
  #largeCount = 0;
  #othersSeen = 0;
  #restMs = 0;

  constructor(options: LargePageLaneOptions) {
    this.#options = options;
  }

  /** Runs what makes a large page when it is its turn. */
  run<Page>(make: () => Promise<Page>): Promise<Page> {
    this.#largeCount += 1;
    const page = this.#last.then(async () => {
      await this.#rest();
      return this.#measure(make);
    });
    this.#last = page.catch(() => undefined);
    return page;
  }

  async #measure<Page>(make: () => Promise<Page>): Promise<Page> {
    const startMs = this.#options.monotonicMs();
    try {
      return await make();
    } finally {
      this.#restMs = (this.#options.monotonicMs() - startMs) * REST_FACTOR;
    }
  }

  async #rest(): Promise<void> {
    // What came in the meantime is seen after the event loop has looked for it.
    await turn();
    await turn();
    const others = this.#options.countRequests() - this.#largeCount;
    if (others > this.#othersSeen) await sleep(this.#restMs);
    this.#othersSeen = this.#options.countRequests() - this.#largeCount;
  }
}
