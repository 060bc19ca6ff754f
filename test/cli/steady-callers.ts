import { Agent, get } from 'node:http';

/** Maximum time of a response; a slower one counts as lost. */
const RESPONSE_MS_MAX = 5000;
/** The largest response without a key, so that a truncated response can be detected. */
const PATH = '/openapi.json';

/** The number of callers of each kind. */
export interface CallerCounts {
  /** Callers that open a connection for each request. */
  readonly fresh: number;
  /** Callers that use a connection until the service closes it. */
  readonly keepAlive: number;
}

/** Callers that send the next request immediately after each response. */
export class SteadyCallers {
  /** Requests that got a complete response. */
  answered = 0;
  /** The errors of the other requests, except for refused connections. */
  readonly losses: string[] = [];
  /** Refused connections; each ends its caller. */
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

  /** Ends the callers, each after its pending response. */
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

/** Resolves when a response has arrived completely; rejects if it does not. */
function readWhole(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, timeout: RESPONSE_MS_MAX }, (response) => {
      response.resume().on('end', resolve).on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.on('error', reject);
  });
}
