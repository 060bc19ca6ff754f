import type { Logger } from 'pino';

const WINDOW_MS = 1000;
/** Maximum refusals within a window that are logged one by one. */
const LINES_MAX = 20;

/**
 * Limits the log lines of refused requests, because anyone can send thousands per second without a key. Above
 * the limit per second they are counted, and one line reports their number by status.
 */
export class RefusalLog {
  readonly #logger: Logger;
  #lines = 0;
  readonly #counts = new Map<number, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns true if the refusal is logged on its own line; otherwise counts it. */
  admits(status: number): boolean {
    if (this.#lines === 0) setTimeout(this.#writeSum, WINDOW_MS).unref();
    this.#lines += 1;
    if (this.#lines <= LINES_MAX) return true;
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
    return false;
  }

  readonly #writeSum = (): void => {
    this.#lines = 0;
    if (this.#counts.size === 0) return;
    const countsByStatus = Object.fromEntries(this.#counts);
    this.#counts.clear();
    this.#logger.warn({ countsByStatus }, 'further requests were refused');
  };
}
