/** The metrics of the wallets and webhooks in the store. */
import { setTimeout as sleep } from 'node:timers/promises';

import { Gauge, Registry } from 'prom-client';

import type { ServingStore, WalletCount } from '../../store/serving.ts';
import type { WebhookCount } from '../../store/webhooks.ts';

const STORE_TIMEOUT_MS = 1000;

/** The sources of the metrics. */
export interface StoreMetricsOptions {
  readonly store: Pick<ServingStore, 'countWallets' | 'countWebhooks'>;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/**
 * Reads the metrics of the store, for all processes that synchronise. If the store does not return a count, its metrics are
 * missing: a zero would be false.
 */
export async function readStoreMetrics({ store, now }: StoreMetricsOptions): Promise<Registry> {
  const registry = new Registry();
  const [wallets, webhooks] = await Promise.all([
    countInTime(() => store.countWallets()),
    countInTime(() => store.countWebhooks()),
  ]);
  new Gauge({
    name: 'teller_store_up',
    help: '1 if the database returned the numbers of wallets and webhooks within a second, otherwise 0: they are missing.',
    registers: [registry],
  }).set(wallets === undefined || webhooks === undefined ? 0 : 1);
  if (wallets !== undefined) addWallets(registry, wallets, now());
  if (webhooks !== undefined) addWebhooks(registry, webhooks, now());
  return registry;
}

/** Returns counts of the store, or `undefined` if it does not respond, so that the other metrics are still returned. */
async function countInTime<Count>(
  count: () => Promise<readonly Count[]>,
): Promise<readonly Count[] | undefined> {
  const timeout = sleep(STORE_TIMEOUT_MS, undefined, { ref: false });
  try {
    return await Promise.race([count(), timeout]);
  } catch {
    return undefined;
  }
}

function addWallets(registry: Registry, counts: readonly WalletCount[], nowMs: number): void {
  const add = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['exchange', 'state'], registers: [registry] });
  const wallets = add(
    'teller_wallets',
    'Wallets by the state of their synchronisation; the operator has to act on stopped ones.',
  );
  const oldestSync = add(
    'teller_wallet_oldest_sync_age_seconds',
    'Time since the last synchronisation of the wallet with the oldest one, or since its creation if it has none.',
  );
  const quarantined = add(
    'teller_wallet_quarantined_rows',
    'Rows of exchanges that could not be read.',
  );
  for (const { exchange, state, count, oldestSyncAtMs, quarantinedCount } of counts) {
    const labels = { exchange, state };
    wallets.set(labels, count);
    quarantined.set(labels, quarantinedCount);
    if (oldestSyncAtMs !== null) oldestSync.set(labels, (nowMs - oldestSyncAtMs) / 1000);
  }
}

function addWebhooks(registry: Registry, counts: readonly WebhookCount[], nowMs: number): void {
  const add = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const webhooks = add(
    'teller_webhooks',
    'Webhooks by state; a failing one is retried, the operator has to act on disabled ones.',
    ['state'],
  );
  for (const { state, count } of counts) webhooks.set({ state }, count);
  add(
    'teller_webhook_pending_events',
    'Events that were not delivered yet, including events of other types before a chosen one.',
  ).set(counts.reduce((sum, { pendingCount }) => sum + pendingCount, 0));
  const sinceMs = counts.flatMap(({ failingSinceMs }) => failingSinceMs ?? []);
  add(
    'teller_webhook_failing_seconds',
    'Time since the first failed attempt of the event that has failed longest; 0 if none is failing.',
  ).set(sinceMs.length === 0 ? 0 : (nowMs - Math.min(...sinceMs)) / 1000);
}
