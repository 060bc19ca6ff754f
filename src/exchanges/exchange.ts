/** The interface to exchanges that synchronisation uses. */
import type { AssetBalance } from '../domain/balance.ts';
import type { Decimal } from '../domain/decimal.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import type { TransactionStatus, TransactionType } from '../domain/transaction.ts';

/** The cause of a failed request to an exchange. */
export type ExchangeErrorCode =
  /** The exchange is not reachable, too slow, in maintenance, or sent an invalid response: retry later. */
  | 'exchange_unavailable'
  /** Too many requests: retry after `retryAfterMs`. */
  | 'exchange_rate_limited'
  /** The exchange refused the time or the nonce of the request: retry later, with the exchange's time. */
  | 'exchange_clock'
  /** The key is wrong, revoked or suspended: a retry cannot succeed. */
  | 'exchange_key_refused'
  /** The key may not read this: a retry cannot succeed until its permissions change. */
  | 'exchange_permission_denied'
  /** The exchange refused the request: a defect of wallet-teller, or an endpoint that is no longer served. */
  | 'exchange_request_refused';

/** A failed request to an exchange. Its message contains no secret and no signed address. */
export class ExchangeError extends Error {
  readonly code: ExchangeErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ExchangeErrorCode,
    message: string,
    options: { readonly retryAfterMs?: number } = {},
  ) {
    super(message);
    this.name = 'ExchangeError';
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }

  /** True if a later retry may succeed without any change. */
  get transient(): boolean {
    return !this.permanent && this.code !== 'exchange_request_refused';
  }

  /** True if no retry can succeed before the operator changes something. */
  get permanent(): boolean {
    return this.code === 'exchange_key_refused' || this.code === 'exchange_permission_denied';
  }
}

/** Thrown if a window has more rows than the exchange returns: the window has to be divided. */
export class WindowOverflowError extends Error {
  readonly code = 'window_overflow';

  constructor(source: string) {
    super(`${source}: the window has more rows than the exchange returns`);
    this.name = 'WindowOverflowError';
  }
}

/** Thrown for an exchange that is not supported. */
export class UnknownExchangeError extends Error {
  readonly code = 'unknown_exchange';

  constructor(name: string, known: readonly string[]) {
    super(`unknown exchange ${JSON.stringify(name)}; supported: ${known.join(', ')}`);
    this.name = 'UnknownExchangeError';
  }
}

/** A part of a wallet's history that is read separately, for example deposits. */
export interface HistorySource {
  /** Unique within the exchange; coverage is stored under it. */
  readonly name: string;
  /** The earliest time at which it can have rows (Unix ms), such as the exchange's launch. */
  readonly startMs: number;
  /** Maximum length of a window. */
  readonly windowMsMax: number;
  /** Length from which a window is not divided further, but read in pages. */
  readonly windowMsMin: number;
  /** The part before the end of coverage that is re-read, for rows that arrive late. */
  readonly overlapMs: number;
  /** The order in which backfill reads windows. */
  readonly order: 'newest-first' | 'oldest-first';
  /** Minimum time between two readings of the newest part, if a reading uses much of the rate limit. */
  readonly intervalMs?: number;
  /** True if the source is skipped for a key that may not read it. */
  readonly optional: boolean;
}

/** A row of an exchange, mapped. */
export interface ExchangeTransaction {
  /** Identifies the row within the wallet, for example `deposit:4534543435`. */
  readonly key: string;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly asset: string;
  readonly amount: Decimal;
  readonly timestampMs: number;
  readonly txid: string | null;
  readonly address: string | null;
  readonly feeCost: Decimal | null;
  readonly feeCurrency: string | null;
}

/** A row of an exchange that could not be mapped. */
export interface UnreadableRow {
  readonly key: string;
  /** The row as the exchange sent it, as JSON text. */
  readonly raw: string;
  readonly reason: string;
  /** The range (Unix ms) that is re-read for it; by default the window that was read. */
  readonly window?: { readonly fromMs: number; readonly toMs: number };
}

/** The rows of a window. */
export interface WindowReading {
  readonly transactions: readonly ExchangeTransaction[];
  readonly unreadable: readonly UnreadableRow[];
  /**
   * Rows before this time (Unix ms) may be missing, because the exchange returns only its newest rows. Older
   * windows would not return them either. Missing if the window was read in full.
   */
  readonly completeFromMs?: number;
  /**
   * True if the exchange lists rows by asset and not every asset was requested, so that rows of other assets
   * may be missing.
   */
  readonly mayMissAssets?: boolean;
}

/** The balances and networks that an exchange reports. */
export interface BalanceReading {
  readonly balances: readonly AssetBalance[];
  /** Rows of balances and networks that could not be mapped. */
  readonly unreadable: readonly UnreadableRow[];
  /** True if it is not known which part of the amounts can be withdrawn. */
  readonly withdrawableUnverified?: true;
}

/** The permissions of a key, in addition to reading. */
export interface KeyPermissions {
  /** True if it can move funds out of the account: withdraw, or transfer to another customer. */
  readonly withdraw: boolean;
  /** True if it can place, change or cancel orders, or close positions. */
  readonly trade: boolean;
}

/** A wallet's account at an exchange, opened with its credentials. */
export interface ExchangeAccount {
  /** The sources. Their starts may depend on the exchange's time, which {@link fetchTimeMs} reads. */
  readonly sources: readonly HistorySource[];
  /** Reads the exchange's clock, with whose time all later requests are signed. Unix ms. */
  fetchTimeMs(): Promise<number>;
  /** Returns the time of the last response by its `date` header (Unix ms); `undefined` if it had none. */
  readonly serverTimeMs?: () => number | undefined;
  /** Returns true if the exchange has responded to a request of this account. */
  readonly hasResponded?: () => boolean;
  /**
   * Requests `[fromMs, toMs)` of a source in full; the caller counts it as read. `fromMs` is not before the
   * source's start. The result may also contain rows outside of the window.
   *
   * @throws {WindowOverflowError} if the window is longer than `windowMsMin` and has to be divided.
   * @throws {ExchangeError} if a request fails.
   */
  readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading>;
  /**
   * Returns the withdrawable amounts, and the networks that are open for withdrawal.
   *
   * @throws {ExchangeError} if a request fails.
   */
  readBalances(): Promise<BalanceReading>;
  /**
   * Requests the balances without what {@link readBalances} requests for each coin, which may take minutes. If the method
   * is missing, `readBalances` requests nothing for each coin.
   *
   * @throws {ExchangeError} if the request fails, as it would for `readBalances`.
   */
  checkBalances?(): Promise<unknown>;
  /**
   * Returns the permissions of the key. The method is missing if the exchange does not report them.
   *
   * @throws {ExchangeError} if the request fails.
   */
  readPermissions?(): Promise<KeyPermissions>;
}

/** A request to an exchange, for the log: without its query, identifiers and credentials. */
export interface ExchangeRequest {
  readonly exchange: string;
  /** ccxt's name of the endpoint, or of the method that requests it. */
  readonly call: string;
  readonly method: string;
  /** Host and path, with `*` for an identifier. */
  readonly path: string;
  /** The status of the response; `undefined` without one. */
  readonly status: number | undefined;
  /** Milliseconds until the response was read. */
  readonly ms: number;
  /** Rows of the response; `undefined` if it is not one list. */
  readonly rows: number | undefined;
}

/** The supported exchanges. Opens accounts at them. */
export interface ExchangeDirectory {
  /** Names of the exchanges: first the certified ones, then all others, both sorted. */
  readonly names: readonly string[];
  /**
   * Opens an account. Accounts of one exchange share its rate budget.
   *
   * @param onRequest receives each request that was sent.
   * @throws {UnknownExchangeError} if the exchange is not supported.
   */
  openAccount(
    exchange: string,
    credentials: ExchangeCredentials,
    onRequest?: (request: ExchangeRequest) => void,
  ): Promise<ExchangeAccount>;
  /**
   * Returns the exchanges of which no further wallet may begin: they do not respond, or requests wait for the limit of the address.
   */
  listPaused(): readonly string[];
  /** Limits this process to one of `count` equal shares of each exchange's limit per egress address. */
  shareBudgets(count: number): void;
}
