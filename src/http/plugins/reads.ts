import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

import { ProblemError } from '../../domain/problem.ts';
import { KeyCounts } from './key-counts.ts';

/** Minimum rows of a large page. A smaller page takes little longer than the request itself. */
export const LARGE_PAGE_ROWS = 200;
/** Maximum queued large pages of one project; further requests are refused. */
export const LARGE_PAGES_OF_PROJECT_MAX = 32;
/** Time after which the next large page starts even if the current one has not finished. */
const TURN_MS_MAX = 100;

/**
 * Limits the requests of the API that read the database at the same time. Cached responses are sent immediately and do
 * not count, nor does a response that is read slowly.
 */
export class Reads {
  readonly #max: number;
  #running = 0;
  /** Queued large pages by project. */
  readonly #queued = new KeyCounts(LARGE_PAGES_OF_PROJECT_MAX);
  /** Resolves when the next large page may start. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(max: number) {
    this.#max = max;
  }

  /** Runs `read`. @throws {ProblemError} `overloaded` if too many reads are running. */
  async run<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#max) {
      throw new ProblemError('overloaded', 'the service handles too many requests');
    }
    this.#running += 1;
    try {
      return await read();
    } finally {
      this.#running -= 1;
    }
  }

  /**
   * Reads large pages one after the other, each in an iteration of the event loop of its own, so that small requests
   * are handled between them.
   *
   * @throws {ProblemError} `overloaded` if too many large pages of the project are queued.
   */
  async runLarge<Page>(projectId: string, read: () => Promise<Page>): Promise<Page> {
    const end = this.#queued.take(projectId);
    if (end === undefined) {
      throw new ProblemError('overloaded', 'too many large pages are queued');
    }
    const started = this.#turn.then(() => nextIteration());
    const page = started.then(read);
    const ended = page.catch(() => undefined);
    this.#turn = started.then(() => Promise.race([ended, sleep(TURN_MS_MAX)]));
    try {
      return await page;
    } finally {
      end();
    }
  }
}
