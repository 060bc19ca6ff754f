import { WRONG_KEYS_OF_ADDRESS_MAX } from '../domain/api-key.ts';

/** Limits of the HTTP server. */
export const SERVER_LIMITS = {
  /** Maximum time from the first byte of a request, or from the connection, to the end of its headers. */
  headersTimeoutMs: 5000,
  /** Maximum time from the first byte of a request to the end of its body. */
  requestTimeoutMs: 8000,
  /** Interval at which the two limits above are checked. */
  timeoutCheckIntervalMs: 1000,
  /** Timeout of an idle connection: longer than the 60 s of common load balancers. */
  keepAliveTimeoutMs: 65_000,
  /** Maximum time without traffic on a connection during a request. */
  socketTimeoutMs: 30_000,
  /** The same while the key of a customer is checked: longer than the Connect page waits for the response. */
  keyCheckSocketTimeoutMs: 70_000,
  /** Time for a last request of an idle connection at a shutdown. */
  drainMs: 1000,
  connectionsMax: 10_000,
  /** Maximum connections of one remote address, except for trusted proxies. */
  connectionsOfAddressMax: 2000,
  /** Maximum unanswered requests of one connection; a connection with more is closed. */
  pipelinedMax: 32,
  /** Maximum wrong API keys per second of one address: of the caller, behind a trusted proxy. */
  wrongKeysOfAddressMax: WRONG_KEYS_OF_ADDRESS_MAX,
  /** Maximum bytes of responses that callers have not read. */
  unreadBytesMax: 96 * 1024 * 1024,
  /** Interval at which the limit above is checked. */
  unreadCheckIntervalMs: 500,
  /** Maximum concurrent requests of the API that are not answered from the response cache. */
  requestsInFlightMax: 1000,
  /** Size of the response cache (`TELLER_CACHE_MEGABYTES`); 0 disables it. */
  responseCacheBytesMax: 32 * 1024 * 1024,
} as const;

/** Limits of the HTTP server, which tests change. */
export type ServerLimits = Readonly<Record<keyof typeof SERVER_LIMITS, number>>;

/** Maximum characters of a request target. */
export const TARGET_LENGTH_MAX = 8192;

/** Maximum bytes of the target, and the names and values of the headers, together. */
export const HEADER_BYTES_MAX = 65_536;

/** Maximum headers of a request; Node takes some microseconds for each. */
export const HEADERS_MAX = 256;
