/** What the synchronisation asks of any exchange. */
import type { AssetBalance } from '../domain/balance.ts';
import type { Decimal } from '../domain/decimal.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import type { TransactionStatus, TransactionType } from '../domain/transaction.ts';

/** Why a request to an exchange failed. */
export type ExchangeErrorCode =
  /** The exchange is not reachable, too slow, in maintenance, or sent an invalid response: try later. */
  | 'exchange_unavailable'
  /** Too many requests: try after `retryAfterMs`. */
  | 'exchange_rate_limited'
  /** The key is wrong, revoked or suspended: trying again does not help. */
  | 'exchange_key_refused'
  /** The key may not read this: trying again does not help until its permissions change. */
  | 'exchange_permission_denied'
  /** The exchange refused the request itself: a defect, or an endpoint it no longer serves. */
  | 'exchange_request_refused';

/** A failed request to an exchange. Its message has no secret and no signed address in it. */
export class ExchangeError extends Error {
  readonly code: ExchangeErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ExchangeErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ExchangeError';
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }

  /** True where trying again later may help without a change by anybody. */
  get transient(): boolean {
    return this.code === 'exchange_unavailable' || this.code === 'exchange_rate_limited';
  }

  /** True where trying again without a change by the operator cannot help. */
  get permanent(): boolean {
    return this.code === 'exchange_key_refused' || this.code === 'exchange_permission_denied';
  }
}

/** A window held more rows than the exchange tells at once: read it in parts. */
export class WindowOverflowError extends Error {
  readonly code = 'window_overflow';

  constructor(source: string) {
    super(`${source}: the window has more rows than one reading tells`);
    this.name = 'WindowOverflowError';
  }
}

/** An exchange that wallet-teller does not know. */
export class UnknownExchangeError extends Error {
  readonly code = 'unknown_exchange';

  constructor(name: string, known: readonly string[]) {
    super(`unknown exchange ${JSON.stringify(name)}; known are ${known.join(', ')}`);
    this.name = 'UnknownExchangeError';
  }
}

/** A part of a wallet's history that is read on its own, for example deposits. */
export interface HistorySource {
  /** Unique within the exchange; coverage is kept under it. */
  readonly name: string;
  /** The earliest time at which it can have rows (Unix ms), such as the exchange's launch. */
  readonly startMs: number;
  /** The longest window that one reading may ask for. */
  readonly windowMsMax: number;
  /** The shortest window that is still divided; at this length a reading pages instead. */
  readonly windowMsMin: number;
  /** How far before its end coverage is read again, for rows that arrive late. */
  readonly overlapMs: number;
  /** In which order the windows of the past are read. */
  readonly order: 'newest-first' | 'oldest-first';
  /** The least time between two readings of its newest part, where a reading is dear. */
  readonly intervalMs?: number;
  /** True where a key that may not read this source still has a complete wallet without it. */
  readonly optional: boolean;
}

/** A row of an exchange, mapped. */
export interface ExchangeTransaction {
  /** What identifies the row within the wallet, for example `deposit:4534543435`. */
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
  /** The range (Unix ms) that is read again for it; by default the window that was read. */
  readonly window?: { readonly fromMs: number; readonly toMs: number };
}

/** All that a source told of a window. */
export interface WindowReading {
  readonly transactions: readonly ExchangeTransaction[];
  readonly unreadable: readonly UnreadableRow[];
  /**
   * Rows before this time (Unix ms) may be missing, because the exchange returns only its newest ones:
   * neither this window nor an older one has them. Absent if the window was read in full.
   */
  readonly completeFromMs?: number;
  /**
   * True if the exchange lists rows by asset and not every asset was requested, so that rows of the
   * others may be missing.
   */
  readonly mayMissAssets?: boolean;
}

/** All that an exchange told of what can be withdrawn. */
export interface BalanceReading {
  readonly balances: readonly AssetBalance[];
  /** Rows of balances and networks that could not be mapped. */
  readonly unreadable: readonly UnreadableRow[];
  /** True if the exchange does not document which part of the amounts can be withdrawn. */
  readonly withdrawableUnverified?: true;
}

/** What a key may do beside reading. */
export interface KeyPermissions {
  /** True where it can move funds out of the account: withdraw, or transfer to somebody else. */
  readonly withdraw: boolean;
  /** True where it can place orders. */
  readonly trade: boolean;
}

/** A wallet's account at an exchange, opened with its credentials. */
export interface ExchangeAccount {
  readonly sources: readonly HistorySource[];
  /** The exchange's clock, Unix ms. */
  fetchTimeMs(): Promise<number>;
  /** The time of the last response by its `date` header (Unix ms); absent if there was none. */
  readonly serverTimeMs?: () => number | undefined;
  /**
   * Reads `[fromMs, toMs)` of a source in full. Rows outside of the window may be among the
   * result, rows inside are never missing.
   *
   * @throws {WindowOverflowError} when the window is longer than `windowMsMin` and has to be divided.
   * @throws {ExchangeError}
   */
  readWindow(source: HistorySource, fromMs: number, toMs: number): Promise<WindowReading>;
  /**
   * What can be withdrawn, and where.
   *
   * @throws {ExchangeError}
   */
  readBalances(): Promise<BalanceReading>;
  /**
   * What the key may do; absent where the exchange does not tell it.
   *
   * @throws {ExchangeError}
   */
  readPermissions?(): Promise<KeyPermissions>;
}

/** The exchanges that wallets can be held at. */
export interface ExchangeDirectory {
  /** Names of the exchanges, sorted. */
  readonly names: readonly string[];
  /** The credential fields that an exchange needs. @throws {UnknownExchangeError} */
  requiredCredentials(exchange: string): readonly string[];
  /**
   * Opens an account. Accounts of one exchange share its rate budget.
   *
   * @throws {UnknownExchangeError}
   */
  openAccount(
    exchange: string,
    credentials: ExchangeCredentials,
    account: string | null,
  ): Promise<ExchangeAccount>;
  /** The exchanges that do not respond and are left alone for now. */
  listPaused(): readonly string[];
  /** Takes one of `count` equal shares of what exchanges allow an egress address. */
  shareBudgets(count: number): void;
}
