import { WRONG_KEYS_OF_ADDRESS_MAX } from '../domain/api-key.ts';

/** Limits of the HTTP server. */
export interface ServerLimits {
  /** Maximum time from the first byte of a request, or from the connection, to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** Maximum time from the first byte of a request to the end of its body. */
  readonly requestTimeoutMs: number;
  /** Interval at which the two limits above are checked. */
  readonly timeoutCheckIntervalMs: number;
  /** Timeout of an idle connection: longer than the 60 s of common load balancers. */
  readonly keepAliveTimeoutMs: number;
  /** Maximum time without traffic on a connection during a request. */
  readonly socketTimeoutMs: number;
  /** Time for a last request of an idle connection at a shutdown. */
  readonly drainMs: number;
  readonly connectionsMax: number;
  /** Length of the system's accept queue; Linux allows 4096 by default. */
  readonly backlog: number;
  /** Maximum connections of one remote address, except for trusted proxies. */
  readonly connectionsOfAddressMax: number;
  /** Maximum unanswered requests of one connection; a connection with more is closed. */
  readonly pipelinedMax: number;
  /** Maximum wrong API keys per second of one address: of the caller, behind a trusted proxy. */
  readonly wrongKeysOfAddressMax: number;
  /** Maximum bytes of unread responses of one API key; with more, the oldest connection is closed. */
  readonly unsentBytesOfKeyMax: number;
  /** Maximum bytes of unread responses of all callers. */
  readonly unsentBytesMax: number;
  /** Maximum concurrent requests of the API. */
  readonly requestsInFlightMax: number;
  /** Size of the response cache (`TELLER_CACHE_MEGABYTES`); 0 disables it. */
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
  wrongKeysOfAddressMax: WRONG_KEYS_OF_ADDRESS_MAX,
  unsentBytesOfKeyMax: 24 * 1024 * 1024,
  unsentBytesMax: 96 * 1024 * 1024,
  requestsInFlightMax: 1000,
  responseCacheBytesMax: 32 * 1024 * 1024,
};

/** Maximum characters of a request target. */
export const TARGET_LENGTH_MAX = 8192;

/** Maximum bytes of the target, and the names and values of the headers, together. */
export const HEADER_BYTES_MAX = 65_536;

/** Maximum headers of a request; Node takes some microseconds for each. */
export const HEADERS_MAX = 256;

/** Maximum bytes of a request body that are discarded; with more, the connection is closed. */
export const IGNORED_BODY_BYTES_MAX = 1_048_576;
