/**
 * The interface of the store that the sync worker uses. Each call that writes is one transaction, which is
 * durable when the call resolves.
 */
import type { AssetBalance } from '../domain/balance.ts';
import type { Transaction } from '../domain/transaction.ts';
import type {
  ClaimTimes,
  CoverageRange,
  ReadRange,
  QuarantinedRow,
  Recheck,
  StoredCredentials,
  SyncFailure,
  TimeRange,
  WalletRecord,
  WalletSyncState,
} from './records.ts';

/** A worker's claim on a wallet. The token increases with every claim, so that late writes fail. */
export interface WalletLease {
  readonly walletId: string;
  readonly token: number;
  /** The next run (Unix ms) that the wallet had at the claim, or that this run has planned; null if there was none. */
  readonly nextRunAtMs: number | null;
}

/** The response to a worker's announcement. */
export interface WorkerPresence {
  /** The number of running workers. */
  readonly count: number;
  /** The clock that all workers of the store share (Unix ms); missing if it is this machine's clock. */
  readonly storeTimeMs?: number;
}

/** A claim of a wallet. */
export interface WalletClaim extends ClaimTimes {
  /** Claims only this wallet, due or not, unless it is paused. */
  readonly walletId?: string;
  /** Claims the named wallet only if it is due. */
  readonly onlyIfDue?: boolean;
  /** Maximum wait (ms) for a wallet after a success; a longer one comes from a wrong clock. By default 27 hours. */
  readonly refreshWaitMsMax?: number;
  /** Wallets of these exchanges are not claimed, unless `walletId` names them. */
  readonly exceptExchanges?: readonly string[];
}

/** A query for due rows of a source. */
export interface DueQuery {
  readonly source: string;
  readonly nowMs: number;
  readonly limit: number;
}

/** One window of a source, read in full and written in one transaction. */
export interface WindowRecord {
  readonly source: string;
  /** The window that was to be read. */
  readonly window: TimeRange;
  /**
   * The part of the window from this time on (Unix ms) was read in full: its quarantined rows are replaced. The
   * exchange does not return the part before it: its quarantined rows remain, and are due again later.
   */
  readonly completeFromMs: number;
  /** The part that becomes covered; `null` if none does. */
  readonly covered: TimeRange | null;
  /** The exchange's time. */
  readonly readAtMs: number;
  /** The time of this machine's clock, for the events; by default `readAtMs`. */
  readonly writtenAtMs?: number;
  readonly transactions: readonly Transaction[];
  readonly quarantined: readonly QuarantinedRow[];
  /** When the window is re-read for its quarantined rows. */
  readonly quarantineDueAtMs: number;
  /** Keys of mapped rows, which are removed from the quarantine. */
  readonly mappedKeys: readonly string[];
  /** Rows of this window to recheck; rechecks of all other `transactions` are removed. */
  readonly rechecks: readonly Omit<Recheck, 'source'>[];
}

/** The balances of a wallet, written in one transaction. */
export interface BalanceRecord {
  /** The exchange's time. */
  readonly readAtMs: number;
  /** The time of this machine's clock, for the events; by default `readAtMs`. */
  readonly writtenAtMs?: number;
  readonly balances: readonly AssetBalance[];
  /** True if it is not known which part of the amounts can be withdrawn. */
  readonly withdrawableUnverified?: boolean;
  /** Rows that could not be mapped, under {@link BALANCE_SOURCE}. */
  readonly quarantined: readonly Omit<QuarantinedRow, 'source'>[];
}

/** The outcome of a refresh. Missing members keep their stored values, except for the failure. */
export interface RefreshOutcome {
  readonly nextRunAtMs: number | null;
  /** When the refresh ended, for its event; by default the time of its failure or its start. */
  readonly endedAtMs?: number;
  /** The start of the refresh, if it succeeded completely. */
  readonly syncedAtMs?: number;
  readonly historyComplete?: boolean;
  /**
   * True before the backfill: the count of consecutive failures is not reset, and the next run is only set if the wallet has
   * none.
   */
  readonly unfinished?: boolean;
  /** The failure; missing if the refresh succeeded. */
  readonly failure?: SyncFailure;
}

/** The interface of the sync worker. */
export interface SyncStore {
  /**
   * Claims the wallet that has been due longest (or the named wallet, due or not, unless it is paused) and has no valid lease.
   * Returns `undefined` if there is none. A lease, a wait or an outcome that comes from a wrong clock
   * (`rules/misdated-times.ts`) counts as ended.
   */
  claimWallet(claim: WalletClaim): Promise<WalletLease | undefined>;
  /**
   * Extends a lease, also an expired one.
   *
   * @throws {LeaseLostError} if another worker has taken over the wallet.
   */
  renewLease(lease: WalletLease, untilMs: number): Promise<void>;
  findWallet(id: string): Promise<WalletRecord | undefined>;
  /** Returns the credentials of a wallet. @throws {RecordNotFoundError} if there is none, or it has none. */
  readCredentials(walletId: string): Promise<StoredCredentials>;
  /**
   * Records that the rights of the key need no further check.
   *
   * @throws {LeaseLostError} if the lease is lost, also because the key was replaced; then nothing is written.
   */
  recordRightsChecked(lease: WalletLease): Promise<void>;
  /** Returns the state of the synchronisation. @throws {RecordNotFoundError} if there is no such wallet. */
  readSyncState(walletId: string): Promise<WalletSyncState>;
  /**
   * Returns the covered ranges, sorted by source and `fromMs`. Ranges of a source do not overlap; they touch only where a
   * re-read is requested for one of them.
   */
  listCoverage(walletId: string): Promise<readonly CoverageRange[]>;
  /**
   * Removes a range from the coverage of a source, so that it is re-read.
   *
   * @throws {LeaseLostError} if the lease is lost; then nothing is written.
   */
  removeCoverage(lease: WalletLease, source: string, range: TimeRange): Promise<void>;
  /**
   * Adds a range that was read in full; a re-read of it is not requested any more.
   *
   * @throws {LeaseLostError} if the lease is lost; then nothing is written.
   */
  addCoverage(lease: WalletLease, range: ReadRange): Promise<void>;
  /** Returns the rows of a source that are due, at most `limit`, longest due first. */
  listRechecks(walletId: string, due: DueQuery): Promise<readonly Recheck[]>;
  /** Returns the due windows of a source with quarantined rows, longest due first. */
  listQuarantineWindows(walletId: string, due: DueQuery): Promise<readonly TimeRange[]>;
  /**
   * Writes a window's rows, quarantine, rechecks and coverage in one transaction. A known row is updated: a
   * field that is `null` in the new reading keeps its stored value, and the earlier `timestampMs` remains,
   * because an exchange may report the time of creation or of booking first.
   *
   * @throws {LeaseLostError} if the lease is lost; then nothing is written.
   */
  recordWindow(lease: WalletLease, record: WindowRecord): Promise<void>;
  /**
   * Replaces the balances and networks of the wallet and their quarantined rows. The revision does not change
   * if the balances are equal.
   *
   * @throws {LeaseLostError} if the lease is lost; then nothing is written.
   */
  recordBalances(lease: WalletLease, record: BalanceRecord): Promise<void>;
  /**
   * Records the outcome of a refresh; the lease remains. A next run that was set since the claim, because somebody requested
   * it, is kept.
   *
   * @returns the lease for further outcomes, for which the plan of this one is no request.
   * @throws {LeaseLostError} if the lease is lost.
   */
  recordOutcome(lease: WalletLease, outcome: RefreshOutcome): Promise<WalletLease>;
  /** Releases the wallet; does nothing if the lease is lost. */
  releaseLease(lease: WalletLease): Promise<void>;
  /**
   * Records that a worker is running, and removes workers that were last seen before `aliveSinceMs` or, because
   * of a wrong clock, in the future.
   */
  announceWorker(worker: {
    readonly id: string;
    readonly nowMs: number;
    readonly aliveSinceMs: number;
  }): Promise<WorkerPresence>;
  /** Removes a worker that stops. */
  removeWorker(id: string): Promise<void>;
}
