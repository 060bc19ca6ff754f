/** Nodes of the service on one database: real processes, and their callers. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import type { SimulatedClock } from '../../simulator/clock.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { startTeller, type TellerService } from '../teller.ts';
import { variablesOf } from '../live-exchanges.ts';

/** Between two requests of a caller: without it, a few callers use all processors of the machine. */
const PAUSE_MS = 10;
/** Response time of a simulated exchange, so that concurrent requests of one wallet overlap. */
const ANSWER_MS = 10;

/** A `teller sync` with its own exchanges, so that the requests of each node are known. */
export interface SyncNode {
  readonly simulator: Simulator;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Stops the process for a time, like a machine that is suspended. */
  freeze(durationMs: number): Promise<void>;
}

/** Records which nodes send requests to an exchange concurrently. */
export class Watch {
  readonly #asking = new Map<string, SyncNode['simulator'][]>();
  /** Exchanges to which two nodes sent requests concurrently. */
  readonly overlaps: string[] = [];

  /** Delays every request of a node, and records concurrent requests of other nodes to the same exchange. */
  observe(simulator: Simulator): void {
    simulator.onRequest(async ({ exchange }) => {
      if (exchange === undefined) return;
      const asking = this.#asking.get(exchange) ?? [];
      if (asking.some((other) => other !== simulator)) this.overlaps.push(exchange);
      this.#asking.set(exchange, [...asking, simulator]);
      await sleep(ANSWER_MS);
      const left = this.#asking.get(exchange) ?? [];
      this.#asking.set(exchange, left.toSpliced(left.indexOf(simulator), 1));
    });
  }
}

/**
 * Starts a sync node.
 *
 * @param prepare adds the accounts to the exchanges of the node.
 */
export async function startSyncNode(
  clock: SimulatedClock,
  variables: Record<string, string>,
  prepare: (simulator: Simulator) => void,
): Promise<SyncNode> {
  const simulator = await startSimulator({ clock, rateLimits: false });
  prepare(simulator);
  const child = startTeller(['sync'], {
    ...variables,
    ...variablesOf(simulator),
    TELLER_SYNC_INTERVAL_SECONDS: '1',
  });
  child.stdout?.resume();
  child.stderr?.resume();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
    }
    await simulator.close();
  };
  const freeze = async (durationMs: number): Promise<void> => {
    child.kill('SIGSTOP');
    await sleep(durationMs);
    child.kill('SIGCONT');
  };
  return { simulator, end, freeze };
}

/** The result of a request; times are milliseconds of this process. */
export interface Asked {
  readonly sentAtMs: number;
  readonly tookMs: number;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

/** Callers of some nodes, which send the next request soon after each answer. */
export class Load {
  readonly asked: Asked[] = [];
  readonly #callers: Promise<void>[];
  #stopped = false;

  /** @param request returns the path and headers of the next request. */
  constructor(
    services: readonly Pick<TellerService, 'url'>[],
    callersOfEach: number,
    request: () => readonly [path: string, headers: Record<string, string>],
  ) {
    this.#callers = services.flatMap(({ url }) =>
      Array.from({ length: callersOfEach }, async () => {
        while (!this.#stopped) {
          this.asked.push(await ask(url, ...request()));
          await sleep(PAUSE_MS);
        }
      }),
    );
  }

  async stop(): Promise<readonly Asked[]> {
    this.#stopped = true;
    await Promise.all(this.#callers);
    return this.asked;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

const GIVE_UP_MS = 60_000;

/** Sends one request. */
export async function ask(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<Asked> {
  const sentAtMs = performance.now();
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  try {
    const response = await fetch(`${url}${path}`, { headers, signal });
    const body = await response.text();
    const { status } = response;
    const retryAfter = response.headers.get('retry-after');
    return { sentAtMs, tookMs: performance.now() - sentAtMs, status, retryAfter, body };
  } catch (error) {
    const tookMs = performance.now() - sentAtMs;
    return { sentAtMs, tookMs, status: 0, retryAfter: null, body: String(error) };
  }
}
