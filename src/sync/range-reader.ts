/** Reads ranges of the history of a wallet window by window, and stores what was read. */
import { HOUR_MS } from '../domain/duration.ts';
import { transactionId } from '../domain/id.ts';
import { formatInstant } from '../domain/instant.ts';
import type { Transaction } from '../domain/transaction.ts';
import {
  type ExchangeAccount,
  ExchangeError,
  type ExchangeTransaction,
  type HistorySource,
  WindowOverflowError,
  type WindowReading,
} from '../exchanges/exchange.ts';
import type { CoverageRange, Recheck, TimeRange } from '../store/records.ts';
import type { SyncStore, WalletLease } from '../store/sync.ts';
import { planRechecks } from './planned-rechecks.ts';
import { quarantineDueAt } from './schedule.ts';
import { coverageOf, cutIntoWindows, earliestMs, halveWindow } from './windows.ts';

/**
 * Maximum windows into which one range is divided; more windows mean that the exchange's responses are wrong.
 */
const WINDOWS_MAX = 100_000;

/** Maximum lead of an exchange's clock over this machine's clock. A clock with a larger lead is ignored. */
const CLOCK_AHEAD_MS_MAX = HOUR_MS;
/** The `date` header of a response has whole seconds. */
const SERVER_TIME_STEP_MS = 1000;

/** A reading of which it is known from when it is complete: at the earliest from the time that was requested. */
type RequestedReading = WindowReading & {
  readonly completeFromMs: number;
  /** True if the exchange has refused to return the window. */
  readonly isRefused?: true;
};

/** The result of one window, for progress. */
export interface WindowProgress {
  readonly walletId: string;
  readonly source: string;
  readonly window: TimeRange;
  readonly transactionCount: number;
  readonly quarantinedCount: number;
  /**
   * Length of the history (ms, all sources together) that has not been read yet; `undefined` until the newest
   * rows have been read.
   */
  readonly unreadMs: number | undefined;
}

/** The dependencies of a synchronisation. */
export interface WalletSyncContext {
  readonly store: SyncStore;
  readonly account: ExchangeAccount;
  readonly lease: WalletLease;
  /** The clock of the run, for its deadline and its events. */
  readonly nowMs: () => number;
  /**
   * The exchange's time at the start: the only time from which windows and due times of this run are
   * calculated, however long it takes.
   */
  readonly exchangeNowMs: number;
  readonly signal: AbortSignal;
  readonly onWindow: (progress: WindowProgress) => void;
  /** Is called for an optional source that was skipped: the key may not read it, or the exchange does not offer it. */
  readonly onSourceSkipped: (source: string, error: ExchangeError) => void;
  /** Is called once for each source that the exchange does not return in full. */
  readonly onSourceIncomplete: (source: string, reason: string) => void;
}

/** Reads the ranges of one synchronisation. */
export class RangeReader {
  /**
   * The end of the coverage that is recorded. Rows are read up to the exchange's own time. If that time
   * is wrong and in the future, rows that arrive until then would never be read, so coverage ends
   * earlier.
   */
  readonly coverableToMs: number;
  readonly #context: WalletSyncContext;
  /** The time (Unix ms) before which the exchange returns no rows, by source. */
  readonly #unreachableBeforeMs = new Map<string, number>();
  readonly #missingAssets = new Set<string>();
  #pastRefusals = 0;
  #latestMs: number | undefined;
  #deadlineMs = Infinity;
  /** True if the slice has stored a window. */
  #hasProgress = false;
  #unreadMs: number | undefined;

  constructor(context: WalletSyncContext) {
    this.#context = context;
    this.coverableToMs = findCoverableTo(context);
  }

  /** Number of older windows of optional sources that were refused. */
  get pastRefusals(): number {
    return this.#pastRefusals;
  }

  /** True if a source was read that may not list the rows of every asset. */
  get mayMissAssets(): boolean {
    return this.#missingAssets.size > 0;
  }

  /** Time (Unix ms) of the newest row that was read; `undefined` if no row was read. */
  get latestMs(): number | undefined {
    return this.#latestMs;
  }

  /**
   * Begins a part of the backfill: reading stops after the first window that ends after `deadlineMs`. One window is always
   * stored: otherwise a range whose halves take longer would be requested again and again.
   *
   * @param unreadMs length of the history (ms, all sources together) that has not been read yet.
   */
  beginSlice(deadlineMs: number, unreadMs: number): void {
    this.#deadlineMs = deadlineMs;
    this.#hasProgress = false;
    this.#unreadMs = unreadMs;
  }

  /** Returns true if the exchange returns no rows of a range, which is too old. */
  isUnreachable({ name }: HistorySource, { toMs }: TimeRange): boolean {
    return toMs <= (this.#unreachableBeforeMs.get(name) ?? -Infinity);
  }

  /** Keeps the coverage of what a caller wants to be read again, in a range that the exchange no longer returns. */
  async keepUnreachable(coverage: readonly CoverageRange[], range: TimeRange): Promise<void> {
    const { store, lease } = this.#context;
    for (const { rereadRequestedAtMs, ...covered } of coverage) {
      const fromMs = Math.max(covered.fromMs, range.fromMs);
      const toMs = Math.min(covered.toMs, range.toMs);
      if (rereadRequestedAtMs === null || fromMs >= toMs) continue;
      await store.addCoverage(lease, { ...covered, fromMs, toMs });
    }
  }

  /** Reads a range window by window; halves a window with more rows than one response contains. */
  async readRange(source: HistorySource, range: TimeRange, due: readonly Recheck[]): Promise<void> {
    const windows = cutIntoWindows(source, range).toReversed();
    for (let read = 0; read < WINDOWS_MAX; read += 1) {
      const window = windows.pop();
      if (window === undefined) return;
      this.#context.signal.throwIfAborted();
      if (this.#hasProgress && this.#context.nowMs() >= this.#deadlineMs) return;
      if (this.isUnreachable(source, window) && due.length === 0) continue;
      const reading = await this.#readWindow(source, window);
      if (reading === 'overflow') windows.push(...halveWindow(source, window).toReversed());
      else await this.#record(source, window, reading, due);
    }
    throw new ExchangeError(
      'exchange_unavailable',
      `${source.name}: more than ${WINDOWS_MAX} windows`,
    );
  }

  /** Requests the part of a window that is not before the source's start. */
  async #readWindow(
    source: HistorySource,
    window: TimeRange,
  ): Promise<RequestedReading | 'overflow'> {
    const { account, exchangeNowMs } = this.#context;
    const fromMs = Math.max(window.fromMs, earliestMs(source, exchangeNowMs));
    if (fromMs >= window.toMs) {
      return { transactions: [], unreadable: [], completeFromMs: window.toMs };
    }
    try {
      const reading = await account.readWindow(source, fromMs, window.toMs);
      this.noteIncomplete(source, reading);
      return { ...reading, completeFromMs: Math.max(fromMs, reading.completeFromMs ?? fromMs) };
    } catch (error) {
      const divisible = window.toMs - window.fromMs > source.windowMsMin;
      if (error instanceof WindowOverflowError && divisible) return 'overflow';
      if (!this.#isPastRefused(source, window, error)) throw error;
      this.#pastRefusals += 1;
      const reading = { transactions: [], unreadable: [], completeFromMs: window.toMs };
      this.noteIncomplete(source, reading);
      return { ...reading, isRefused: true };
    }
  }

  /**
   * Returns true if an exchange has refused an older window of an optional source. It may only refuse what is old; if the key
   * may not read the source at all, the newest window is refused too.
   */
  #isPastRefused({ optional }: HistorySource, { toMs }: TimeRange, error: unknown): boolean {
    const isRefusal = error instanceof ExchangeError && !error.transient;
    return optional && isRefusal && toMs < this.#context.exchangeNowMs;
  }

  /** Remembers what the exchange does not return of a source, and reports it once. */
  noteIncomplete(
    { name }: HistorySource,
    { completeFromMs, mayMissAssets }: Pick<WindowReading, 'completeFromMs' | 'mayMissAssets'>,
  ): void {
    const { onSourceIncomplete } = this.#context;
    if (completeFromMs !== undefined) {
      const known = this.#unreachableBeforeMs.get(name);
      this.#unreachableBeforeMs.set(name, Math.max(known ?? 0, completeFromMs));
      const fromText = formatInstant(completeFromMs);
      if (known === undefined) onSourceIncomplete(name, `no rows are returned before ${fromText}`);
    }
    if (mayMissAssets !== true || this.#missingAssets.has(name)) return;
    this.#missingAssets.add(name);
    onSourceIncomplete(name, 'rows are listed by asset, and not every asset is requested');
  }

  async #record(
    source: HistorySource,
    window: TimeRange,
    reading: RequestedReading,
    due: readonly Recheck[],
  ): Promise<void> {
    const { store, lease, exchangeNowMs, nowMs, onWindow } = this.#context;
    const transactions = uniqueByKey(reading.transactions).map((row) =>
      toTransaction(lease.walletId, row),
    );
    await store.recordWindow(lease, {
      source: source.name,
      window,
      completeFromMs: reading.completeFromMs,
      covered: this.#coveredBy(window, reading),
      readAtMs: exchangeNowMs,
      writtenAtMs: nowMs(),
      transactions,
      quarantined: reading.unreadable.map((row) => ({ ...row, source: source.name })),
      quarantineDueAtMs: quarantineDueAt(exchangeNowMs),
      mappedKeys: reading.transactions.map((row) => row.key),
      rechecks: planRechecks({ window, transactions, due, nowMs: exchangeNowMs }),
    });
    if (reading.completeFromMs > window.fromMs) {
      const coverage = coverageOf(await store.listCoverage(lease.walletId), source);
      // A refused window says nothing about the windows before it.
      const fromMs = reading.isRefused ? window.fromMs : -Infinity;
      await this.keepUnreachable(coverage, { fromMs, toMs: reading.completeFromMs });
    }
    this.#hasProgress = true;
    for (const { timestampMs } of transactions) {
      if (timestampMs > (this.#latestMs ?? -Infinity)) this.#latestMs = timestampMs;
    }
    if (this.#unreadMs !== undefined) {
      this.#unreadMs = Math.max(0, this.#unreadMs - (window.toMs - window.fromMs));
    }
    onWindow({
      walletId: lease.walletId,
      source: source.name,
      window,
      transactionCount: transactions.length,
      quarantinedCount: reading.unreadable.length,
      unreadMs: this.#unreadMs,
    });
  }

  #coveredBy(window: TimeRange, { completeFromMs: fromMs }: RequestedReading): TimeRange | null {
    const toMs = Math.min(window.toMs, this.coverableToMs);
    return toMs > fromMs ? { fromMs, toMs } : null;
  }
}

/**
 * Returns the earliest of the clocks that are known. The `date` header of the response is a second clock of the
 * exchange; without it, this machine's clock limits the exchange's.
 */
function findCoverableTo({ account, exchangeNowMs, nowMs }: WalletSyncContext): number {
  const serverTimeMs = account.serverTimeMs?.();
  const limitMs =
    serverTimeMs === undefined ? nowMs() + CLOCK_AHEAD_MS_MAX : serverTimeMs + SERVER_TIME_STEP_MS;
  return Math.min(exchangeNowMs, limitMs);
}

/** Returns the last version of each row, because two pages may contain the same row. */
function uniqueByKey(rows: readonly ExchangeTransaction[]): ExchangeTransaction[] {
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

function toTransaction(walletId: string, { key, ...row }: ExchangeTransaction): Transaction {
  return { id: transactionId(walletId, key), ...row };
}
