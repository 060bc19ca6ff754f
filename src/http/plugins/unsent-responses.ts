/** Limits the memory of responses that callers have not read yet. */
import type { FastifyReply } from 'fastify';

import type { ServerLimits } from '../limits.ts';

interface UnsentResponse {
  readonly reply: FastifyReply;
  readonly bytes: number;
}

/** The responses of one owner, the oldest first. */
interface OwnedResponses {
  bytes: number;
  readonly responses: Set<UnsentResponse>;
}

type UnsentLimits = Pick<ServerLimits, 'unsentBytesMax' | 'unsentBytesOfKeyMax'>;

/**
 * Limits the bytes of responses that the system has not accepted yet, because their callers do not read or
 * read slowly. Above the limit of an owner, its oldest connection is closed; above the limit of all owners, a
 * connection of the owner with the most bytes.
 */
export class UnsentResponses {
  readonly #limits: UnsentLimits;
  readonly #countClosed: () => void;
  readonly #owners = new Map<string, OwnedResponses>();
  #bytes = 0;

  /** @param countClosed is called for each connection that is closed. */
  constructor(limits: UnsentLimits, countClosed: () => void) {
    this.#limits = limits;
    this.#countClosed = countClosed;
  }

  /**
   * Tracks a written response until it is sent or its connection is closed.
   *
   * @param owner the API key; empty if there is none.
   */
  hold(owner: string, reply: FastifyReply): void {
    const unsent = { reply, bytes: reply.raw.writableLength };
    const owned = this.#owners.get(owner) ?? { bytes: 0, responses: new Set() };
    this.#owners.set(owner, owned);
    owned.responses.add(unsent);
    owned.bytes += unsent.bytes;
    this.#bytes += unsent.bytes;
    reply.request.onEnd = () => this.#release(owner, unsent);
    while (owned.bytes > this.#limits.unsentBytesOfKeyMax && owned.responses.size > 1) {
      this.#closeOldest(owner, owned);
    }
    while (this.#bytes > this.#limits.unsentBytesMax) {
      const byBytes = [...this.#owners].sort(([, a], [, b]) => b.bytes - a.bytes);
      const [largest = [owner, owned] as const] = byBytes;
      this.#closeOldest(...largest);
    }
  }

  #release(owner: string, unsent: UnsentResponse): void {
    const owned = this.#owners.get(owner);
    if (owned === undefined || !owned.responses.delete(unsent)) return;
    owned.bytes -= unsent.bytes;
    this.#bytes -= unsent.bytes;
    if (owned.responses.size === 0) this.#owners.delete(owner);
  }

  #closeOldest(owner: string, { responses }: OwnedResponses): void {
    const [oldest] = responses;
    if (oldest === undefined) return;
    this.#release(owner, oldest);
    oldest.reply.request.raw.socket.destroy();
    this.#countClosed();
  }
}
