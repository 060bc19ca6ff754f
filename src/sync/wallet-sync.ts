/** One synchronisation of one wallet: first its recent history and balances, then the backfill. */
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
import { uniqueBalances } from './unique-balances.ts';
import {
  cutIntoWindows,
  earliestMs,
  halveWindow,
  headWindow,
  recheckWindows,
  unreadRanges,
} from './windows.ts';

/** Maximum rows of a source that one refresh rechecks. */
const RECHECKS_MAX = 1000;
/** Exchanges limit some endpoints for themselves. After this number of limited parts of a run, it is the account. */
const LIMITED_PARTS_MAX = 3;
/** Maximum windows with quarantined rows that one refresh re-reads. */
const QUARANTINE_WINDOWS_MAX = 10;
/** After this number of refused windows, one refresh re-reads no more. */
const REFUSED_REREADS_MAX = 10;
/**
 * Maximum windows into which one range is divided; more windows mean that the exchange's responses are wrong.
 */
const WINDOWS_MAX = 100_000;

/** Maximum lead of an exchange's clock over this machine's clock. A clock with a larger lead is ignored. */
const CLOCK_AHEAD_MS_MAX = HOUR_MS;
/** The `date` header of a response has whole seconds. */
const SERVER_TIME_STEP_MS = 1000;
/** Coverage that ends further in the future was recorded under a wrong clock. */
const COVERAGE_AHEAD_MS_MAX = HOUR_MS;

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

/** The synchronisation of one wallet. */
export class WalletSync {
  readonly #context: WalletSyncContext;
  /** Read once, so that no source begins later while it is read. */
  readonly #sources: readonly HistorySource[];
  readonly #skipped = new Set<string>();
  readonly #failed = new Set<string>();
  #limitedParts = 0;
  /** The time (Unix ms) before which the exchange returns no rows, by source. */
  readonly #unreachableBeforeMs = new Map<string, number>();
  /** Number of older windows of optional sources that were refused. */
  #pastRefusals = 0;
  readonly #missingAssets = new Set<string>();
  #failure: ExchangeError | undefined;
  #quarantinedBalanceCount = 0;
  #latestMs: number | undefined;
  #deadlineMs = Infinity;
  /** True if the backfill has stored a window. */
  #hasProgress = false;
  #unreadMs: number | undefined;
  /**
   * The end of the coverage that is recorded. Rows are read up to the exchange's own time. If that time
   * is wrong and in the future, rows that arrive until then would never be read, so coverage ends
   * earlier.
   */
  readonly #coverableToMs: number;

  constructor(context: WalletSyncContext) {
    this.#context = context;
    this.#sources = context.account.sources;
    this.#coverableToMs = findCoverableTo(context);
  }

  /**
   * Reads every source up to now, rechecks rows that are not final, and replaces the balances. If the exchange is
   * unavailable for one part, or refuses or limits its request, the others are still read: see {@link failure}.
   *
   * Windows that were recorded before an error remain. @throws {ExchangeError | LeaseLostError} if the
   * synchronisation cannot continue.
   */
  async refresh(): Promise<void> {
    const { store, lease } = this.#context;
    // Comes first: a range that is read now would be merged with an adjacent wrong range, which would then
    // have the new time of reading.
    await this.#repairCoverage();
    const coverage = await store.listCoverage(lease.walletId);
    for (const source of this.#sources) {
      // The start of some sources moves.
      await this.#keepUnreachable(coverageOf(coverage, source), {
        fromMs: -Infinity,
        toMs: source.startMs,
      });
    }
    await this.#readSources(async (source) => {
      await this.#refreshSource(source, coverageOf(coverage, source));
    });
    await this.#collectFailure(async () => this.#refreshBalances());
  }

  /** The failure of a part with the longest wait, or the first one; a failed source is not requested again. */
  get failure(): ExchangeError | undefined {
    return this.#failure;
  }

  /** Rows of balances and networks that could not be mapped. */
  get quarantinedBalanceCount(): number {
    return this.#quarantinedBalanceCount;
  }

  /** Age of the newest row that was read; `undefined` if no row was read. */
  get activityAgeMs(): number | undefined {
    return this.#latestMs === undefined
      ? undefined
      : Math.max(0, this.#context.exchangeNowMs - this.#latestMs);
  }

  /**
   * Reads the missing parts of the history. Resolves when every source that did not fail is complete, or
   * after the first window that ends after `deadlineMs`. One window is always stored: otherwise a range whose halves
   * take longer would be requested again and again.
   */
  async backfill(deadlineMs = Infinity): Promise<void> {
    const { store, lease } = this.#context;
    this.#deadlineMs = deadlineMs;
    this.#hasProgress = false;
    const gaps = await this.#listGaps();
    this.#unreadMs = gaps.reduce((sum, { gap }) => sum + gap.toMs - gap.fromMs, 0);
    await this.#readSources(async (source) => {
      const coverage = coverageOf(await store.listCoverage(lease.walletId), source);
      const gaps = unreadRanges(coverage, this.#historyOf(source, coverage));
      for (const gap of source.order === 'newest-first' ? gaps.toReversed() : gaps) {
        if (gap.toMs <= source.startMs) {
          this.#noteIncomplete(source, { completeFromMs: source.startMs });
          continue;
        }
        // No row before a gap is late: the newest part, where rows are late, is always read before the gaps.
        await this.#readRange(source, gap, []);
      }
    });
  }

  /**
   * Removes coverage that lies in the future because of a wrong clock. The part before the time of
   * reading remains covered; if that time is wrong too, the whole range is re-read. Without a response of the exchange, only
   * this machine's clock is known, which may be behind.
   */
  async #repairCoverage(): Promise<void> {
    const { store, account, lease, exchangeNowMs } = this.#context;
    if (account.hasResponded?.() === false) return;
    for (const { source, ...range } of await store.listCoverage(lease.walletId)) {
      if (range.toMs <= exchangeNowMs + COVERAGE_AHEAD_MS_MAX) continue;
      const isReadBefore = range.readAtMs > range.fromMs && range.readAtMs <= exchangeNowMs;
      const fromMs = isReadBefore ? range.readAtMs : range.fromMs;
      await store.removeCoverage(lease, source, { fromMs, toMs: range.toMs });
    }
  }

  /** Keeps the coverage of what a caller wants to be read again, in a range that the exchange no longer returns. */
  async #keepUnreachable(coverage: readonly CoverageRange[], range: TimeRange): Promise<void> {
    const { store, lease } = this.#context;
    for (const { rereadRequestedAtMs, ...covered } of coverage) {
      const fromMs = Math.max(covered.fromMs, range.fromMs);
      const toMs = Math.min(covered.toMs, range.toMs);
      if (rereadRequestedAtMs === null || fromMs >= toMs) continue;
      await store.addCoverage(lease, { ...covered, fromMs, toMs });
    }
  }

  /** Returns true if every readable source is covered back to its start. */
  async isHistoryComplete(): Promise<boolean> {
    const gaps = await this.#listGaps();
    return gaps.length === 0 && this.#missingAssets.size === 0;
  }

  /** Returns true if the backfill is done: the history is complete, or the exchange returns no older rows. */
  async isPastRead(): Promise<boolean> {
    const gaps = await this.#listGaps();
    return gaps.every(({ source, gap }) => this.#isUnreachable(source, gap));
  }

  /** Returns the ranges of readable sources that have to be read. */
  async #listGaps(): Promise<{ readonly source: HistorySource; readonly gap: TimeRange }[]> {
    const { store, lease } = this.#context;
    const coverage = await store.listCoverage(lease.walletId);
    return this.#sources
      .filter((source) => !this.#skipped.has(source.name))
      .flatMap((source) => {
        const ofSource = coverageOf(coverage, source);
        const gaps = unreadRanges(ofSource, this.#historyOf(source, ofSource));
        return gaps.map((gap) => ({ source, gap }));
      });
  }

  #isUnreachable({ name }: HistorySource, { toMs }: TimeRange): boolean {
    return toMs <= (this.#unreachableBeforeMs.get(name) ?? -Infinity);
  }

  /**
   * Returns the range that has to be covered. The start of some sources moves, so a range that was covered before it may be
   * followed by one that the exchange does not return any more.
   */
  #historyOf(source: HistorySource, coverage: readonly TimeRange[]): TimeRange {
    const fromMs = Math.min(source.startMs, coverage[0]?.fromMs ?? Infinity);
    return { fromMs, toMs: this.#coverableToMs - (source.intervalMs ?? 0) };
  }

  /** Reads every source, also if the exchange is unavailable for one of them or refuses its request. */
  async #readSources(read: (source: HistorySource) => Promise<void>): Promise<void> {
    for (const source of this.#sources) {
      if (this.#failed.has(source.name)) continue;
      const ok = await this.#collectFailure(() => this.#readSource(source, () => read(source)));
      if (!ok) this.#failed.add(source.name);
    }
  }

  /** Runs `read`. Returns false and keeps the error if it concerns only this part. */
  async #collectFailure(read: () => Promise<void>): Promise<boolean> {
    try {
      await read();
      return true;
    } catch (error) {
      if (!this.#concernsOneSource(error) && !this.#isLimitOfPart(error)) throw error;
      const isLonger = (error.retryAfterMs ?? 0) > (this.#failure?.retryAfterMs ?? 0);
      if (this.#failure === undefined || isLonger) this.#failure = error;
      return false;
    }
  }

  #isLimitOfPart(error: unknown): error is ExchangeError {
    const isLimit = error instanceof ExchangeError && error.code === 'exchange_rate_limited';
    if (!isLimit) return false;
    this.#limitedParts += 1;
    return this.#limitedParts < LIMITED_PARTS_MAX;
  }

  async #refreshBalances(): Promise<void> {
    const { store, account, lease, exchangeNowMs, nowMs } = this.#context;
    const reading = await account.readBalances();
    const { balances, unreadable } = uniqueBalances(reading);
    await store.recordBalances(lease, {
      readAtMs: exchangeNowMs,
      writtenAtMs: nowMs(),
      balances,
      withdrawableUnverified: reading.withdrawableUnverified ?? false,
      quarantined: unreadable,
    });
    this.#quarantinedBalanceCount = unreadable.length;
  }

  #concernsOneSource(error: unknown): error is ExchangeError {
    if (!(error instanceof ExchangeError) || this.#context.signal.aborted) return false;
    return error.code === 'exchange_unavailable' || error.code === 'exchange_request_refused';
  }

  /** Reads a source; skips an optional source after an error that is not transient. */
  async #readSource(source: HistorySource, read: () => Promise<void>): Promise<void> {
    if (this.#skipped.has(source.name)) return;
    try {
      await read();
    } catch (error) {
      if (!source.optional || !(error instanceof ExchangeError) || error.transient) throw error;
      this.#skipped.add(source.name);
      this.#context.onSourceSkipped(source.name, error);
    }
  }

  async #refreshSource(source: HistorySource, coverage: readonly CoverageRange[]): Promise<void> {
    const { store, lease, exchangeNowMs } = this.#context;
    const query = { source: source.name, nowMs: exchangeNowMs };
    const due = await store.listRechecks(lease.walletId, { ...query, limit: RECHECKS_MAX });
    const unreadable = await store.listQuarantineWindows(lease.walletId, {
      ...query,
      limit: QUARANTINE_WINDOWS_MAX,
    });
    const head = this.#headOf(source, coverage);
    // Coverage in the future, from a wrong clock, must not delay the next read.
    const coveredToMs = Math.min(coverage.at(-1)?.toMs ?? 0, head.toMs);
    const headIsDue = head.toMs - coveredToMs >= (source.intervalMs ?? 0);
    const older = due.filter(({ timestampMs }) => !headIsDue || timestampMs < head.fromMs);
    const rereads = [
      ...recheckWindows(source, older),
      ...unreadable.filter(({ fromMs }) => !headIsDue || fromMs < head.fromMs),
    ];
    const rereadError = await this.#reread(source, rereads, due);
    const ordered = coverage.length > 0 ? inOrderOfTime(source) : source;
    // Also after that error: an old window that always fails must not keep new rows unread.
    if (headIsDue) await this.#readRange(ordered, head, due);
    if (rereadError !== undefined) throw rereadError;
  }

  /**
   * Re-reads windows. A window that the exchange refuses does not keep the others unread; if it is unavailable, the others
   * would fail too.
   *
   * @returns the first error; `undefined` without one.
   */
  async #reread(
    source: HistorySource,
    windows: readonly TimeRange[],
    due: readonly Recheck[],
  ): Promise<ExchangeError | undefined> {
    const errors: ExchangeError[] = [];
    const pastRefusals = this.#pastRefusals;
    for (const window of windows) {
      if (errors.length + this.#pastRefusals - pastRefusals >= REFUSED_REREADS_MAX) break;
      try {
        await this.#readRange(source, window, due);
      } catch (error) {
        if (!this.#concernsOneSource(error)) throw error;
        errors.push(error);
        if (error.transient) break;
      }
    }
    return errors[0];
  }

  /**
   * Returns the window that brings a source up to now. What lies after the end of the coverage is not read by
   * the backfill, so it belongs to this window: usually a second, or years if the clocks disagree so much.
   */
  #headOf(source: HistorySource, coverage: readonly CoverageRange[]): TimeRange {
    const { exchangeNowMs } = this.#context;
    const { fromMs, toMs } = headWindow(source, coverage, exchangeNowMs);
    const earlierMs = Math.min(fromMs, this.#coverableToMs);
    return { fromMs: Math.max(earlierMs, earliestMs(source, exchangeNowMs)), toMs };
  }

  /** Reads a range window by window; halves a window with more rows than one response contains. */
  async #readRange(
    source: HistorySource,
    range: TimeRange,
    due: readonly Recheck[],
  ): Promise<void> {
    const windows = cutIntoWindows(source, range).toReversed();
    for (let read = 0; read < WINDOWS_MAX; read += 1) {
      const window = windows.pop();
      if (window === undefined) return;
      this.#context.signal.throwIfAborted();
      if (this.#hasProgress && this.#context.nowMs() >= this.#deadlineMs) return;
      if (this.#isUnreachable(source, window) && due.length === 0) continue;
      const reading = await this.#readWindow(source, window);
      if (reading === 'overflow') windows.push(...halveWindow(source, window).toReversed());
      else {
        await this.#record(source, window, reading, due);
      }
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
      this.#noteIncomplete(source, reading);
      return { ...reading, completeFromMs: Math.max(fromMs, reading.completeFromMs ?? fromMs) };
    } catch (error) {
      const divisible = window.toMs - window.fromMs > source.windowMsMin;
      if (error instanceof WindowOverflowError && divisible) return 'overflow';
      if (!this.#isPastRefused(source, window, error)) throw error;
      this.#pastRefusals += 1;
      const reading = { transactions: [], unreadable: [], completeFromMs: window.toMs };
      this.#noteIncomplete(source, reading);
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

  #noteIncomplete(
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
      await this.#keepUnreachable(coverage, { fromMs, toMs: reading.completeFromMs });
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
    const toMs = Math.min(window.toMs, this.#coverableToMs);
    return toMs > fromMs ? { fromMs, toMs } : null;
  }
}

/**
 * Returns a source whose windows are read oldest first, for a range that begins before the end of the coverage. If reading
 * stops after a window beyond that end, the late rows before it have been read.
 */
function inOrderOfTime(source: HistorySource): HistorySource {
  return { ...source, order: 'oldest-first' };
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

function coverageOf(coverage: readonly CoverageRange[], source: HistorySource): CoverageRange[] {
  return coverage.filter((range) => range.source === source.name);
}

/** Returns the last version of each row, because two pages may contain the same row. */
function uniqueByKey(rows: readonly ExchangeTransaction[]): ExchangeTransaction[] {
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

function toTransaction(walletId: string, { key, ...row }: ExchangeTransaction): Transaction {
  return { id: transactionId(walletId, key), ...row };
}
