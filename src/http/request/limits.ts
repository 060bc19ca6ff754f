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
  /** Connections that the system has accepted and the service has not; Linux allows 4096 by default. */
  readonly backlog: number;
  /** Connections of one remote address, but for trusted proxies. */
  readonly connectionsOfAddressMax: number;
  /** Requests of one connection that wait for the responses before them; then it is closed. */
  readonly pipelinedMax: number;
  /** Such requests of all connections; a connection that sends one more is closed immediately. */
  readonly waitingRequestsMax: number;
  /** Wrong API keys of one remote address within a second, but for trusted proxies. */
  readonly wrongKeysOfAddressMax: number;
  /** Bytes of responses that the callers have not read yet, of one API key; then the oldest is closed. */
  readonly unsentBytesOfKeyMax: number;
  /** Such bytes of all callers. */
  readonly unsentBytesMax: number;
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
  backlog: 4096,
  connectionsOfAddressMax: 2000,
  pipelinedMax: 32,
  waitingRequestsMax: 2000,
  wrongKeysOfAddressMax: 50,
  unsentBytesOfKeyMax: 24 * 1024 * 1024,
  unsentBytesMax: 96 * 1024 * 1024,
  requestsInFlightMax: 1000,
  responseCacheBytesMax: 32 * 1024 * 1024,
};

/** Characters of a request target. */
export const TARGET_LENGTH_MAX = 8192;

/** Bytes of the request line and headers together. */
export const HEADER_BLOCK_BYTES_MAX = 65_536;

/** Headers of a request: Node takes some microseconds for each. */
export const HEADERS_MAX = 256;

/** Parts of a request body that are read and ignored, each a chunk of the caller's or of the network. */
export const IGNORED_BODY_PARTS_MAX = 256;

/** Bytes of a request body that are read and ignored before the connection is dropped. */
export const IGNORED_BODY_BYTES_MAX = 1_048_576;
