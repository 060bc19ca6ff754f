/** Limits the memory of responses that callers have not read yet. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ServerLimits } from '../request/limits.ts';

interface UnsentResponse {
  readonly socket: Socket;
  readonly bytes: number;
  readonly release: () => void;
}

/** The responses of one owner, the oldest first. */
interface OwnedResponses {
  bytes: number;
  readonly responses: Set<UnsentResponse>;
}

/**
 * Limits the bytes of responses that the system has not accepted yet, because their callers do not read or
 * read slowly. Above the limit of an owner, its oldest connection is closed; above the limit of all owners, a
 * connection of the owner with the most bytes.
 */
export class UnsentResponses {
  readonly #limits: Pick<ServerLimits, 'unsentBytesMax' | 'unsentBytesOfKeyMax'>;
  readonly #countClosed: () => void;
  readonly #owners = new Map<string, OwnedResponses>();
  #bytes = 0;

  /** @param countClosed is called for each connection that is closed. */
  constructor(
    limits: Pick<ServerLimits, 'unsentBytesMax' | 'unsentBytesOfKeyMax'>,
    countClosed: () => void,
  ) {
    this.#limits = limits;
    this.#countClosed = countClosed;
  }

  /**
   * Tracks a written response until it is sent or its connection is closed.
   *
   * @param owner the API key; empty if there is none.
   * @param onGone is called when it is sent or its connection is closed.
   */
  hold(owner: string, response: ServerResponse, socket: Socket, onGone: () => void): void {
    const unsent = {
      socket,
      bytes: socket.writableLength,
      release: () => this.#release(owner, unsent),
    };
    const owned = this.#owners.get(owner) ?? { bytes: 0, responses: new Set() };
    this.#owners.set(owner, owned);
    owned.responses.add(unsent);
    owned.bytes += unsent.bytes;
    this.#bytes += unsent.bytes;
    response.once('close', () => {
      unsent.release();
      onGone();
    });
    while (owned.bytes > this.#limits.unsentBytesOfKeyMax && owned.responses.size > 1) {
      this.#closeOldest(owned);
    }
    while (this.#bytes > this.#limits.unsentBytesMax) this.#closeOldest(this.#findLargest(owned));
  }

  #release(owner: string, unsent: UnsentResponse): void {
    const owned = this.#owners.get(owner);
    if (owned === undefined || !owned.responses.delete(unsent)) return;
    owned.bytes -= unsent.bytes;
    this.#bytes -= unsent.bytes;
    if (owned.responses.size === 0) this.#owners.delete(owner);
  }

  #closeOldest({ responses }: OwnedResponses): void {
    const [oldest] = responses;
    if (oldest === undefined) return;
    oldest.release();
    oldest.socket.destroy();
    this.#countClosed();
  }

  #findLargest(first: OwnedResponses): OwnedResponses {
    let largest = first;
    for (const owned of this.#owners.values()) if (owned.bytes > largest.bytes) largest = owned;
    return largest;
  }
}
