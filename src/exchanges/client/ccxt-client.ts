/**
 * One exchange of ccxt, opened with one key. ccxt signs, sends and classifies errors; this program decides
 * what is requested and how rows are read.
 */
import { DAY_MS } from '../../domain/duration.ts';
import type { ExchangeCredentials } from '../../domain/sealed-credentials.ts';
import { inSpan, type Tracer } from '../../domain/tracing.ts';
import { ExchangeError, WindowOverflowError } from '../exchange.ts';
import { type BoundedRequest, createBoundedFetch } from './bounded-fetch.ts';
import { toExchangeError } from './ccxt-errors.ts';
import { createCcxtInstance } from './ccxt-instance.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { parseExactJson } from './exact-json.ts';
import { type ClientClock, ExchangeTime } from './exchange-time.ts';
import type { RateBudget } from './rate-budget.ts';
import type { ReadingMemory } from './reading-memory.ts';
import { assertReadEndpoint, type ReadEndpoint } from './read-only.ts';

/** The part of a ccxt exchange that is used. Implicit endpoint methods are looked up by name. */
export interface CcxtExchange {
  readonly apiKey: string;
  number: (text: string) => unknown;
  proxyUrl: string | undefined;
  enableLastHttpResponse: boolean;
  timeout: number;
  parseJson: (text: string) => unknown;
  nonce: () => number;
  milliseconds: () => number;
  seconds: () => number;
  microseconds: () => number;
  options: Record<string, unknown>;
  fetchImplementation: unknown;
  fetch: (url: string, method?: string, headers?: unknown, body?: unknown) => Promise<unknown>;
  safeCurrencyCode: (id: string) => string;
  networkIdToCode: (id: string, code?: string) => string | undefined;
  parseCurrency: (raw: unknown) => unknown;
}

type CcxtMethod = (...args: readonly unknown[]) => Promise<unknown>;

/** The settings of a client. */
export interface CcxtClientOptions {
  /** ccxt's id of the exchange. */
  readonly exchange: string;
  readonly credentials: ExchangeCredentials;
  readonly readEndpoints: readonly ReadEndpoint[];
  readonly budget: RateBudget;
  readonly breaker: CircuitBreaker;
  /** The cost of a call, taken from the rate budget, by endpoint. Default: 1. */
  readonly costs: Readonly<Record<string, number>>;
  /** True if one call may send several requests, each with a cost of 1. */
  readonly countsRequests: boolean;
  /** Prefix of every URL, as ccxt's `proxyUrl`. */
  readonly proxyUrl: string | undefined;
  readonly clock: ClientClock;
  /** Aborts running requests. */
  readonly signal: AbortSignal;
  /** Maximum attempts for a transient error. */
  readonly attemptsMax: number;
  /** Limits the memory of all responses for a reading. Default: only each response has a limit. */
  readonly memory?: ReadingMemory;
  /** Records requests in traces; none without it. */
  readonly tracer?: Tracer | undefined;
}

const TIMEOUT_MS = 30_000;
/** Maximum length of one response; `reading-memory.ts` limits the responses of all wallets together. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;
const RETRY_DELAY_MS = 400;
/** Maximum wait within a call. A longer wait fails the call, and the wallet's schedule waits instead. */
const WAIT_IN_PLACE_MS_MAX = 65_000;
const RATE_LIMIT_PAUSE_MS = 10_000;
const RETRY_AFTER_MS_MAX = DAY_MS;

/** Calls the endpoints of one exchange with one key. */
export class CcxtClient {
  readonly ccxt: CcxtExchange;
  /** Receives the headers of every response. */
  onResponse: ((headers: Headers) => void) | undefined;
  /** Returns the symbol of an asset by the exchange's identifier. */
  readonly toSymbol = (assetId: string): string => this.ccxt.safeCurrencyCode(assetId);
  readonly #options: CcxtClientOptions;
  #method = '';
  #lastStatus: number | undefined;
  #lastRetryAfterMs: number | undefined;
  #pausedUntilMs = 0;
  readonly #time: ExchangeTime;
  #serverTimeMs: number | undefined;

  private constructor(ccxt: CcxtExchange, options: CcxtClientOptions) {
    this.#options = options;
    this.#time = new ExchangeTime(options.clock);
    this.ccxt = ccxt;
    this.#configure();
  }

  /** Returns a client; loads ccxt's class of the exchange on first use. */
  static async open(options: CcxtClientOptions): Promise<CcxtClient> {
    const { exchange, credentials } = options;
    return new CcxtClient(await createCcxtInstance(exchange, credentials), options);
  }

  /** ccxt's id of the exchange. */
  get exchange(): string {
    return this.#options.exchange;
  }

  /**
   * The time of the last response by its `date` header (RFC 9110; Unix ms, whole seconds);
   * `undefined` before the first response that has one.
   */
  get serverTimeMs(): number | undefined {
    return this.#serverTimeMs;
  }

  /** Returns the exchange's time (Unix ms), with which requests are signed. */
  exchangeNowMs(): number {
    return this.#time.nowMs();
  }

  /**
   * Sets the exchange's time; `undefined` if the exchange did not report it. Returns the time that is now
   * used (Unix ms).
   */
  setExchangeTime(reportedMs: number | undefined): number {
    if (reportedMs === undefined) this.#time.setWithoutReport(this.#serverTimeMs);
    else this.#time.set(reportedMs);
    return this.#time.nowMs();
  }

  /**
   * Calls an endpoint by ccxt's name of it, within the rate budget. Retries transient errors.
   *
   * @throws {ExchangeError} if the last attempt fails or the error is permanent.
   */
  async call(
    endpoint: string,
    parameters: Record<string, string | number | boolean> = {},
  ): Promise<unknown> {
    return this.callUnified(endpoint, parameters);
  }

  /**
   * Calls a method of ccxt that requests one or several endpoints, like {@link call}.
   *
   * @throws {ExchangeError} if the last attempt fails or the error is permanent.
   */
  async callUnified(method: string, ...args: readonly unknown[]): Promise<unknown> {
    const { breaker } = this.#options;
    breaker.admit();
    try {
      const response = await this.#callWithRetries(method, args);
      breaker.recordResponse();
      return response;
    } catch (error) {
      if ((error as ExchangeError).code === 'exchange_unavailable') breaker.recordFailure();
      else breaker.recordResponse();
      throw error;
    }
  }

  async #callWithRetries(method: string, args: readonly unknown[]): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      this.#refuseLongWait();
      if (!this.#options.countsRequests) {
        await this.#options.budget.acquire(this.#options.costs[method] ?? 1);
      }
      try {
        return await this.#send(method, args);
      } catch (error) {
        const waitMs = this.#waitBeforeRetry(error as ExchangeError, attempt);
        if (waitMs === undefined) throw error;
        await this.#options.clock.sleep(waitMs);
      }
    }
  }

  async #send(name: string, args: readonly unknown[]): Promise<unknown> {
    this.#method = name;
    this.#lastStatus = undefined;
    this.#lastRetryAfterMs = undefined;
    try {
      const method = (this.ccxt as unknown as Record<string, CcxtMethod>)[name];
      if (method === undefined) throw new TypeError(`ccxt has no method ${name}`);
      return await method.apply(this.ccxt, [...args]);
    } catch (error) {
      if (error instanceof WindowOverflowError) throw error;
      throw toExchangeError(error, {
        exchange: this.#options.exchange,
        endpoint: name,
        status: this.#lastStatus,
        retryAfterMs: this.#lastRetryAfterMs,
        secrets: Object.values(this.#options.credentials),
      });
    }
  }

  /**
   * Throws during a long pause of the key or of the address, which the response to another wallet may have
   * caused. The wallet's schedule waits instead.
   */
  #refuseLongWait(): void {
    const { budget, clock } = this.#options;
    const pauseMs = Math.max(budget.pauseLeftMs, this.#pausedUntilMs - clock.elapsedMs());
    if (pauseMs <= WAIT_IN_PLACE_MS_MAX) return;
    throw new ExchangeError(
      'exchange_rate_limited',
      `${this.#options.exchange}: the exchange requested a wait of ${Math.ceil(pauseMs / 1000)} seconds`,
      { retryAfterMs: pauseMs },
    );
  }

  /** Returns the wait before the next attempt; `undefined` if there is none. */
  #waitBeforeRetry(error: ExchangeError, attempt: number): number | undefined {
    if (error.code === 'exchange_rate_limited') {
      const pauseMs = error.retryAfterMs ?? RATE_LIMIT_PAUSE_MS;
      this.#options.budget.pause(pauseMs);
      this.#pausedUntilMs = this.#options.clock.elapsedMs() + pauseMs;
      return attempt < this.#options.attemptsMax && pauseMs <= WAIT_IN_PLACE_MS_MAX ? 0 : undefined;
    }
    // A later attempt also has a higher nonce.
    const mayPass = error.code === 'exchange_unavailable' || error.code === 'exchange_clock';
    return mayPass && attempt < this.#options.attemptsMax
      ? RETRY_DELAY_MS * 4 ** (attempt - 1)
      : undefined;
  }

  #configure(): void {
    const { ccxt } = this;
    ccxt.number = keepNumberText;
    ccxt.proxyUrl = this.#options.proxyUrl;
    // ccxt would keep the text of the last response in memory as long as the account is open.
    ccxt.enableLastHttpResponse = false;
    ccxt.timeout = TIMEOUT_MS;
    // Classes sign by one of these clocks, some without the difference that ccxt calculates.
    ccxt.milliseconds = this.#time.nowMs;
    ccxt.seconds = () => Math.floor(this.#time.nowMs() / 1000);
    ccxt.microseconds = () => this.#time.nowMs() * 1000;
    ccxt.parseJson = parseJsonOrNothing;
    ccxt.fetchImplementation = createBoundedFetch(
      {
        timeoutMs: TIMEOUT_MS,
        bodyBytesMax: BODY_BYTES_MAX,
        signal: this.#options.signal,
        onBytes: async (bytes) => this.#options.memory?.add(bytes),
      },
      (status, headers) => this.#observe(status, headers),
    ) satisfies (url: string, request: BoundedRequest) => Promise<unknown>;
    const allowed = new Set<string>(this.#options.readEndpoints);
    const fetch = ccxt.fetch.bind(ccxt);
    ccxt.fetch = async (url, method = 'GET', headers, body) => {
      assertReadEndpoint(allowed, method, url, body);
      if (this.#options.countsRequests) await this.#options.budget.acquire(1);
      const response = await this.#trace(method, async () => fetch(url, method, headers, body));
      // ccxt returns a body that is not JSON as text: a firewall's page, a truncated response.
      if (typeof response === 'string') throw new TypeError('the response is not JSON');
      return response;
    };
  }

  /** Sends a request in a span, without its URL, which may contain the key, its signature and addresses. */
  async #trace(method: string, send: () => Promise<unknown>): Promise<unknown> {
    const { exchange, tracer } = this.#options;
    const name = `${exchange} ${this.#method}`;
    const attributes = { 'http.request.method': method, 'teller.exchange': exchange };
    return inSpan(tracer, { name, kind: 'client', attributes }, async (span) => {
      try {
        return await send();
      } finally {
        span?.set({ 'http.response.status_code': this.#lastStatus });
      }
    });
  }

  #observe(status: number, headers: Headers): void {
    this.#lastStatus = status;
    this.#lastRetryAfterMs = readRetryAfterMs(headers);
    const dateMs = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(dateMs)) this.#serverTimeMs = dateMs;
    this.onResponse?.(headers);
  }
}

/**
 * Returns a number as the exchange wrote it.
 *
 * @throws {TypeError} if the value is anything else, such as the objects that some classes pass; ccxt then
 * treats the number as missing.
 */
function keepNumberText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new TypeError(`not a number: ${typeof value}`);
}

/**
 * Returns the seconds of `retry-after` in milliseconds, limited to a day. A date in `retry-after` is ignored.
 */
function readRetryAfterMs(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null || !/^\d{1,15}(\.\d+)?$/.test(text)) return undefined;
  return Math.min(RETRY_AFTER_MS_MAX, Math.ceil(Number(text) * 1000));
}

/** Parses JSON. Returns `undefined` for any other text; ccxt then returns the text itself. */
function parseJsonOrNothing(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
