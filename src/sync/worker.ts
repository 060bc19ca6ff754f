/** The sync worker: claims wallets that are due and synchronises them, some at a time. */
import { setTimeout as sleep } from 'node:timers/promises';

import {
  RecordNotFoundError,
  StoreUnavailableError,
  type WalletClaim,
  type WalletLease,
} from '../store/store.ts';
import type { SyncWorkerOptions, WalletSyncResult } from './sync-options.ts';
import { emptyResult, LEASE_MS, runWallet } from './wallet-run.ts';
import { keepPresent } from './worker-presence.ts';

const CONCURRENT_WALLETS_MAX = 32;
/** Wallets of one exchange at a time, so that one that is slow leaves room for the others. */
const CONCURRENT_PER_EXCHANGE_MAX = 8;
/** A longer backfill makes room for wallets that are due, and goes on after them. */
const BACKFILL_SLICE_MS = 60_000;
const POLL_MS = 1000;
/** Tries to claim a wallet by name: longer than a lease of a worker that no longer lives. */
const CLAIM_TRIES_MAX = 15;
const STORE_RETRY_MS = 2000;

/** Synchronises wallets as they become due, until the signal aborts. */
export async function runSyncWorker(options: SyncWorkerOptions): Promise<void> {
  await keepPresent(options, () => new Dispatcher(options).run());
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
  const lanes = Math.min(CONCURRENT_PER_EXCHANGE_MAX, walletIds.length);
  await keepPresent(options, () => Promise.all(Array.from({ length: lanes }, drain)));
  return results;
}

/** Runs what is due, within the limits of the process and of each exchange. */
class Dispatcher {
  readonly #options: SyncWorkerOptions;
  /** What runs, with the exchange of each. */
  readonly #running = new Map<Promise<void>, string>();

  constructor(options: SyncWorkerOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { signal, logger } = this.#options;
    while (!signal.aborted) {
      try {
        if (!(await this.#startNext())) await this.#waitForChange();
      } catch (error) {
        logger.error({ err: error }, describeTrouble(error));
        await pause(STORE_RETRY_MS, signal);
      }
    }
    await Promise.all(this.#running.keys());
  }

  /** Claims and starts a wallet that is due; false where there is none or no room. */
  async #startNext(): Promise<boolean> {
    if (this.#running.size >= CONCURRENT_WALLETS_MAX) return false;
    const exceptExchanges = this.#exchangesWithoutRoom();
    const lease = await claimWallet(this.#options, { exceptExchanges });
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
      this.#options.logger.error({ err: error, walletId: lease.walletId }, describeTrouble(error));
    }
  }

  #exchangesWithoutRoom(): string[] {
    const counts = Map.groupBy(this.#running.values(), (exchange) => exchange);
    const full = [...counts].filter(([, runs]) => runs.length >= CONCURRENT_PER_EXCHANGE_MAX);
    return [...full.map(([exchange]) => exchange), ...this.#options.directory.listPaused()];
  }

  async #waitForChange(): Promise<void> {
    await Promise.race([pause(POLL_MS, this.#options.signal), ...this.#running.keys()]);
  }
}

async function claimWallet(
  { store, nowMs }: SyncWorkerOptions,
  which: Pick<WalletClaim, 'walletId' | 'exceptExchanges'>,
): Promise<WalletLease | undefined> {
  const atMs = nowMs();
  return store.claimWallet({ ...which, nowMs: atMs, untilMs: atMs + LEASE_MS });
}

async function syncNamedWallet(
  options: SyncWorkerOptions,
  walletId: string,
): Promise<WalletSyncResult> {
  const wallet = await options.store.findWallet(walletId);
  if (wallet === undefined) return goneResult(walletId, options.nowMs());
  for (let attempt = 1; attempt <= CLAIM_TRIES_MAX && !options.signal.aborted; attempt += 1) {
    const lease = await claimWallet(options, { walletId });
    if (lease !== undefined) return runWallet(options, { lease });
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

/** A wallet that was removed while others were synchronised. */
function goneResult(walletId: string, atMs: number): WalletSyncResult {
  const message = new RecordNotFoundError('wallet', walletId).message;
  return {
    ...emptyResult({ id: walletId, exchange: 'unknown' }),
    ok: false,
    failure: { code: 'wallet_removed', message, atMs },
  };
}

function describeTrouble(error: unknown): string {
  return error instanceof StoreUnavailableError
    ? 'the store does not answer; trying again'
    : 'a wallet could not be synchronised; going on';
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined);
}
