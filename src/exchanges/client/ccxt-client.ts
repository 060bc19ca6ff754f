/**
 * One exchange of ccxt, opened with one key. ccxt signs, sends and classifies errors; this program decides
 * what is requested and how rows are read.
 */
import type { ExchangeCredentials } from '../../domain/sealed-credentials.ts';
import { ExchangeError, type ExchangeRequest, WindowOverflowError } from '../exchange.ts';
import { type BoundedRequest, createBoundedFetch } from './bounded-fetch.ts';
import { type ErrorCodes, toExchangeError } from './ccxt-errors.ts';
import {
  type CcxtClass,
  type CcxtExchange,
  createCcxtInstance,
  loadCcxtClass,
} from './ccxt-instance.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { CURRENT_CALL, ExchangeCall } from './exchange-call.ts';
import { type ClientClock, ExchangeTime } from './exchange-time.ts';
import { guardRequests } from './guard-requests.ts';
import type { RateBudget } from './rate-budget.ts';
import type { ReadEndpoint } from './read-only.ts';
import type { ReadingMemory } from './reading-memory.ts';

type CcxtMethod = (...args: readonly unknown[]) => Promise<unknown>;

/** The settings of a client. */
export interface CcxtClientOptions {
  /** ccxt's id of the exchange. */
  readonly exchange: string;
  readonly credentials: ExchangeCredentials;
  readonly readEndpoints: readonly ReadEndpoint[];
  readonly budget: RateBudget;
  /** The budget of public endpoints. Default: `budget`. */
  readonly publicBudget?: RateBudget | undefined;
  readonly breaker: CircuitBreaker;
  /** The cost of a call, taken from its budget, by endpoint. Default: 1. */
  readonly costs: Readonly<Record<string, number>>;
  /** True if one call may send several requests, each with a cost of 1. */
  readonly countsRequests: boolean;
  /** True if requests carry an increasing number, which is the exchange's time. Default: false. */
  readonly numbersRequests?: boolean | undefined;
  readonly errorCodes?: ErrorCodes | undefined;
  /** Prefix of every URL, as ccxt's `proxyUrl`. */
  readonly proxyUrl: string | undefined;
  readonly clock: ClientClock;
  /** Aborts running requests. */
  readonly signal: AbortSignal;
  /** Maximum attempts for a transient error. */
  readonly attemptsMax: number;
  /** Limits the memory of all responses for a reading. Default: only each response has a limit. */
  readonly memory?: ReadingMemory;
  /** Receives each request that was sent. */
  readonly onRequest?: ((request: ExchangeRequest) => void) | undefined;
}

const TIMEOUT_MS = 30_000;
/** Maximum length of one response; `reading-memory.ts` limits the responses of all wallets together. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;
const RETRY_DELAY_MS = 400;
/** Maximum wait within a call. A longer wait fails the call, and the wallet's schedule waits instead. */
const WAIT_IN_PLACE_MS_MAX = 65_000;
const RATE_LIMIT_PAUSE_MS = 10_000;
/** ccxt's names of endpoints that are requested without a key. */
const PUBLIC_ENDPOINT = /^(?:v\d)?public/i;

/** Calls the endpoints of one exchange with one key. */
export class CcxtClient {
  readonly ccxt: CcxtExchange;
  /** Receives the headers of every response. */
  onResponse: ((headers: Headers) => void) | undefined;
  /** Returns the symbol of an asset by the exchange's identifier. */
  readonly toSymbol = (assetId: string): string => this.ccxt.safeCurrencyCode(assetId);
  readonly #options: CcxtClientOptions;
  #pausedUntilMs = 0;
  readonly #time: ExchangeTime;
  #serverTimeMs: number | undefined;
  /** True after the first response. */
  hasResponded = false;

  private constructor(ccxtClass: CcxtClass, options: CcxtClientOptions) {
    const { credentials, proxyUrl, clock } = options;
    this.#options = options;
    this.#time = new ExchangeTime(clock);
    this.ccxt = createCcxtInstance(ccxtClass, {
      credentials,
      proxyUrl,
      timeoutMs: TIMEOUT_MS,
      nowMs: this.#time.nowMs,
      fetch: this.#createFetch(),
    });
    const budget = options.countsRequests ? options.budget : undefined;
    const acquire = budget && (() => budget.acquire(1, () => this.#refuseLongWait('')));
    guardRequests(this.ccxt, { ...options, acquire, elapsedMs: clock.elapsedMs });
  }

  /** Returns a client; loads ccxt's class of the exchange on first use. */
  static async open(options: CcxtClientOptions): Promise<CcxtClient> {
    return new CcxtClient(await loadCcxtClass(options.exchange), options);
  }

  /** ccxt's id of the exchange. */
  get exchange(): string {
    return this.#options.exchange;
  }

  /** True if requests carry an increasing number, which is the exchange's time. */
  get numbersRequests(): boolean {
    return this.#options.numbersRequests ?? false;
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
    // Before the breaker admits the call, because a call that is not sent is neither a response nor a failure.
    this.#refuseLongWait(method);
    const pausesBefore = breaker.admit();
    try {
      const response = await this.#callWithRetries(method, args);
      breaker.recordResponse();
      return response;
    } catch (error) {
      if ((error as ExchangeError).code === 'exchange_unavailable') {
        breaker.recordFailure(pausesBefore);
      } else {
        breaker.recordResponse();
      }
      throw error;
    }
  }

  async #callWithRetries(method: string, args: readonly unknown[]): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      if (!this.#options.countsRequests) {
        const cost = this.#options.costs[method] ?? 1;
        await this.#budgetOf(method).acquire(cost, () => this.#refuseLongWait(method));
      }
      try {
        return await this.#send(method, args);
      } catch (error) {
        const waitMs = this.#waitBeforeRetry(error as ExchangeError, method, attempt);
        if (waitMs === undefined) throw error;
        await this.#options.clock.sleep(waitMs);
        this.#refuseLongWait(method);
      }
    }
  }

  async #send(name: string, args: readonly unknown[]): Promise<unknown> {
    const call = new ExchangeCall(name);
    try {
      const method = (this.ccxt as unknown as Record<string, CcxtMethod>)[name];
      if (method === undefined) throw new TypeError(`ccxt has no method ${name}`);
      return await CURRENT_CALL.run(call, () => method.apply(this.ccxt, [...args]));
    } catch (error) {
      if (error instanceof WindowOverflowError) throw error;
      throw toExchangeError(error, {
        exchange: this.#options.exchange,
        endpoint: name,
        status: call.status,
        retryAfterMs: call.retryAfterMs,
        errorCodes: this.#options.errorCodes ?? {},
        secrets: Object.values(this.#options.credentials),
      });
    }
  }

  /**
   * Throws during a long pause of the key or of the address, which the response to another wallet may have
   * caused. The wallet's schedule waits instead.
   */
  #refuseLongWait(method: string): void {
    const { clock } = this.#options;
    const pauseMs = Math.max(
      this.#budgetOf(method).pauseLeftMs,
      this.#pausedUntilMs - clock.elapsedMs(),
    );
    if (pauseMs <= WAIT_IN_PLACE_MS_MAX) return;
    throw new ExchangeError(
      'exchange_rate_limited',
      `${this.#options.exchange}: the exchange requested a wait of ${Math.ceil(pauseMs / 1000)} seconds`,
      { retryAfterMs: pauseMs },
    );
  }

  /** Returns the budget from which a call takes its cost, and which its response can pause. */
  #budgetOf(method: string): RateBudget {
    const { budget, publicBudget = budget } = this.#options;
    return PUBLIC_ENDPOINT.test(method) ? publicBudget : budget;
  }

  /** Returns the wait before the next attempt; `undefined` if there is none. */
  #waitBeforeRetry(error: ExchangeError, method: string, attempt: number): number | undefined {
    if (error.code === 'exchange_rate_limited') {
      const pauseMs = error.retryAfterMs ?? RATE_LIMIT_PAUSE_MS;
      this.#budgetOf(method).pause(pauseMs);
      this.#pausedUntilMs = this.#options.clock.elapsedMs() + pauseMs;
      return attempt < this.#options.attemptsMax && pauseMs <= WAIT_IN_PLACE_MS_MAX ? 0 : undefined;
    }
    // A later attempt also has a higher nonce.
    const mayPass = error.code === 'exchange_unavailable' || error.code === 'exchange_clock';
    return mayPass && attempt < this.#options.attemptsMax
      ? RETRY_DELAY_MS * 4 ** (attempt - 1)
      : undefined;
  }

  /** Returns the fetch with which ccxt sends requests. */
  #createFetch(): (url: string, request: BoundedRequest) => Promise<unknown> {
    const { signal, memory } = this.#options;
    const limits = {
      timeoutMs: TIMEOUT_MS,
      bodyBytesMax: BODY_BYTES_MAX,
      signal,
      onBytes: async (bytes: number) => memory?.add(bytes),
    };
    return createBoundedFetch(limits, (status, headers) => this.#observe(status, headers));
  }

  #observe(status: number, headers: Headers): void {
    CURRENT_CALL.getStore()?.observe(status, headers);
    this.hasResponded = true;
    const dateMs = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(dateMs)) this.#serverTimeMs = dateMs;
    this.onResponse?.(headers);
  }
}
