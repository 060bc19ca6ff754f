/** A request that the simulator received. */
export interface LoggedRequest {
  /** Counts from 1 over the life of the simulator. */
  readonly sequence: number;
  /** Undefined when no simulated exchange has this host. */
  readonly exchange: string | undefined;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** Query and form parameters without the signature. */
  readonly params: Readonly<Record<string, string>>;
  /** Simulated Unix milliseconds of its arrival. */
  readonly atMs: number;
  /** Undefined while it has no response; 0 when the connection was broken instead. */
  status: number | undefined;
}

/** Maximum requests of the log; older ones are dropped. */
export const LOG_LENGTH_MAX = 20_000;

/** The latest requests, for assertions. */
export class RequestLog {
  #entries: LoggedRequest[] = [];
  #received = 0;

  /** Requests received over the life of the simulator, also those that the log has dropped. */
  get received(): number {
    return this.#received;
  }

  /** The logged requests, oldest first. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** Kept requests whose path matches. */
  matching(path: RegExp): readonly LoggedRequest[] {
    return this.#entries.filter((entry) => path.test(entry.path));
  }

  /** Drops the logged requests; the count continues. */
  clear(): void {
    this.#entries = [];
  }

  /** Keeps a request and gives it its number. */
  add(entry: Omit<LoggedRequest, 'sequence' | 'status'>): LoggedRequest {
    this.#received += 1;
    const logged: LoggedRequest = { ...entry, sequence: this.#received, status: undefined };
    // Dropping a tenth in one step makes the cost of each request constant.
    if (this.#entries.length >= LOG_LENGTH_MAX) {
      this.#entries = this.#entries.slice(LOG_LENGTH_MAX / 10);
    }
    this.#entries.push(logged);
    return logged;
  }
}
