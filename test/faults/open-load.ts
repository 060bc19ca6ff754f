/**
 * A load in a process of its own that does not wait for responses: it sends requests by a schedule, like callers that do not
 * know each other. Reads {@link OpenLoad} as JSON from standard input. Prints {@link OpenLoadSent} as a line when all
 * requests are sent, and {@link OpenLoadResult} as another when every connection was answered or closed.
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
  readonly sent: number;
  readonly seconds: number;
  /** Responses with 200 until then. */
  readonly successes: number;
  /** Connections that could not be opened for another reason than a refusal, by the code of the error. */
  readonly failures: Readonly<Record<string, number>>;
}

/** What happened to the requests that were sent. */
export interface OpenLoadResult {
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests on connections that did not open in time, or were closed before any response: refused connections. */
  readonly refused: number;
  /** Requests on connections that were closed after other responses: lost. */
  readonly lost: number;
  /** Requests without a response when the time to wait has ended. */
  readonly unanswered: number;
}

/** Requests on a connection without a response. The service closes a connection with more than 32 (`pipelinedMax`). */
const UNANSWERED_MAX = 8;
/** Interval of the schedule. */
const TICK_MS = 5;
/**
 * Time after which callers give up a connection that the system does not open, because the service does not accept those
 * before it. Without it, a load of a minute runs out of descriptors and ports.
 */
const CONNECT_MS_MAX = 2_000;
/** Time to wait for connections, and for the last responses. */
const WAIT_MS_MAX = 60_000;
const REFUSALS: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);
const STATUS_LINE = 'HTTP/1.1 ';
const STATUS_LINE_LENGTH = STATUS_LINE.length + 3;

const load = (await json(process.stdin)) as OpenLoad;
const failures: Record<string, number> = {};
const statuses: Record<string, number> = {};
const totals = { sent: 0, refused: 0, lost: 0 };
let isEnding = false;

/** A connection of callers. */
class Connection {
  unanswered = 0;
  state: 'connecting' | 'open' | 'closed' = 'connecting';
  #answered = 0;
  #rest = '';
  readonly #socket: Socket;

  constructor() {
    this.#socket = connect({ host: '127.0.0.1', port: load.port });
    const timeout = setTimeout(() => this.#giveUp(), CONNECT_MS_MAX);
    this.#socket.on('connect', () => {
      clearTimeout(timeout);
      this.state = 'open';
      totals.sent += this.unanswered;
    });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    // The event `close` follows.
    this.#socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (this.state !== 'connecting') return;
      // The service may reset a connection before this process notices that it was open.
      if (REFUSALS.has(code)) totals.sent += this.unanswered;
      else failures[code] = (failures[code] ?? 0) + 1;
    });
    this.#socket.on('close', () => {
      clearTimeout(timeout);
      this.#end();
    });
  }

  /** Sends requests without a look at the responses. */
  send(requests: string, count: number): void {
    this.#socket.write(requests, 'latin1');
    this.unanswered += count;
    if (this.state === 'open') totals.sent += count;
  }

  close(): void {
    this.#socket.destroy();
  }

  #giveUp(): void {
    totals.sent += this.unanswered;
    this.close();
  }

  #read(chunk: Buffer): void {
    const text = this.#rest + chunk.toString('latin1');
    let end = 0;
    for (;;) {
      const at = text.indexOf(STATUS_LINE, end);
      if (at < 0 || at + STATUS_LINE_LENGTH > text.length) break;
      end = at + STATUS_LINE_LENGTH;
      const status = text.slice(at + STATUS_LINE.length, end);
      statuses[status] = (statuses[status] ?? 0) + 1;
      this.#answered += 1;
      this.unanswered -= 1;
    }
    // The start of a status line may be at the end of the chunk.
    this.#rest = text.slice(Math.max(end, text.length - STATUS_LINE_LENGTH + 1));
    if (isEnding && this.unanswered === 0) this.close();
  }

  #end(): void {
    this.state = 'closed';
    if (this.#answered === 0) totals.refused += this.unanswered;
    else totals.lost += this.unanswered;
    this.unanswered = 0;
  }
}

let connections: Connection[] = [];
let offered = 0;

/** Sends a number of requests: on connections with room, and on new ones if there is none. */
function offer(count: number): void {
  let due = count;
  connections = connections.filter(({ state }) => state !== 'closed');
  for (const connection of connections.splice(0)) {
    const sent = Math.min(due, UNANSWERED_MAX - connection.unanswered);
    if (sent > 0) connection.send(takeRequests(sent), sent);
    due -= Math.max(sent, 0);
    connections.push(connection);
  }
  while (due > 0) {
    const sent = Math.min(due, UNANSWERED_MAX);
    const connection = new Connection();
    connection.send(takeRequests(sent), sent);
    connections.push(connection);
    due -= sent;
  }
}

function takeRequests(count: number): string {
  let bytes = '';
  for (let taken = 0; taken < count; taken += 1) {
    bytes += load.requests[offered % load.requests.length];
    offered += 1;
  }
  return bytes;
}

const report = (result: OpenLoadSent | OpenLoadResult): void => {
  process.stdout.write(`${JSON.stringify(result)}\n`);
};
const countUnanswered = (): number =>
  connections.reduce((sum, { unanswered }) => sum + unanswered, 0);

async function waitUntil(condition: () => boolean): Promise<void> {
  const untilMs = performance.now() + WAIT_MS_MAX;
  while (!condition() && performance.now() < untilMs) await sleep(TICK_MS);
}

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
await waitUntil(() => connections.every(({ state }) => state !== 'connecting'));
report({ sent: totals.sent, seconds, successes, failures });
isEnding = true;
for (const connection of connections) if (connection.unanswered === 0) connection.close();
await waitUntil(() => countUnanswered() === 0);
const unanswered = countUnanswered();
for (const connection of connections) connection.close();
const { refused, lost } = totals;
report({ statuses, refused, lost, unanswered });
