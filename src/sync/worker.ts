/** The sync worker: claims wallets that are due and synchronises them, a few at a time. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { MasterKey } from '../domain/master-key.ts';
import { openCredentials } from '../domain/sealed-credentials.ts';
import { ExchangeError, type ExchangeDirectory } from '../exchanges/exchange.ts';
import {
  LeaseLostError,
  RecordNotFoundError,
  type RefreshOutcome,
  type SyncFailure,
  type SyncStore,
  type WalletLease,
  type WalletRecord,
} from '../store/store.ts';
import { nextAttemptAt, nextRefreshAt } from './schedule.ts';
import { describeSyncFailure, needsOperator } from './sync-failure.ts';
import { WalletSync, type WindowProgress } from './wallet-sync.ts';

/** What the worker writes to, as pino's loggers are. */
export interface SyncLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the worker works with. */
export interface SyncWorkerOptions {
  readonly store: SyncStore;
  readonly directory: ExchangeDirectory;
  readonly masterKey: MasterKey;
  readonly logger: SyncLogger;
  readonly nowMs: () => number;
  /** 0 to 1, for jitter. */
  readonly random: () => number;
  /** Time between two refreshes of a wallet. */
  readonly intervalMs: number;
  /** Ends the worker; what is under way stops at its next window. */
  readonly signal: AbortSignal;
  readonly onWindow?: (progress: WindowProgress) => void;
}

/** How the synchronisation of a wallet ended. */
export interface WalletSyncResult {
  readonly walletId: string;
  readonly exchange: string;
  readonly ok: boolean;
  /** Rows read, those that were known among them. */
  readonly transactionCount: number;
  readonly quarantinedCount: number;
  readonly failure?: SyncFailure;
}

const CONCURRENT_WALLETS_MAX = 4;
/** Short, so that the wallets of a worker that was killed are soon taken over. */
const LEASE_MS = 10_000;
const HEARTBEAT_MS = 2000;
const POLL_MS = 1000;
/** Tries to claim a wallet by name: longer than a lease of a worker that no longer lives. */
const CLAIM_TRIES_MAX = 15;
const STORE_RETRY_MS = 2000;

/** Synchronises wallets as they become due, until the signal aborts. */
export async function runSyncWorker(options: SyncWorkerOptions): Promise<void> {
  const lanes = Array.from({ length: CONCURRENT_WALLETS_MAX }, () => runLane(options));
  await Promise.all(lanes);
}

/**
 * Synchronises these wallets now, due or not, until the history of each is complete. A wallet that
 * another worker holds is waited for, and told as failed where that worker goes on.
 */
export async function syncWallets(
  options: SyncWorkerOptions,
  walletIds: readonly string[],
): Promise<WalletSyncResult[]> {
  const waiting = [...walletIds];
  const results: WalletSyncResult[] = [];
  const drain = async (): Promise<void> => {
    for (let walletId = waiting.shift(); walletId !== undefined; walletId = waiting.shift()) {
      results.push(await syncNamedWallet(options, walletId));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_WALLETS_MAX }, drain));
  return results;
}

async function runLane(options: SyncWorkerOptions): Promise<void> {
  while (!options.signal.aborted) {
    try {
      const lease = await claimWallet(options);
      if (lease === undefined) await pause(POLL_MS, options.signal);
      else await syncLeasedWallet(options, lease);
    } catch (error) {
      options.logger.error({ err: error }, 'the store does not answer; trying again');
      await pause(STORE_RETRY_MS, options.signal);
    }
  }
}

async function claimWallet(
  { store, nowMs }: SyncWorkerOptions,
  walletId?: string,
): Promise<WalletLease | undefined> {
  const atMs = nowMs();
  const claim = { nowMs: atMs, untilMs: atMs + LEASE_MS };
  return store.claimWallet(walletId === undefined ? claim : { ...claim, walletId });
}

async function syncNamedWallet(
  options: SyncWorkerOptions,
  walletId: string,
): Promise<WalletSyncResult> {
  const wallet = await options.store.findWallet(walletId);
  if (wallet === undefined) return goneResult(walletId, options.nowMs());
  for (let attempt = 1; attempt <= CLAIM_TRIES_MAX && !options.signal.aborted; attempt += 1) {
    const lease = await claimWallet(options, walletId);
    if (lease !== undefined) return syncLeasedWallet(options, lease);
    await pause(POLL_MS, options.signal);
  }
  return {
    ...emptyResult(wallet),
    ok: false,
    failure: {
      code: 'wallet_busy',
      message: 'Another worker is synchronising the wallet. Try again when it is done.',
      atMs: options.nowMs(),
    },
  };
}

/** Synchronises a claimed wallet, keeps the lease alive meanwhile, and gives it back. */
async function syncLeasedWallet(
  options: SyncWorkerOptions,
  lease: WalletLease,
): Promise<WalletSyncResult> {
  const { store, logger, nowMs } = options;
  const wallet = await store.findWallet(lease.walletId);
  if (wallet === undefined) throw new RecordNotFoundError('wallet', lease.walletId);
  const heartbeat = setInterval(() => {
    store.renewLease(lease, nowMs() + LEASE_MS).catch((error: unknown) => {
      logger.warn({ err: error, walletId: lease.walletId }, 'the lease could not be renewed');
    });
  }, HEARTBEAT_MS);
  try {
    return await syncWallet(options, lease, wallet);
  } finally {
    clearInterval(heartbeat);
    await store.releaseLease(lease);
  }
}

async function syncWallet(
  options: SyncWorkerOptions,
  lease: WalletLease,
  wallet: WalletRecord,
): Promise<WalletSyncResult> {
  const { store, nowMs, random, intervalMs, logger } = options;
  const counts = { transactionCount: 0, quarantinedCount: 0 };
  try {
    const syncedAtMs = nowMs();
    const sync = await openWalletSync(options, lease, wallet, (progress) => {
      counts.transactionCount += progress.transactionCount;
      counts.quarantinedCount += progress.quarantinedCount;
    });
    const succeed = async (historyComplete: boolean): Promise<RefreshOutcome> => ({
      nextRunAtMs: nextRefreshAt(nowMs(), intervalMs, random()),
      syncedAtMs,
      historyComplete,
    });
    await sync.refresh();
    const refreshed = await succeed(await sync.isHistoryComplete());
    await store.recordOutcome(lease, { ...refreshed, unfinished: true });
    await sync.backfill();
    await store.recordOutcome(lease, await succeed(await sync.isHistoryComplete()));
    logger.info(
      { walletId: wallet.id, exchange: wallet.exchange, ...counts },
      'wallet synchronised',
    );
    return { ...emptyResult(wallet), ...counts };
  } catch (error) {
    const failure = await recordFailure(options, lease, error);
    return { ...emptyResult(wallet), ...counts, ok: false, failure };
  }
}

async function openWalletSync(
  { store, directory, masterKey, nowMs, signal, logger, onWindow }: SyncWorkerOptions,
  lease: WalletLease,
  wallet: WalletRecord,
  count: (progress: WindowProgress) => void,
): Promise<WalletSync> {
  const sealed = await store.readCredentials(wallet.id);
  const credentials = openCredentials(sealed, wallet.id, masterKey);
  const account = await directory.openAccount(wallet.exchange, credentials, wallet.account);
  return new WalletSync({
    store,
    account,
    lease,
    nowMs,
    exchangeNowMs: await account.fetchTimeMs(),
    signal,
    onWindow: (progress) => {
      count(progress);
      onWindow?.(progress);
    },
    onSourceSkipped: (source, error) => {
      logger.warn({ walletId: wallet.id, source, reason: error.message }, 'a source was left out');
    },
  });
}

/** Keeps how the synchronisation failed and when to try again; a lost lease is another's wallet. */
async function recordFailure(
  { store, logger, nowMs, random, signal }: SyncWorkerOptions,
  lease: WalletLease,
  error: unknown,
): Promise<SyncFailure> {
  const failure = describeSyncFailure(error, nowMs());
  if (signal.aborted || error instanceof LeaseLostError) {
    return { ...failure, code: 'interrupted', message: 'The synchronisation was interrupted.' };
  }
  logger.error(
    { err: error, walletId: lease.walletId, code: failure.code },
    'synchronisation failed',
  );
  const { failureCount } = await store.readSyncState(lease.walletId);
  const cause = error instanceof ExchangeError ? error : undefined;
  const nextRunAtMs = needsOperator(error)
    ? null
    : nextAttemptAt(cause, failureCount, nowMs(), random());
  await store.recordOutcome(lease, { nextRunAtMs, failure });
  return failure;
}

/** A wallet that was removed while others were synchronised. */
function goneResult(walletId: string, atMs: number): WalletSyncResult {
  const message = new RecordNotFoundError('wallet', walletId).message;
  return {
    ...emptyResult({ id: walletId, exchange: 'unknown' }),
    ok: false,
    failure: { code: 'wallet_removed', message, atMs },
  };
}

function emptyResult({ id, exchange }: Pick<WalletRecord, 'id' | 'exchange'>): WalletSyncResult {
  return { walletId: id, exchange, ok: true, transactionCount: 0, quarantinedCount: 0 };
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined);
}
