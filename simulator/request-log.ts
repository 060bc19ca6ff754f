/** A request that the simulator received. */
export interface LoggedRequest {
  /** The number of the request since the start of the simulator, from 1. */
  readonly sequence: number;
  /** `undefined` if no simulated exchange has this host. */
  readonly exchange: string | undefined;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** Query and form parameters without the signature. */
  readonly params: Readonly<Record<string, string>>;
  /** The time of its arrival, in simulated Unix milliseconds. */
  readonly atMs: number;
  /** `undefined` while it has no response; 0 if the connection was closed instead. */
  status: number | undefined;
}

/** Maximum requests of the log; older ones are dropped. */
export const LOG_LENGTH_MAX = 20_000;

/** The latest requests, for assertions. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #received = 0;

  /** Number of requests since the start of the simulator, including dropped ones. */
  get received(): number {
    return this.#received;
  }

  /** The logged requests, oldest first. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** Returns the logged requests with a matching path. */
  matching(path: RegExp): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => path.test(entry.path));
  }

  /** Removes the logged requests; the count continues. */
  clear(): void {
    this.#entries = [];
  }

  /** Adds a request and sets its number. */
  add(entry: Omit<LoggedRequest, 'sequence' | 'status'>): LoggedRequest {
    this.#received += 1;
    const logged: LoggedRequest = { ...entry, sequence: this.#received, status: undefined };
    // Removing a tenth in one step makes the average cost of a request constant.
    if (this.#entries.length >= LOG_LENGTH_MAX) {
      this.#entries = this.#entries.slice(LOG_LENGTH_MAX / 10);
    }
    this.#entries.push(logged);
    return logged;
  }
}
