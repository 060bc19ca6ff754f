/** One synchronisation of one wallet: first its recent history and balances, then the backfill. */
import { HOUR_MS } from '../domain/duration.ts';
import { ExchangeError, type HistorySource } from '../exchanges/exchange.ts';
import type { CoverageRange, Recheck, TimeRange } from '../store/records.ts';
import { RangeReader, type WalletSyncContext } from './range-reader.ts';
import { uniqueBalances } from './unique-balances.ts';
import { coverageOf, earliestMs, headWindow, recheckWindows, unreadRanges } from './windows.ts';

/** Maximum rows of a source that one refresh rechecks. */
const RECHECKS_MAX = 1000;
/** Exchanges limit some endpoints for themselves. After this number of limited parts of a run, it is the account. */
const LIMITED_PARTS_MAX = 3;
/** Maximum windows with quarantined rows that one refresh re-reads. */
const QUARANTINE_WINDOWS_MAX = 10;
/** After this number of refused windows, one refresh re-reads no more. */
const REFUSED_REREADS_MAX = 10;
/** Coverage that ends further in the future was recorded under a wrong clock. */
const COVERAGE_AHEAD_MS_MAX = HOUR_MS;

/** The synchronisation of one wallet. */
export class WalletSync {
  readonly #context: WalletSyncContext;
  readonly #reader: RangeReader;
  /** Read once, so that no source begins later while it is read. */
  readonly #sources: readonly HistorySource[];
  readonly #skipped = new Set<string>();
  readonly #failed = new Set<string>();
  #limitedParts = 0;
  #failure: ExchangeError | undefined;
  #quarantinedBalanceCount = 0;

  constructor(context: WalletSyncContext) {
    this.#context = context;
    this.#reader = new RangeReader(context);
    this.#sources = context.account.sources;
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
      await this.#reader.keepUnreachable(coverageOf(coverage, source), {
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
    const { latestMs } = this.#reader;
    return latestMs === undefined ? undefined : Math.max(0, this.#context.exchangeNowMs - latestMs);
  }

  /**
   * Reads the missing parts of the history. Resolves when every source that did not fail is complete, or
   * after the first window that ends after `deadlineMs`.
   */
  async backfill(deadlineMs = Infinity): Promise<void> {
    const { store, lease } = this.#context;
    const gaps = await this.#listGaps();
    const unreadMs = gaps.reduce((sum, { gap }) => sum + gap.toMs - gap.fromMs, 0);
    this.#reader.beginSlice(deadlineMs, unreadMs);
    await this.#readSources(async (source) => {
      const coverage = coverageOf(await store.listCoverage(lease.walletId), source);
      const gaps = unreadRanges(coverage, this.#historyOf(source, coverage));
      for (const gap of source.order === 'newest-first' ? gaps.toReversed() : gaps) {
        if (gap.toMs <= source.startMs) {
          this.#reader.noteIncomplete(source, { completeFromMs: source.startMs });
          continue;
        }
        // No row before a gap is late: the newest part, where rows are late, is always read before the gaps.
        await this.#reader.readRange(source, gap, []);
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

  /** Returns true if every readable source is covered back to its start. */
  async isHistoryComplete(): Promise<boolean> {
    const gaps = await this.#listGaps();
    return gaps.length === 0 && !this.#reader.mayMissAssets;
  }

  /** Returns true if the backfill is done: the history is complete, or the exchange returns no older rows. */
  async isPastRead(): Promise<boolean> {
    const gaps = await this.#listGaps();
    return gaps.every(({ source, gap }) => this.#reader.isUnreachable(source, gap));
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

  /**
   * Returns the range that has to be covered. The start of some sources moves, so a range that was covered before it may be
   * followed by one that the exchange does not return any more.
   */
  #historyOf(source: HistorySource, coverage: readonly TimeRange[]): TimeRange {
    const fromMs = Math.min(source.startMs, coverage[0]?.fromMs ?? Infinity);
    return { fromMs, toMs: this.#reader.coverableToMs - (source.intervalMs ?? 0) };
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
    if (headIsDue) await this.#reader.readRange(ordered, head, due);
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
    const { pastRefusals } = this.#reader;
    for (const window of windows) {
      if (errors.length + this.#reader.pastRefusals - pastRefusals >= REFUSED_REREADS_MAX) break;
      try {
        await this.#reader.readRange(source, window, due);
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
    const earlierMs = Math.min(fromMs, this.#reader.coverableToMs);
    return { fromMs: Math.max(earlierMs, earliestMs(source, exchangeNowMs)), toMs };
  }
}

/**
 * Returns a source whose windows are read oldest first, for a range that begins before the end of the coverage. If reading
 * stops after a window beyond that end, the late rows before it have been read.
 */
function inOrderOfTime(source: HistorySource): HistorySource {
  return { ...source, order: 'oldest-first' };
}
