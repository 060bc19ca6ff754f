/** Creates the synchronisation, with the exchanges that it calls. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';

import type { Config } from '../config/read-config.ts';
import type { SyncWorkerOptions, WalletSyncResult } from '../sync/sync-options.ts';
import type { Store } from '../store/store.ts';
import { createCredentialsOpener } from './credentials-opener.ts';
import { exchangeOptions } from './exchange-options.ts';
import { loadMasterKey } from './load-master-key.ts';
import { createWebhookDeliverer } from './webhook-deliverer.ts';

/**
 * Makes the garbage collector mark the heap when it has grown by half since the last marking. By default it
 * may grow fourfold, mostly with responses that are no longer needed (docs/performance.md).
 */
const GARBAGE_COLLECTION_FLAG = '--heap-growing-percent=50';

/** Synchronises wallets. */
export interface SyncRunner {
  /**
   * Synchronises wallets and delivers webhooks as they become due, until the signal aborts.
   *
   * @param walletId if given, synchronises only this wallet, the first time immediately unless it is paused.
   */
  run(walletId?: string): Promise<void>;
  /** Synchronises these wallets now, due or not. */
  syncWallets(walletIds: readonly string[]): Promise<WalletSyncResult[]>;
}

/** Loads the exchange library; only the sync process calls this. */
export async function createSyncRunner(
  config: Config,
  parts: Pick<SyncWorkerOptions, 'logger' | 'nowMs' | 'signal' | 'onWindow'> & {
    readonly store: Store;
  },
): Promise<SyncRunner> {
  const load = () => loadMasterKey(config, parts.store, randomBytes);
  // Before the exchange library, which takes a second to load.
  const masterKey = await load();
  setFlagsFromString(GARBAGE_COLLECTION_FLAG);
  const [{ createExchangeDirectory }, { runSyncWorker, syncWallets }, { StoreClock }] =
    await Promise.all([
      import('../exchanges/registry.ts'),
      import('../sync/worker.ts'),
      import('../sync/store-clock.ts'),
    ]);
  const { nowMs, correct: correctClock } = new StoreClock(parts.nowMs);
  const directory = createExchangeDirectory(exchangeOptions(config, nowMs, parts.signal));
  const options = {
    ...parts,
    openCredentials: createCredentialsOpener(masterKey, load),
    nowMs,
    correctClock,
    directory,
    intervalMs: config.syncIntervalMs,
    workerId: randomUUID(),
    random: Math.random,
  };
  const run = async (walletId?: string): Promise<void> => {
    const ended = new AbortController();
    const signal = AbortSignal.any([parts.signal, ended.signal]);
    const deliverer = await createWebhookDeliverer(config, { ...parts, nowMs, signal });
    const delivering = deliverer.run();
    try {
      if (walletId !== undefined) await syncWallets(options, [walletId]);
      await runSyncWorker(options, walletId);
    } finally {
      ended.abort();
      await delivering;
    }
  };
  return {
    run,
    syncWallets: (walletIds) => syncWallets(options, walletIds),
  };
}
