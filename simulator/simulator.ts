import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOUR_MS } from '../src/domain/duration.ts';
import { type AccountOf, type ExchangeName, SIMULATIONS } from './catalogue.ts';
import type { SimulatedClock } from './clock.ts';
import type { SimulatedExchange, WireRequest } from './exchange.ts';
import { FaultPlan } from './faults.ts';
import type { LoggedRequest } from './request-log.ts';
import { RequestLog } from './request-log.ts';
import { readBody, respond, send } from './respond.ts';
import type { Conditions } from './simulation.ts';
import type { Target } from './target.ts';
import { readTarget } from './target.ts';

const BODY_MAX_BYTES = 1_048_576;
const ACCOUNTS_MAX = 1_000;
const LISTENERS_MAX = 100;
const KEEP_ALIVE_MS = 60_000;

/**
 * Tolerance for signed timestamps while a simulated clock is stopped, because the client's clock runs. A running
 * clock has none.
 */
const STOPPED_CLOCK_TOLERANCE_MS = HOUR_MS;

/** The options of a simulator. */
export interface SimulatorOptions {
  readonly clock: SimulatedClock;
  /** Port on 127.0.0.1. Default: 0, any free port. */
  readonly port?: number;
  /** False disables rate limits. Default: true. */
  readonly rateLimits?: boolean;
  /** The clock of rate limits in milliseconds, such as `Date.now`. Default: the simulated clock. */
  readonly rateLimitNow?: () => number;
  /** The period that Kraken's DepositStatus and WithdrawStatus contain, in milliseconds. Default: 90 days. */
  readonly krakenStatusReachMs?: number;
}

type Exchanges = { readonly [Name in ExchangeName]: SimulatedExchange<AccountOf<Name>> };

/** Receives every request; the response waits until the listener has resolved. */
export type RequestListener = (request: LoggedRequest) => void | Promise<void>;

/** Simulated exchanges behind one HTTP server on 127.0.0.1, reached through ccxt's `proxyUrl`. */
export class Simulator {
  readonly clock: SimulatedClock;
  readonly requests = new RequestLog();
  readonly faults = new FaultPlan();
  readonly #server: Server;
  readonly #exchanges: Exchanges;
  readonly #listeners = new Set<RequestListener>();
  readonly #closing = new AbortController();
  #accountCount = 0;

  constructor(options: SimulatorOptions) {
    this.clock = options.clock;
    this.#exchanges = openExchanges(options);
    // If the server closes an idle connection first, the client's next request fails.
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      this.#handle(request, response).catch(() => response.destroy());
    });
  }

  /** The proxy prefix, `http://127.0.0.1:PORT/`. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/`;
  }

  /** Adds an account, or replaces the one with the same key. @throws {RangeError} after 1,000 calls. */
  addAccount<Name extends ExchangeName>(exchange: Name, account: AccountOf<Name>): void {
    this.#accountCount += 1;
    if (this.#accountCount > ACCOUNTS_MAX) throw new RangeError('too many simulated accounts');
    this.#exchanges[exchange].addAccount(account);
  }

  /** Calls a listener before each response. Returns a function that removes it. */
  onRequest(listener: RequestListener): () => void {
    if (this.#listeners.size >= LISTENERS_MAX) throw new RangeError('too many request listeners');
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts to listen. Rejects if the port is in use. */
  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  /** Closes all connections and stops. */
  close(): Promise<void> {
    this.#closing.abort();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = readTarget(request.url ?? '');
    const body = await readBody(request, BODY_MAX_BYTES);
    if (target === undefined || body === undefined) {
      send(response, { status: target === undefined ? 404 : 413, headers: {}, body: '' });
      return;
    }
    const exchange = Object.values(this.#exchanges).find((candidate) =>
      candidate.serves(target.host),
    );
    const logged = this.#log(request, target, body, exchange);
    for (const listener of this.#listeners) await listener(logged);
    if (exchange === undefined) {
      logged.status = send(response, { status: 502, headers: {}, body: 'host is not simulated' });
      return;
    }
    const wire: WireRequest = {
      ...target,
      method: request.method ?? 'GET',
      headers: joinHeaders(request),
      body,
    };
    logged.status = await respond(response, {
      fault: this.faults.take(target.host, target.path),
      respond: () => exchange.respond(wire),
      refuseKey: () => exchange.refuseKey(),
      signal: this.#closing.signal,
    });
  }

  #log(
    request: IncomingMessage,
    target: Target,
    body: string,
    exchange: Exchanges[ExchangeName] | undefined,
  ): LoggedRequest {
    const params = new URLSearchParams(`${target.query}&${body}`);
    params.delete('signature');
    return this.requests.add({
      exchange: exchange?.name,
      method: request.method ?? 'GET',
      host: target.host,
      path: target.path,
      params: Object.fromEntries(params),
      atMs: this.clock.now(),
    });
  }
}

/** Starts the simulated exchanges on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const simulator = new Simulator(options);
  await simulator.listen(options.port ?? 0);
  return simulator;
}

function openExchanges({ clock, ...options }: SimulatorOptions): Exchanges {
  const now = (): number => clock.now();
  const rateLimitNow = options.rateLimits === false ? undefined : (options.rateLimitNow ?? now);
  const timestampSlackMs = clock.running ? 0 : STOPPED_CLOCK_TOLERANCE_MS;
  const { krakenStatusReachMs } = options;
  const conditions: Conditions = { now, rateLimitNow, timestampSlackMs, krakenStatusReachMs };
  const opened = Object.entries(SIMULATIONS).map(([name, simulation]) => [
    name,
    simulation.open(conditions),
  ]);
  return Object.fromEntries(opened) as Exchanges;
}

function joinHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
