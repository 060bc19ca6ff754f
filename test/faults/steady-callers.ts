import { Agent, type ClientRequest, get } from 'node:http';

/** Maximum time of a response; a slower one counts as lost. */
const RESPONSE_MS_MAX = 20_000;
/** The largest response without a key, so that a truncated response can be detected. */
const PATH = '/openapi.json';

/** The number of callers of each kind. */
export interface CallerCounts {
  /** Callers that open a connection for each request. */
  readonly fresh: number;
  /** Callers that use a connection until the service closes it. */
  readonly keepAlive: number;
}

/** A request without a complete response. */
export interface Loss {
  readonly error: string;
  /** True if its connection had answered before, so the service had accepted it. */
  readonly isReused: boolean;
}

/** Callers that send the next request immediately after each response. */
export class SteadyCallers {
  /** Requests that got a complete response. */
  answered = 0;
  /** The other requests, except for those of refused connections. */
  readonly losses: Loss[] = [];
  /** Refused connections; each ends its caller. */
  refused = 0;
  #ended = false;
  readonly #url: string;
  readonly #callers: readonly Promise<void>[];

  constructor(url: string, { fresh, keepAlive }: CallerCounts) {
    this.#url = `${url}${PATH}`;
    this.#callers = [
      ...Array.from({ length: fresh }, () => this.#call(new Agent())),
      ...Array.from({ length: keepAlive }, () =>
        this.#call(new Agent({ keepAlive: true, maxSockets: 1 })),
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

  async #call(agent: Agent): Promise<void> {
    let isRefused = false;
    while (!this.#ended && !isRefused) {
      const request = get(this.#url, { agent, timeout: RESPONSE_MS_MAX });
      try {
        await readWhole(request);
        this.answered += 1;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        isRefused = code === 'ECONNREFUSED';
        if (isRefused) this.refused += 1;
        else this.losses.push({ error: message, isReused: request.reusedSocket });
      }
    }
    agent.destroy();
  }
}

/** Resolves when a response has arrived completely; rejects if it does not. */
function readWhole(request: ClientRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      response.resume().on('end', resolve).on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('no response in time')));
    request.on('error', reject);
  });
}
