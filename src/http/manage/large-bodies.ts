import type { FastifyRequest, onRequestHookHandler } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import { KeyCounts } from '../plugins/key-counts.ts';

/** Maximum files in memory, of a management key and of all: each has up to 16 MiB. */
export const FILES_OF_KEY_MAX = 8;
export const FILES_MAX = 32;

interface Counted {
  isHandled: boolean;
  readonly end: () => void;
}

/** Limits the requests with a large body. One is counted before its body is read, until it is handled. */
export class LargeBodies {
  readonly #ofKey = new KeyCounts(FILES_OF_KEY_MAX);
  readonly #counted = new WeakMap<FastifyRequest, Counted>();
  #all = 0;

  /** A hook that counts a request. @throws {ProblemError} `overloaded` beyond the limits. */
  readonly count: onRequestHookHandler = (request, reply, next) => {
    const counted = { isHandled: false, end: this.#take(request.manager?.id ?? '') };
    this.#counted.set(request, counted);
    // The body was not read in full, or is too large.
    reply.raw.once('close', () => {
      if (!counted.isHandled) counted.end();
    });
    next();
  };

  /** Handles a request. One that was counted is until the end of `work`, also if its caller disconnects. */
  async handle<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    const counted = this.#counted.get(request);
    if (counted === undefined) return work();
    counted.isHandled = true;
    try {
      return await work();
    } finally {
      counted.end();
    }
  }

  #take(keyId: string): () => void {
    const end = this.#all < FILES_MAX ? this.#ofKey.take(keyId) : undefined;
    if (end === undefined) {
      throw new ProblemError('overloaded', 'too many files are being imported; repeat the request');
    }
    this.#all += 1;
    return () => {
      this.#all -= 1;
      end();
    };
  }
}
