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

/** Returns a function that updates the metrics of the store, for all processes that synchronise. */
export function createStoreMetrics({ store, now }: StoreMetricsOptions): () => Promise<Registry> {
  const registry = new Registry();
  const showWallets = createWalletGauges(registry);
  const showWebhooks = createWebhookGauges(registry);
  return async () => {
    const [wallets, webhooks] = await Promise.all([
      countInTime(() => store.countWallets()),
      countInTime(() => store.countWebhooks()),
    ]);
    showWallets(wallets, now());
    showWebhooks(webhooks, now());
    return registry;
  };
}

/** Returns counts of the store; none if it does not respond, so that the other metrics are still returned. */
async function countInTime<Count>(
  count: () => Promise<readonly Count[]>,
): Promise<readonly Count[]> {
  const timeout = sleep(STORE_TIMEOUT_MS, [], { ref: false });
  return Promise.race([count().catch(() => []), timeout]);
}

function createWalletGauges(
  registry: Registry,
): (counts: readonly WalletCount[], nowMs: number) => void {
  const create = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['exchange', 'state'], registers: [registry] });
  const wallets = create(
    'teller_wallets',
    'Wallets by the state of their synchronisation; the operator has to act on stopped ones.',
  );
  const oldestSync = create(
    'teller_wallet_oldest_sync_age_seconds',
    'Time since the last synchronisation of the wallet with the oldest one.',
  );
  const quarantined = create(
    'teller_wallet_quarantined_rows',
    'Rows of exchanges that could not be read.',
  );
  return (counts, nowMs) => {
    for (const gauge of [wallets, oldestSync, quarantined]) gauge.reset();
    for (const { exchange, state, count, oldestSyncAtMs, quarantinedCount } of counts) {
      const labels = { exchange, state };
      wallets.set(labels, count);
      quarantined.set(labels, quarantinedCount);
      if (oldestSyncAtMs !== null) oldestSync.set(labels, (nowMs - oldestSyncAtMs) / 1000);
    }
  };
}

function createWebhookGauges(
  registry: Registry,
): (counts: readonly WebhookCount[], nowMs: number) => void {
  const create = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const webhooks = create(
    'teller_webhooks',
    'Webhooks by state; a failing one is retried, the operator has to act on disabled ones.',
    ['state'],
  );
  const pending = create('teller_webhook_pending_events', 'Events that were not delivered yet.');
  const failing = create(
    'teller_webhook_failing_seconds',
    'Time since the first failed attempt of the event that has failed longest; 0 if none is failing.',
  );
  return (counts, nowMs) => {
    webhooks.reset();
    for (const { state, count } of counts) webhooks.set({ state }, count);
    pending.set(counts.reduce((sum, { pendingCount }) => sum + pendingCount, 0));
    const sinceMs = counts.flatMap(({ failingSinceMs }) => failingSinceMs ?? []);
    failing.set(sinceMs.length === 0 ? 0 : (nowMs - Math.min(...sinceMs)) / 1000);
  };
}
