import { Agent, get } from 'node:http';

/** A response that takes longer counts as lost: its connection hangs. */
const RESPONSE_MS_MAX = 5000;
/** The largest response of the service that needs no key, so that a part of it can be missing. */
const PATH = '/openapi.json';

/** How many callers there are of each kind. */
export interface CallerCounts {
  /** Those that open a connection for each request. */
  readonly fresh: number;
  /** Those that use a connection until the service closes it. */
  readonly keepAlive: number;
}

/** Callers that send the next request as soon as they have the response to the last one. */
export class SteadyCallers {
  /** Requests that got a whole response. */
  answered = 0;
  /** Why the other requests got none, except for refused connections. */
  readonly losses: string[] = [];
  /** Connections that were refused; each ends its caller. */
  refused = 0;
  #ended = false;
  readonly #url: string;
  readonly #callers: readonly Promise<void>[];

  constructor(url: string, { fresh, keepAlive }: CallerCounts) {
    this.#url = `${url}${PATH}`;
    this.#callers = [
      ...Array.from({ length: fresh }, () => this.#call(new Agent(), 'new connection')),
      ...Array.from({ length: keepAlive }, () =>
        this.#call(new Agent({ keepAlive: true, maxSockets: 1 }), 'keep-alive connection'),
      ),
    ];
  }

  /** Resolves when the callers have ended: all were refused, or `end` was called. */
  async whenEnded(): Promise<void> {
    await Promise.all(this.#callers);
  }

  /** Ends the callers, each after the response that it waits for. */
  async end(): Promise<void> {
    this.#ended = true;
    await this.whenEnded();
  }

  async #call(agent: Agent, kind: string): Promise<void> {
    let isRefused = false;
    while (!this.#ended && !isRefused) {
      try {
        await readWhole(this.#url, agent);
        this.answered += 1;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        isRefused = code === 'ECONNREFUSED';
        if (isRefused) this.refused += 1;
        else this.losses.push(`${kind}: ${message} (${code})`);
      }
    }
    agent.destroy();
  }
}

/** Resolves when a response has arrived as a whole; rejects if it does not. */
function readWhole(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, timeout: RESPONSE_MS_MAX }, (response) => {
      response.resume().on('end', resolve).on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.on('error', reject);
  });
}
