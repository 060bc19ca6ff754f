/** One run of a claimed wallet: renews its lease, synchronises it, and records the outcome. */
import { formatInstant } from '../domain/instant.ts';
import { ExchangeError } from '../exchanges/exchange.ts';
import {
  LeaseLostError,
  NodeUnavailableError,
  RecordNotFoundError,
  StoreUnavailableError,
} from '../store/errors.ts';
import type { SyncFailure, WalletRecord } from '../store/records.ts';
import type { RefreshOutcome, WalletLease } from '../store/sync.ts';
import { inSpan } from '../telemetry/in-span.ts';
import type { Log } from '../telemetry/log.ts';
import { checkKeyRights } from './key-rights.ts';
import { pause, STORE_RETRY_MS } from './pause.ts';
import { repeat } from './repeat.ts';
import { nextAttemptAt, nextRefreshAt, storeFailureCount } from './schedule.ts';
import { describeInterruption, describeSyncFailure, needsOperator } from './sync-failure.ts';
import type { SyncWorkerOptions, WalletSyncResult } from './sync-options.ts';
import type { WindowProgress } from './range-reader.ts';
import { WalletSync } from './wallet-sync.ts';

/** Short, so that other workers soon take over the wallets of a killed worker. */
export const LEASE_MS = 10_000;
const HEARTBEAT_MS = 2000;

/** A claimed wallet, and the maximum time of its backfill in this run. */
export interface WalletRun {
  readonly lease: WalletLease;
  /** The backfill stops after this time and continues in a later run; unlimited by default. */
  readonly sliceMs?: number;
}

/** Synchronises a claimed wallet, renews its lease meanwhile, and releases it. */
export async function runWallet(
  options: SyncWorkerOptions,
  { lease, sliceMs = Infinity }: WalletRun,
): Promise<WalletSyncResult> {
  const { store } = options;
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const heartbeat = repeat(HEARTBEAT_MS, () => renewLease(options, lease, lost));
  try {
    const wallet = await store.findWallet(lease.walletId);
    if (wallet === undefined) throw new RecordNotFoundError('wallet', lease.walletId);
    return await runInSpan(wallet, () =>
      syncWallet({ ...options, signal, nowMs: startRunClock(options) }, lease, wallet, sliceMs),
    );
  } catch (error) {
    // The wallet is still due. Without its lease it would be synchronised again immediately, with all its requests.
    await pause(STORE_RETRY_MS, signal);
    throw error;
  } finally {
    clearInterval(heartbeat);
    await store.releaseLease(lease);
  }
}

/**
 * Returns the clock of a run: this machine's time at its start, advanced by the monotonic clock. So a wrong clock
 * that is corrected during the run does not mix two times in one outcome.
 */
function startRunClock({
  nowMs,
  elapsedMs = () => performance.now(),
}: SyncWorkerOptions): () => number {
  const startedAtMs = nowMs() - elapsedMs();
  return () => Math.round(startedAtMs + elapsedMs());
}

/** Runs the synchronisation in a span with its result. */
function runInSpan(
  { id, exchange }: WalletRecord,
  run: () => Promise<WalletSyncResult>,
): Promise<WalletSyncResult> {
  const attributes = { 'teller.wallet.id': id, 'teller.exchange': exchange };
  return inSpan('sync wallet', attributes, async (span) => {
    const result = await run();
    span.set({ 'teller.sync.transactions': result.transactionCount });
    if (result.failure !== undefined) span.fail(result.failure.code);
    return result;
  });
}

/** Renews the lease. If it is lost, the run stops before its next window. */
async function renewLease(
  { store, logger, nowMs }: SyncWorkerOptions,
  lease: WalletLease,
  lost: AbortController,
): Promise<void> {
  try {
    await store.renewLease(lease, nowMs() + LEASE_MS);
  } catch (error) {
    logger.warn({ err: error, walletId: lease.walletId }, 'the lease could not be renewed');
    if (error instanceof LeaseLostError) lost.abort();
  }
}

async function syncWallet(
  options: SyncWorkerOptions,
  lease: WalletLease,
  wallet: WalletRecord,
  sliceMs: number,
): Promise<WalletSyncResult> {
  const counts = { transactionCount: 0, quarantinedCount: 0 };
  const count = (progress: WindowProgress): void => {
    counts.transactionCount += progress.transactionCount;
    counts.quarantinedCount += progress.quarantinedCount;
  };
  let run: OpenRun | undefined;
  let planned = lease;
  const countAll = (): typeof counts => ({
    ...counts,
    quarantinedCount: counts.quarantinedCount + (run?.sync.quarantinedBalanceCount ?? 0),
  });
  try {
    run = await openRun(options, lease, wallet, count);
    planned = await refresh(options, lease, run);
    await backfill(options, planned, run, sliceMs);
    const fields = { walletId: wallet.id, exchange: wallet.exchange, ...countAll() };
    options.logger.info(fields, 'wallet synchronised');
    return { ...emptyResult(wallet), ...countAll() };
  } catch (error) {
    const failure = await recordFailure(options, planned, error);
    return { ...emptyResult(wallet), ...countAll(), ok: false, failure };
  }
}

/** The synchronisation of a wallet, and when it began (Unix ms). */
interface OpenRun {
  readonly sync: WalletSync;
  readonly startedAtMs: number;
}

async function openRun(
  { store, directory, openCredentials, nowMs, signal, logger, onWindow }: SyncWorkerOptions,
  lease: WalletLease,
  wallet: WalletRecord,
  count: (progress: WindowProgress) => void,
): Promise<OpenRun> {
  const startedAtMs = nowMs();
  const sealed = await store.readCredentials(wallet.id);
  const credentials = await openCredentials(sealed, wallet.id);
  const account = await directory.openAccount(wallet.exchange, credentials, (request) =>
    logger.debug({ walletId: wallet.id, ...request }, 'exchange request'),
  );
  const exchangeNowMs = await account.fetchTimeMs();
  if (sealed.rightsUnchecked === true) {
    await checkKeyRights({ store, lease, exchange: wallet.exchange, account, logger });
  }
  const sync = new WalletSync({
    store,
    account,
    lease,
    nowMs,
    exchangeNowMs,
    signal,
    onWindow: (progress) => {
      count(progress);
      logWindow(logger, progress);
      onWindow?.(progress);
    },
    onSourceSkipped: (source, error) => {
      logger.warn({ walletId: wallet.id, source, reason: error.message }, 'a source was skipped');
    },
    onSourceIncomplete: (source, reason) => {
      logger.warn({ walletId: wallet.id, source, reason }, 'the history cannot be complete');
    },
  });
  return { sync, startedAtMs };
}

function logWindow(
  logger: Log,
  { walletId, source, window, transactionCount, quarantinedCount }: WindowProgress,
): void {
  const from = formatInstant(window.fromMs);
  const to = formatInstant(window.toMs);
  logger.debug({ walletId, source, from, to, transactionCount, quarantinedCount }, 'window stored');
}

/** Reads the newest rows and the balances. Returns the lease for the next outcome. */
async function refresh(
  options: SyncWorkerOptions,
  lease: WalletLease,
  run: OpenRun,
): Promise<WalletLease> {
  await run.sync.refresh();
  if (run.sync.failure !== undefined) return lease;
  const success = await describeSuccess(options, run);
  return options.store.recordOutcome(lease, { ...success, unfinished: true });
}

async function backfill(
  options: SyncWorkerOptions,
  lease: WalletLease,
  run: OpenRun,
  sliceMs: number,
): Promise<void> {
  const { sync } = run;
  await sync.backfill(options.nowMs() + sliceMs);
  if (sync.failure !== undefined) throw sync.failure;
  await options.store.recordOutcome(lease, await describeSuccess(options, run));
}

async function describeSuccess(
  { nowMs, random, intervalMs }: SyncWorkerOptions,
  { sync, startedAtMs }: OpenRun,
): Promise<RefreshOutcome> {
  const { activityAgeMs } = sync;
  const historyComplete = await sync.isHistoryComplete();
  // An incomplete backfill continues after the wallets that are due now.
  const nextRunAtMs = (await sync.isPastRead())
    ? nextRefreshAt(nowMs(), { intervalMs, activityAgeMs, random: random() })
    : nowMs();
  return { nextRunAtMs, endedAtMs: nowMs(), syncedAtMs: startedAtMs, historyComplete };
}

/**
 * Records the failure and the time of the next attempt, unless the lease is lost. If the event of the failure needs a node
 * of a cluster that does not respond, that is recorded instead, so the next attempt finds the failure again.
 *
 * @throws {StoreUnavailableError} if the store cannot return the wallet's state either.
 */
async function recordFailure(
  options: SyncWorkerOptions,
  lease: WalletLease,
  error: unknown,
): Promise<SyncFailure> {
  const { store, logger, nowMs, random, signal } = options;
  const failure = describeSyncFailure(error, nowMs());
  if (signal.aborted || error instanceof LeaseLostError) {
    return describeInterruption(failure.atMs);
  }
  logger.error(
    { err: error, walletId: lease.walletId, code: failure.code },
    'synchronisation failed',
  );
  const { failureCount } = await store.readSyncState(lease.walletId);
  const cause = error instanceof ExchangeError ? error : undefined;
  const attempts =
    error instanceof StoreUnavailableError ? storeFailureCount(failureCount) : failureCount;
  const nextRunAtMs = needsOperator(error)
    ? null
    : nextAttemptAt(cause, attempts, nowMs(), random());
  try {
    await store.recordOutcome(lease, { nextRunAtMs, failure });
  } catch (lost) {
    const isOther =
      lost instanceof NodeUnavailableError && !(error instanceof NodeUnavailableError);
    if (!isOther) throw lost;
    return recordFailure(options, lease, lost);
  }
  return failure;
}

/** Returns the result for a wallet from which nothing was read. */
export function emptyResult({
  id,
  exchange,
}: Pick<WalletRecord, 'id' | 'exchange'>): WalletSyncResult {
  return { walletId: id, exchange, ok: true, transactionCount: 0, quarantinedCount: 0 };
}
