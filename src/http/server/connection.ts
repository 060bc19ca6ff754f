/** One connection of the server, whose requests are handled one after the other. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ServerLimits } from '../request/limits.ts';

/** A request that was read before the response to an earlier one was sent. */
interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests that wait on all connections of a server. */
export interface WaitingRequests {
  count: number;
}

/** What a connection needs of its server. */
export interface ConnectionOptions {
  readonly limits: Pick<ServerLimits, 'pipelinedMax' | 'waitingRequestsMax'>;
  readonly waiting: WaitingRequests;
  readonly listener: RequestListener;
}

/**
 * Hands the requests of a connection to the listener, each after the response to the one before it was
 * sent, and each in its own turn of the event loop. Node reads all requests of one chunk of 64 KiB in
 * one turn, some 2,000: without this bound all other callers would wait for all of them.
 */
export class Connection {
  readonly socket: Socket;
  /** What limits of an address count it by; `undefined` if none apply. */
  readonly address: string | undefined;
  /** The newest response, after which a refusal of the parser has to be written. */
  newest: ServerResponse | undefined;
  /** When the last request was read, or the connection opened, by the monotonic clock. */
  lastRequestAtMs = performance.now();
  #current: ServerResponse | undefined;
  #isFull = false;
  readonly #waiting: WaitingRequest[] = [];
  readonly #options: ConnectionOptions;

  constructor(socket: Socket, address: string | undefined, options: ConnectionOptions) {
    this.socket = socket;
    this.address = address;
    this.#options = options;
  }

  /** Handles a request now, or after the responses before it were sent. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    this.newest = response;
    this.lastRequestAtMs = performance.now();
    if (this.#isFree()) {
      this.#current = response;
      this.#options.listener(request, response);
    } else {
      this.#defer({ request, response });
    }
  }

  /** True if no request is worked on: the last response was written, or none was asked for yet. */
  isQuiet(): boolean {
    return this.#waiting.length === 0 && (this.#current?.writableEnded ?? true);
  }

  /** Forgets the requests that wait, when the connection is closed. */
  close(): void {
    this.#options.waiting.count -= this.#waiting.length;
    this.#waiting.length = 0;
  }

  /** Node takes the socket from a response once the response was sent. */
  #isFree(): boolean {
    return this.#waiting.length === 0 && (this.#current?.socket ?? null) === null;
  }

  #defer(next: WaitingRequest): void {
    const { limits, waiting } = this.#options;
    if (this.socket.destroyed || this.#isFull) return;
    if (waiting.count >= limits.waitingRequestsMax) {
      ignoreFurther(this.socket);
      this.socket.destroy();
      return;
    }
    if (this.#waiting.length >= limits.pipelinedMax) {
      this.#isFull = true;
      ignoreFurther(this.socket);
      return;
    }
    waiting.count += 1;
    this.#waiting.push(next);
    if (this.#waiting.length > 1) return;
    this.socket.pause();
    this.#current?.once('finish', this.#scheduleNext);
  }

  readonly #scheduleNext = (): void => {
    setImmediate(this.#handleNext);
  };

  readonly #handleNext = (): void => {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#options.waiting.count -= 1;
    const { request, response } = next;
    this.#current = response;
    if (this.#waiting.length > 0) response.once('finish', this.#scheduleNext);
    // The requests beyond the bound are not handled: Node closes the connection after this response.
    else if (this.#isFull) response.shouldKeepAlive = false;
    else this.socket.resume();
    this.#options.listener(request, response);
  };
}

/** The parser of a connection, which Node keeps at the socket without documenting it. */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming?: () => number } | null;
}

/**
 * Lets the parser drop the requests that follow: to create each and to abort it when the connection is
 * closed takes Node three times as long. Without this property they are created and not handled.
 */
function ignoreFurther({ parser }: ParsedSocket): void {
  if (parser?.onIncoming !== undefined) parser.onIncoming = () => 0;
}
