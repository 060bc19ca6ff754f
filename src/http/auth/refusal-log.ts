import type { Logger } from 'pino';

const WINDOW_MS = 1000;
/** Refusals that have a line of their own within a window. */
const LINES_MAX = 20;

/**
 * Bounds the lines that refused requests write: anybody can send thousands a second without a key. Beyond
 * the bound of a second they are counted, and one line says how many of which status there were.
 */
export class RefusalLog {
  readonly #logger: Logger;
  #lines = 0;
  readonly #counts = new Map<number, number>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** True if a refusal is to have a line of its own; otherwise it is counted. */
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
    this.#logger.warn({ countsByStatus }, 'requests were refused without a line for each');
  };
}
