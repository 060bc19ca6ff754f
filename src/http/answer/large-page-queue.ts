import { setImmediate as turn } from 'node:timers/promises';

import { ProblemError } from '../../domain/problem.ts';

/** Rows of a page from which on it is large: below, it takes little more than the request itself. */
export const LARGE_PAGE_ROWS = 200;
/** Pages of one tenant, and of all, that wait for their turn; further ones are refused. */
export const WAITING_OF_TENANT_MAX = 32;
const WAITING_MAX = 256;
/** After a large page the others have this many times as long as it took … */
const REST_FACTOR = 4;
/** … but no longer than this: what takes longer waits for a database and leaves the process to them. */
const REST_MS_MAX = 50;
/** A page that takes longer keeps no other from its turn. */
const TURN_MS_MAX = 100;

/** What a lane sees of the service. */
export interface LargePageLaneOptions {
  /** Requests that were begun so far, those for large pages included. */
  readonly countRequests: () => number;
  /** Milliseconds of the monotonic clock. */
  readonly monotonicMs: () => number;
  readonly sleep: (durationMs: number) => Promise<unknown>;
}

/** A page that waits; it settles what it has promised and never fails itself. */
type WaitingPage = () => Promise<void>;

/**
 * Makes large pages one after the other, the tenants in turn, and rests after each while others ask for
 * small ones: who reads whole histories leaves four fifths of the process to everybody else, and has
 * all of it while nobody else is there.
 */
export class LargePageLane {
  readonly #options: LargePageLaneOptions;
  /** By tenant; whose turn is next comes first. */
  readonly #waiting = new Map<string, WaitingPage[]>();
  #waitingCount = 0;
  #serving = false;
  #largeCount = 0;
  #othersSeen = 0;
  #restMs = 0;

  constructor(options: LargePageLaneOptions) {
    this.#options = options;
  }

  /**
   * Runs what makes a large page when it is its turn.
   *
   * @param tenant who asks.
   * @throws {ProblemError} `overloaded` where too many wait.
   */
  async run<Page>(tenant: string, make: () => Promise<Page>): Promise<Page> {
    this.#largeCount += 1;
    const ofTenant = this.#waiting.get(tenant) ?? [];
    if (ofTenant.length >= WAITING_OF_TENANT_MAX || this.#waitingCount >= WAITING_MAX) {
      throw new ProblemError('overloaded', 'more large pages wait than the service accepts');
    }
    const made = Promise.withResolvers<Page>();
    // Called by a promise: what it throws at once must not end the lane either.
    ofTenant.push(() => Promise.resolve().then(make).then(made.resolve, made.reject));
    this.#waiting.set(tenant, ofTenant);
    this.#waitingCount += 1;
    if (!this.#serving) void this.#serve();
    return made.promise;
  }

  async #serve(): Promise<void> {
    this.#serving = true;
    for (let page = this.#takeNext(); page !== undefined; page = this.#takeNext()) {
      await this.#rest();
      const startMs = this.#options.monotonicMs();
      await Promise.race([page(), this.#options.sleep(TURN_MS_MAX)]);
      const tookMs = this.#options.monotonicMs() - startMs;
      this.#restMs = Math.min(tookMs * REST_FACTOR, REST_MS_MAX);
    }
    this.#serving = false;
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

  async #rest(): Promise<void> {
    // What came in the meantime is seen after the event loop has looked for it.
    await turn();
    await turn();
    const others = this.#options.countRequests() - this.#largeCount;
    if (others > this.#othersSeen) await this.#options.sleep(this.#restMs);
    this.#othersSeen = this.#options.countRequests() - this.#largeCount;
  }
}
