/** A connection of the server. Its requests are handled one after the other. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import type { ServerLimits } from '../request/limits.ts';

/** A request that was read before the response to an earlier one was sent. */
interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The number of queued requests on all connections of a server. */
export interface WaitingRequests {
  count: number;
}

/** The dependencies of a {@link Connection}. */
export interface ConnectionOptions {
  readonly limits: Pick<ServerLimits, 'pipelinedMax' | 'waitingRequestsMax'>;
  readonly waiting: WaitingRequests;
  readonly listener: RequestListener;
}

/**
 * Passes the requests of a connection to the listener, each after the previous response was sent and in its
 * own turn of the event loop. Node reads all requests of a chunk of 64 KiB, some 2,000, in one turn, and all
 * other callers would wait for them.
 */
export class Connection {
  readonly socket: Socket;
  /** The address for limits per address; `undefined` if no limit applies. */
  readonly address: string | undefined;
  /** The newest response; a refusal by the parser has to follow it. */
  newest: ServerResponse | undefined;
  /** Time of the last request, or of the opening of the connection (monotonic clock). */
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

  /** Handles a request now, or after the earlier responses have been sent. */
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

  /** Returns true if no request is being handled. */
  isQuiet(): boolean {
    return this.#waiting.length === 0 && (this.#current?.writableEnded ?? true);
  }

  /** Drops the queued requests when the connection is closed. */
  close(): void {
    this.#options.waiting.count -= this.#waiting.length;
    this.#waiting.length = 0;
  }

  /** Returns true if the last response was sent: Node then detaches the socket from it. */
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
    // Requests above the limit are not handled: Node closes the connection after this response.
    else if (this.#isFull) response.shouldKeepAlive = false;
    else this.socket.resume();
    this.#options.listener(request, response);
  };
}

/** The parser of a connection, an undocumented property of Node's socket. */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming?: () => number } | null;
}

/**
 * Makes the parser drop all further requests. Otherwise Node creates each of them, and aborts it when the
 * connection closes, which takes three times as long. If Node does not have this property, they are created
 * but not handled.
 */
function ignoreFurther({ parser }: ParsedSocket): void {
  if (parser?.onIncoming !== undefined) parser.onIncoming = () => 0;
}
