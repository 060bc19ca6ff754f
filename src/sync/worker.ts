/** The sync worker: claims due wallets and synchronises several of them concurrently. */
import { RecordNotFoundError, StoreUnavailableError } from '../store/errors.ts';
import type { SyncFailure } from '../store/records.ts';
import type { WalletClaim, WalletLease } from '../store/sync.ts';
import { pause, STORE_RETRY_MS } from './pause.ts';
import { describeInterruption } from './sync-failure.ts';
import type { SyncWorkerOptions, WalletSyncResult } from './sync-options.ts';
import { longestRefreshWait } from './schedule.ts';
import { emptyResult, LEASE_MS, runWallet } from './wallet-run.ts';
import { whileAnnounced } from './worker-presence.ts';

const CONCURRENT_WALLETS_MAX = 32;
/** Maximum concurrent wallets of one exchange, so that a slow exchange does not use all slots. */
const CONCURRENT_PER_EXCHANGE_MAX = 8;
/** Maximum time of one backfill: it then waits until other due wallets were synchronised. */
const BACKFILL_SLICE_MS = 60_000;
const POLL_MS = 1000;
/** Attempts to claim a named wallet: enough for the lease of a killed worker to expire. */
const CLAIM_TRIES_MAX = 15;

/** Synchronises wallets as they become due, until the signal aborts. @param walletId if given, only this wallet. */
export async function runSyncWorker(options: SyncWorkerOptions, walletId?: string): Promise<void> {
  await whileAnnounced(options, () => new Dispatcher(options, walletId).run());
}

/**
 * Synchronises these wallets now, due or not, until the history of each is complete. Waits for the
 * lease of another worker; reports the wallet as failed if the lease is not released, or if the wallet is paused.
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
  const lanes = Math.min(CONCURRENT_PER_EXCHANGE_MAX, walletIds.length);
  await whileAnnounced(options, () => Promise.all(Array.from({ length: lanes }, drain)));
  return results;
}

/** Starts due wallets, within the limits of the process and of each exchange. */
class Dispatcher {
  readonly #options: SyncWorkerOptions;
  readonly #which: Pick<WalletClaim, 'walletId' | 'onlyIfDue'>;
  /** Running synchronisations, each with its exchange. */
  readonly #running = new Map<Promise<void>, string>();

  constructor(options: SyncWorkerOptions, walletId: string | undefined) {
    this.#options = options;
    this.#which = walletId === undefined ? {} : { walletId, onlyIfDue: true };
  }

  async run(): Promise<void> {
    const { signal, logger } = this.#options;
    while (!signal.aborted) {
      try {
        if (!(await this.#startNext())) await this.#waitForChange();
      } catch (error) {
        logger.error({ err: error }, describeError(error));
        await pause(STORE_RETRY_MS, signal);
      }
    }
    await Promise.all(this.#running.keys());
  }

  /** Claims and starts a due wallet. Returns false if none is due or all slots are in use. */
  async #startNext(): Promise<boolean> {
    if (this.#running.size >= CONCURRENT_WALLETS_MAX) return false;
    const exceptExchanges = this.#listFullExchanges();
    const lease = await claimWallet(this.#options, { ...this.#which, exceptExchanges });
    if (lease === undefined) return false;
    const wallet = await this.#options.store.findWallet(lease.walletId);
    const run = this.#run(lease).finally(() => this.#running.delete(run));
    this.#running.set(run, wallet?.exchange ?? '');
    return true;
  }

  async #run(lease: WalletLease): Promise<void> {
    try {
      await runWallet(this.#options, { lease, sliceMs: BACKFILL_SLICE_MS });
    } catch (error) {
      this.#options.logger.error({ err: error, walletId: lease.walletId }, describeError(error));
    }
  }

  #listFullExchanges(): string[] {
    const counts = Map.groupBy(this.#running.values(), (exchange) => exchange);
    const full = [...counts].filter(([, runs]) => runs.length >= CONCURRENT_PER_EXCHANGE_MAX);
    return [...full.map(([exchange]) => exchange), ...this.#options.directory.listPaused()];
  }

  async #waitForChange(): Promise<void> {
    await Promise.race([pause(POLL_MS, this.#options.signal), ...this.#running.keys()]);
  }
}

async function claimWallet(
  { store, nowMs, intervalMs, logger }: SyncWorkerOptions,
  which: Pick<WalletClaim, 'walletId' | 'onlyIfDue' | 'exceptExchanges'>,
): Promise<WalletLease | undefined> {
  const atMs = nowMs();
  const lease = await store.claimWallet({
    ...which,
    nowMs: atMs,
    untilMs: atMs + LEASE_MS,
    refreshWaitMsMax: longestRefreshWait(intervalMs),
  });
  if (lease !== undefined) {
    const { walletId, token } = lease;
    logger.debug({ walletId, leaseToken: token }, 'wallet claimed');
  }
  return lease;
}

/** Synchronises a wallet, which may be removed meanwhile. */
async function syncNamedWallet(
  options: SyncWorkerOptions,
  walletId: string,
): Promise<WalletSyncResult> {
  try {
    return await claimAndRun(options, walletId);
  } catch (error) {
    if (error instanceof RecordNotFoundError) return removedResult(walletId, options.nowMs());
    throw error;
  }
}

async function claimAndRun(
  options: SyncWorkerOptions,
  walletId: string,
): Promise<WalletSyncResult> {
  const { store, nowMs, signal } = options;
  const wallet = await store.findWallet(walletId);
  if (wallet === undefined) throw new RecordNotFoundError('wallet', walletId);
  const fail = (failure: SyncFailure) => ({ ...emptyResult(wallet), ok: false, failure });
  for (let attempt = 1; attempt <= CLAIM_TRIES_MAX && !signal.aborted; attempt += 1) {
    const lease = await claimWallet(options, { walletId });
    if (lease !== undefined) return runWallet(options, { lease });
    if ((await store.readSyncState(walletId)).paused) return fail(describePause(nowMs()));
    await pause(POLL_MS, signal);
  }
  return fail(signal.aborted ? describeInterruption(nowMs()) : describeBusy(nowMs()));
}

function describePause(atMs: number): SyncFailure {
  return { code: 'wallet_paused', message: 'The wallet is paused.', atMs };
}

function describeBusy(atMs: number): SyncFailure {
  const message = 'Another worker is synchronising the wallet. Retry when it is done.';
  return { code: 'wallet_busy', message, atMs };
}

/** Returns the result of a wallet that was removed while others were synchronised. */
function removedResult(walletId: string, atMs: number): WalletSyncResult {
  const message = new RecordNotFoundError('wallet', walletId).message;
  return {
    ...emptyResult({ id: walletId, exchange: 'unknown' }),
    ok: false,
    failure: { code: 'wallet_removed', message, atMs },
  };
}

function describeError(error: unknown): string {
  return error instanceof StoreUnavailableError
    ? 'the store does not respond; retrying'
    : 'a wallet could not be synchronised; continuing with the others';
}
