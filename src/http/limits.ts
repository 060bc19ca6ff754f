/** Bounds of the HTTP server. Each has a name so that nothing waits, grows or lasts without one. */
export interface ServerLimits {
  /** From the first byte of a request, or from the connection, to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** How often the two above are checked. */
  readonly timeoutCheckIntervalMs: number;
  /** How long an idle connection is kept; longer than the 60 s of common load balancers. */
  readonly keepAliveTimeoutMs: number;
  /** A connection on which nothing moves for so long during a request is dropped. */
  readonly socketTimeoutMs: number;
  /** How long a shutdown lets an idle connection ask once more before it is closed. */
  readonly drainMs: number;
  readonly connectionsMax: number;
  /** Requests of the API that are worked on at once. */
  readonly requestsInFlightMax: number;
  /** Bytes of bodies that are kept to be answered again (`TELLER_CACHE_MEGABYTES`); 0 keeps none. */
  readonly responseCacheBytesMax: number;
}

export const SERVER_LIMITS: ServerLimits = {
  headersTimeoutMs: 5000,
  requestTimeoutMs: 8000,
  timeoutCheckIntervalMs: 1000,
  keepAliveTimeoutMs: 65_000,
  socketTimeoutMs: 30_000,
  drainMs: 1000,
  connectionsMax: 10_000,
  requestsInFlightMax: 1000,
  responseCacheBytesMax: 32 * 1024 * 1024,
};

/** Characters of a request target. */
export const TARGET_LENGTH_MAX = 8192;

/** Bytes of the request line and headers together. */
export const HEADER_BLOCK_BYTES_MAX = 65_536;

/** Bytes of a request body that are read and ignored before the connection is dropped. */
export const IGNORED_BODY_BYTES_MAX = 1_048_576;
