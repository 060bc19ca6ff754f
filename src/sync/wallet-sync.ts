/** One synchronisation of one wallet: its recent history and balances first, then the past. */
import { HOUR_MS } from '../domain/duration.ts';
import { transactionId } from '../domain/id.ts';
import type { Transaction } from '../domain/transaction.ts';
import {
  type ExchangeAccount,
  ExchangeError,
  type ExchangeTransaction,
  type HistorySource,
  WindowOverflowError,
  type WindowReading,
} from '../exchanges/exchange.ts';
import type { CoverageRange, Recheck, SyncStore, TimeRange, WalletLease } from '../store/store.ts';
import { missingRecheckDueAt, quarantineDueAt, recheckDueAt } from './schedule.ts';
import { uniqueBalances } from './unique-balances.ts';
import {
  cutIntoWindows,
  halveWindow,
  headWindow,
  recheckWindows,
  uncoveredRanges,
} from './windows.ts';

/** Rows of a source that are read again in one refresh. */
const RECHECKS_MAX = 1000;
/** Windows with rows in quarantine that are read again in one refresh. */
const QUARANTINE_WINDOWS_MAX = 10;
/** Windows that one range may be divided into; beyond that the exchange's answers make no sense. */
const WINDOWS_MAX = 100_000;

/** How far an exchange's clock may be ahead of this machine's before it is not believed. */
const CLOCK_AHEAD_MS_MAX = HOUR_MS;
/** The date of an answer has whole seconds. */
const SERVER_TIME_STEP_MS = 1000;
/** Coverage that ends later than now by more than this was recorded under a wrong clock. */
const COVERAGE_AHEAD_MS_MAX = HOUR_MS;

/** What a window brought, for progress. */
export interface WindowProgress {
  readonly walletId: string;
  readonly source: string;
  readonly window: TimeRange;
  readonly transactionCount: number;
  readonly quarantinedCount: number;
}

/** What a synchronisation works with. */
export interface WalletSyncContext {
  readonly store: SyncStore;
  readonly account: ExchangeAccount;
  readonly lease: WalletLease;
  readonly nowMs: () => number;
  /** The exchange's clock at the start. */
  readonly exchangeNowMs: number;
  readonly signal: AbortSignal;
  readonly onWindow: (progress: WindowProgress) => void;
  /** A source that the key may not read, or that the exchange does not serve, was left out. */
  readonly onSourceSkipped: (source: string, error: ExchangeError) => void;
  /** The exchange does not return every row of a source; called once for each source. */
  readonly onSourceIncomplete: (source: string, reason: string) => void;
}

/** The synchronisation of one wallet. */
export class WalletSync {
  readonly #context: WalletSyncContext;
  readonly #skipped = new Set<string>();
  readonly #failed = new Set<string>();
  /** Sources that have rows which the exchange does not return, with the time before which. */
  readonly #unreachableBeforeMs = new Map<string, number>();
  readonly #missingAssets = new Set<string>();
  #failure: ExchangeError | undefined;
  #balancesRead = false;
  #quarantinedBalanceCount = 0;
  #latestMs: number | undefined;
  #deadlineMs = Infinity;
  /**
   * Until when coverage is recorded. Rows are read up to the exchange's now, wherever that is; but
   * what counts as read up to a wrong time would never be read when that time comes.
   */
  #coverableToMs: number | undefined;

  constructor(context: WalletSyncContext) {
    this.#context = context;
  }

  /**
   * Brings every source up to now, reads again what is not final, and replaces the balances. What
   * fails for now keeps nothing else from being read: see {@link failure}.
   *
   * @throws {ExchangeError} and {LeaseLostError}; what was recorded until then stays.
   */
  async refresh(): Promise<void> {
    const { store, lease } = this.#context;
    // First: a range that is read now would lend its time of reading to one that it touches.
    await this.#repairCoverage();
    const coverage = await store.listCoverage(lease.walletId);
    await this.#readSources(async (source) => {
      await this.#refreshSource(source, coverageOf(coverage, source));
    });
    await this.#keepFailure(async () => this.#refreshBalances());
  }

  /** The first failure of what was read; a source that failed is not asked again. */
  get failure(): ExchangeError | undefined {
    return this.#failure;
  }

  /** True where the balances are those of this synchronisation. */
  get balancesRead(): boolean {
    return this.#balancesRead;
  }

  /** Rows of balances and networks that could not be mapped. */
  get quarantinedBalanceCount(): number {
    return this.#quarantinedBalanceCount;
  }

  /** How long ago the latest row that was read was created; `undefined` where there was none. */
  get activityAgeMs(): number | undefined {
    return this.#latestMs === undefined
      ? undefined
      : Math.max(0, this.#context.exchangeNowMs - this.#latestMs);
  }

  /**
   * Reads what is missing of the past; resolves when the history of every source that did not fail is
   * complete, or when `deadlineMs` has passed, after the window under way.
   */
  async backfill(deadlineMs = Infinity): Promise<void> {
    const { store, lease } = this.#context;
    this.#deadlineMs = deadlineMs;
    await this.#readSources(async (source) => {
      const coverage = coverageOf(await store.listCoverage(lease.walletId), source);
      const gaps = uncoveredRanges(coverage, this.#pastOf(source));
      for (const gap of source.order === 'newest-first' ? gaps.toReversed() : gaps) {
        if (this.#isUnreachable(source, gap)) continue;
        // Rows may have arrived late before the gap, too.
        const fromMs = Math.max(source.startMs, gap.fromMs - source.overlapMs);
        await this.#readRange(source, { fromMs, toMs: gap.toMs }, []);
      }
    });
  }

  /**
   * Removes coverage that a wrong clock has put ahead of now. What was read before that counts up to
   * the time at which it was read; if that time is wrong too, all of the range is read again.
   */
  async #repairCoverage(): Promise<void> {
    const { store, lease, exchangeNowMs } = this.#context;
    for (const { source, ...range } of await store.listCoverage(lease.walletId)) {
      if (range.toMs <= exchangeNowMs + COVERAGE_AHEAD_MS_MAX) continue;
      const isReadBefore = range.readAtMs > range.fromMs && range.readAtMs <= exchangeNowMs;
      const fromMs = isReadBefore ? range.readAtMs : range.fromMs;
      await store.forgetCoverage(lease, source, { fromMs, toMs: range.toMs });
    }
  }

  /** True if coverage of every source that can be read reaches back to its start. */
  async isHistoryComplete(): Promise<boolean> {
    const gaps = await this.#listGaps();
    return gaps.length === 0 && this.#missingAssets.size === 0;
  }

  /** True if nothing is left to read of the past: it is complete, or the exchange returns no more. */
  async isPastRead(): Promise<boolean> {
    const gaps = await this.#listGaps();
    return gaps.every(({ source, gap }) => this.#isUnreachable(source, gap));
  }

  /** What coverage of the sources that can be read lacks. */
  async #listGaps(): Promise<{ readonly source: HistorySource; readonly gap: TimeRange }[]> {
    const { store, account, lease } = this.#context;
    const coverage = await store.listCoverage(lease.walletId);
    return account.sources
      .filter((source) => !this.#skipped.has(source.name))
      .flatMap((source) =>
        uncoveredRanges(coverageOf(coverage, source), this.#pastOf(source)).map((gap) => ({
          source,
          gap,
        })),
      );
  }

  #isUnreachable({ name }: HistorySource, { toMs }: TimeRange): boolean {
    return toMs <= (this.#unreachableBeforeMs.get(name) ?? -Infinity);
  }

  /** Decided once, after the first answers: by the clock that is behind of all that are known. */
  #coverableTo(): number {
    const { account, exchangeNowMs, nowMs } = this.#context;
    const serverTimeMs = account.serverTimeMs?.() ?? Infinity;
    this.#coverableToMs ??= Math.min(
      exchangeNowMs,
      nowMs() + CLOCK_AHEAD_MS_MAX,
      serverTimeMs + SERVER_TIME_STEP_MS,
    );
    return this.#coverableToMs;
  }

  #pastOf(source: HistorySource): TimeRange {
    return { fromMs: source.startMs, toMs: this.#coverableTo() - (source.intervalMs ?? 0) };
  }

  /** Reads every source: one that fails for now does not keep the others from being read. */
  async #readSources(read: (source: HistorySource) => Promise<void>): Promise<void> {
    for (const source of this.#context.account.sources) {
      if (this.#failed.has(source.name)) continue;
      const ok = await this.#keepFailure(() => this.#readSource(source, () => read(source)));
      if (!ok) this.#failed.add(source.name);
    }
  }

  /** Keeps the failure of a part that concerns no other. */
  async #keepFailure(read: () => Promise<void>): Promise<boolean> {
    try {
      await read();
      return true;
    } catch (error) {
      if (!this.#concernsOneSource(error)) throw error;
      this.#failure ??= error;
      return false;
    }
  }

  async #refreshBalances(): Promise<void> {
    const { store, account, lease, nowMs } = this.#context;
    const reading = await account.readBalances();
    const { balances, unreadable } = uniqueBalances(reading);
    await store.recordBalances(lease, {
      readAtMs: nowMs(),
      balances,
      withdrawableUnverified: reading.withdrawableUnverified ?? false,
      quarantined: unreadable,
    });
    this.#balancesRead = true;
    this.#quarantinedBalanceCount = unreadable.length;
  }

  #concernsOneSource(error: unknown): error is ExchangeError {
    if (!(error instanceof ExchangeError) || this.#context.signal.aborted) return false;
    return error.code === 'exchange_unavailable' || error.code === 'exchange_request_refused';
  }

  /** A source that need not be read is left out where it cannot be. */
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
    const { store, lease, nowMs } = this.#context;
    const query = { source: source.name, nowMs: nowMs() };
    const due = await store.listRechecks(lease.walletId, { ...query, limit: RECHECKS_MAX });
    const spoilt = await store.listQuarantineWindows(lease.walletId, {
      ...query,
      limit: QUARANTINE_WINDOWS_MAX,
    });
    const head = headWindow(source, coverage, this.#context.exchangeNowMs);
    // Coverage that a wrong clock has put ahead of now is no reason to wait until then.
    const coveredToMs = Math.min(coverage.at(-1)?.toMs ?? 0, head.toMs);
    const headIsDue = head.toMs - coveredToMs >= (source.intervalMs ?? 0);
    const older = due.filter(({ timestampMs }) => !headIsDue || timestampMs < head.fromMs);
    const again = [
      ...recheckWindows(older),
      ...spoilt.filter(({ fromMs }) => !headIsDue || fromMs < head.fromMs),
    ];
    for (const window of again) await this.#readRange(source, window, due);
    if (headIsDue) await this.#readRange(source, head, due);
  }

  /** Reads a range window by window; a window with more rows than one answer tells is halved. */
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
      if (this.#context.nowMs() >= this.#deadlineMs) return;
      if (this.#isUnreachable(source, window) && due.length === 0) continue;
      const reading = await this.#readWindow(source, window);
      if (reading === 'overflow') windows.push(...halveWindow(source, window).toReversed());
      else {
        this.#noteMissing(source, reading);
        await this.#record(source, window, reading, due);
      }
    }
    throw new ExchangeError(
      'exchange_unavailable',
      `${source.name}: more than ${WINDOWS_MAX} windows`,
    );
  }

  async #readWindow(source: HistorySource, window: TimeRange): Promise<WindowReading | 'overflow'> {
    try {
      return await this.#context.account.readWindow(source, window.fromMs, window.toMs);
    } catch (error) {
      const divisible = window.toMs - window.fromMs > source.windowMsMin;
      if (error instanceof WindowOverflowError && divisible) return 'overflow';
      throw error;
    }
  }

  #noteMissing({ name }: HistorySource, { completeFromMs, mayMissAssets }: WindowReading): void {
    const { onSourceIncomplete } = this.#context;
    if (completeFromMs !== undefined) {
      const known = this.#unreachableBeforeMs.get(name);
      this.#unreachableBeforeMs.set(name, Math.max(known ?? 0, completeFromMs));
      const fromText = new Date(completeFromMs).toISOString();
      if (known === undefined) onSourceIncomplete(name, `no rows are returned before ${fromText}`);
    }
    if (mayMissAssets !== true || this.#missingAssets.has(name)) return;
    this.#missingAssets.add(name);
    onSourceIncomplete(name, 'rows are listed by asset, and not every asset is requested');
  }

  async #record(
    source: HistorySource,
    window: TimeRange,
    reading: WindowReading,
    due: readonly Recheck[],
  ): Promise<void> {
    const { store, lease, nowMs, onWindow } = this.#context;
    const transactions = uniqueByKey(reading.transactions).map((row) =>
      toTransaction(lease.walletId, row),
    );
    await store.recordWindow(lease, {
      source: source.name,
      window,
      covered: this.#coveredBy(window, reading),
      readAtMs: nowMs(),
      transactions,
      quarantined: reading.unreadable.map((row) => ({ ...row, source: source.name })),
      quarantineDueAtMs: quarantineDueAt(nowMs()),
      mappedKeys: reading.transactions.map((row) => row.key),
      rechecks: this.#planRechecks(window, transactions, due),
    });
    for (const { timestampMs } of transactions) {
      if (timestampMs > (this.#latestMs ?? -Infinity)) this.#latestMs = timestampMs;
    }
    onWindow({
      walletId: lease.walletId,
      source: source.name,
      window,
      transactionCount: transactions.length,
      quarantinedCount: reading.unreadable.length,
    });
  }

  #coveredBy(window: TimeRange, { completeFromMs = 0 }: WindowReading): TimeRange | null {
    const fromMs = Math.max(window.fromMs, completeFromMs);
    const toMs = Math.min(window.toMs, this.#coverableTo());
    return toMs > fromMs ? { fromMs, toMs } : null;
  }

  #planRechecks(
    window: TimeRange,
    transactions: readonly Transaction[],
    due: readonly Recheck[],
  ): Omit<Recheck, 'source'>[] {
    const { nowMs, exchangeNowMs } = this.#context;
    const told = new Set(transactions.map((row) => row.id));
    const unsettled = transactions.flatMap(({ id, status, timestampMs }) => {
      const dueAtMs = recheckDueAt(status, exchangeNowMs - timestampMs, nowMs());
      return dueAtMs === undefined ? [] : [{ transactionId: id, timestampMs, dueAtMs }];
    });
    const missing = due
      .filter(({ timestampMs }) => timestampMs >= window.fromMs && timestampMs < window.toMs)
      .filter(({ transactionId: id }) => !told.has(id))
      .map(({ transactionId: id, timestampMs }) => ({
        transactionId: id,
        timestampMs,
        dueAtMs: missingRecheckDueAt(nowMs()),
      }));
    return [...unsettled, ...missing];
  }
}

function coverageOf(coverage: readonly CoverageRange[], source: HistorySource): CoverageRange[] {
  return coverage.filter((range) => range.source === source.name);
}

/** The last of rows with one key: pages may tell a row twice. */
function uniqueByKey(rows: readonly ExchangeTransaction[]): ExchangeTransaction[] {
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

function toTransaction(walletId: string, { key, ...row }: ExchangeTransaction): Transaction {
  return { id: transactionId(walletId, key), ...row };
}
