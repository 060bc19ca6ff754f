import { ProblemError } from '../../domain/problem.ts';

/**
 * Limits the requests of the API that read the database at the same time. Cached responses are sent immediately and do
 * not count, nor does a response that is read slowly.
 */
export class Admission {
  readonly #readsMax: number;
  #running = 0;

  constructor(readsMax: number) {
    this.#readsMax = readsMax;
  }

  /** Runs `read`. @throws {ProblemError} `overloaded` if too many reads are running. */
  async run<T>(read: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#readsMax) {
      throw new ProblemError('overloaded', 'the service handles too many requests');
    }
    this.#running += 1;
    try {
      return await read();
    } finally {
      this.#running -= 1;
    }
  }
}
