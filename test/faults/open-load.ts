/**
 * A load in a process of its own that does not wait for responses: it sends requests by a schedule, like callers that do not
 * know each other. Reads {@link OpenLoad} as JSON from standard input. Prints {@link OpenLoadSent} as a line when the last
 * request is sent, and {@link OpenLoadResult} as another when every connection was answered or closed.
 */
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** The requests to send. */
export interface OpenLoad {
  readonly port: number;
  /** The bytes of requests, which are sent in turn. */
  readonly requests: readonly string[];
  readonly seconds: number;
  /** Requests in a second. */
  readonly rate: number;
  /** Requests for each response with 200, if these are more than `rate`. */
  readonly perSuccess: number;
}

/** What was sent. */
export interface OpenLoadSent {
  readonly seconds: number;
  /** Responses with 200 until then. */
  readonly successes: number;
}

/** What happened to the requests that were sent. */
export interface OpenLoadResult {
  readonly sent: number;
  /** Connections that could not be opened for another reason than a refusal, by the code of the error. */
  readonly failures: Readonly<Record<string, number>>;
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests on connections that were not accepted in time, or were closed before any response: refused connections. */
  readonly refused: number;
  /** Requests on connections that were closed after other responses: lost. */
  readonly lost: number;
  /** Requests without a response when the time to wait has ended. */
  readonly unanswered: number;
}

/** Interval of the schedule. */
const TICK_MS = 5;
/**
 * Time after which callers give up a connection that the system does not open, because the service does not accept those
 * before it. Without it, a load of a minute runs out of descriptors and ports.
 */
const CONNECT_MS_MAX = 1_000;
/**
 * Time after which callers give up a connection without any response. While the system's queue of new connections is full,
 * a connection may be open for its caller only: Linux drops the last packet of the handshake, and the request waits until
 * TCP repeats it, at last every minute.
 */
const FIRST_RESPONSE_MS_MAX = 30_000;
/** Time to wait for the last responses. */
const WAIT_MS_MAX = 60_000;
const REFUSALS: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
const STATUS_LINE = 'HTTP/1.1 ';
const STATUS_LINE_LENGTH = STATUS_LINE.length + 3;

const load = (await json(process.stdin)) as OpenLoad;
const failures: Record<string, number> = {};
const statuses: Record<string, number> = {};
const totals = { sent: 0, refused: 0, lost: 0 };
let isEnding = false;

/** A connection with at most one request at a time. */
class Connection {
  state: 'connecting' | 'waiting' | 'idle' | 'closed' = 'connecting';
  #answered = 0;
  #rest = '';
  readonly #socket: Socket;
  #timeout: NodeJS.Timeout;

  constructor(request: string) {
    this.#socket = connect({ host: '127.0.0.1', port: load.port });
    this.#timeout = setTimeout(() => this.#giveUp(), CONNECT_MS_MAX);
    this.#socket.write(request, 'latin1');
    this.#socket.on('connect', () => {
      clearTimeout(this.#timeout);
      this.#timeout = setTimeout(() => this.close(), FIRST_RESPONSE_MS_MAX);
      this.state = 'waiting';
      totals.sent += 1;
    });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    // The event `close` follows.
    this.#socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (this.state !== 'connecting') return;
      // The service may reset a connection before this process notices that it was open.
      if (REFUSALS.has(code)) this.#giveUp();
      else failures[code] = (failures[code] ?? 0) + 1;
    });
    this.#socket.on('close', () => {
      clearTimeout(this.#timeout);
      if (this.state === 'waiting') totals[this.#answered === 0 ? 'refused' : 'lost'] += 1;
      this.state = 'closed';
    });
  }

  /** Sends the next request on an idle connection. */
  send(request: string): void {
    this.#socket.write(request, 'latin1');
    this.state = 'waiting';
    totals.sent += 1;
  }

  close(): void {
    this.#socket.destroy();
  }

  #giveUp(): void {
    totals.sent += 1;
    this.state = 'waiting';
    this.close();
  }

  #read(chunk: Buffer): void {
    clearTimeout(this.#timeout);
    const text = this.#rest + chunk.toString('latin1');
    const at = text.indexOf(STATUS_LINE);
    // The start of a status line may be at the end of the chunk.
    this.#rest = text.slice(1 - STATUS_LINE_LENGTH);
    if (at < 0 || at + STATUS_LINE_LENGTH > text.length) return;
    this.#rest = '';
    const status = text.slice(at + STATUS_LINE.length, at + STATUS_LINE_LENGTH);
    statuses[status] = (statuses[status] ?? 0) + 1;
    this.#answered += 1;
    this.state = 'idle';
    if (isEnding) this.close();
  }
}

let connections: Connection[] = [];
let offered = 0;

/** Sends a number of requests: on idle connections, and on new ones if there are none. */
function offer(count: number): void {
  connections = connections.filter(({ state }) => state !== 'closed');
  const idle = connections.filter(({ state }) => state === 'idle');
  for (let due = count; due > 0; due -= 1) {
    const request = load.requests[offered % load.requests.length]!;
    offered += 1;
    const connection = idle.pop();
    if (connection === undefined) connections.push(new Connection(request));
    else connection.send(request);
  }
}

/** Requests without a response on a connection that is open or may open. */
const countUnanswered = (): number =>
  connections.filter(({ state }) => state === 'connecting' || state === 'waiting').length;
const report = (result: OpenLoadSent | OpenLoadResult): void => {
  process.stdout.write(`${JSON.stringify(result)}\n`);
};

const startedAtMs = performance.now();
let seconds = 0;
let successes = 0;
while (seconds < load.seconds) {
  await sleep(TICK_MS);
  seconds = (performance.now() - startedAtMs) / 1000;
  successes = statuses['200'] ?? 0;
  const due = Math.ceil(Math.max(load.rate * seconds, load.perSuccess * successes));
  if (due > offered) offer(due - offered);
}
report({ seconds, successes });
isEnding = true;
for (const connection of connections) if (connection.state === 'idle') connection.close();
const untilMs = performance.now() + WAIT_MS_MAX;
while (countUnanswered() > 0 && performance.now() < untilMs) await sleep(TICK_MS);
const unanswered = countUnanswered();
for (const connection of connections) connection.close();
report({ ...totals, failures, statuses, unanswered });
