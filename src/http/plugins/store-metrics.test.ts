import { expect, it } from 'vitest';

import { readStoreMetrics } from './store-metrics.ts';

const WALLETS = {
  exchange: 'kraken',
  state: 'synced',
  count: 3,
  oldestSyncAtMs: null,
  quarantinedCount: 0,
} as const;

it.each([
  ['does not respond', () => new Promise<never>(() => undefined)],
  ['fails', () => Promise.reject(new Error('the connection ended'))],
])('a count that %s does not delay the other metrics, and is missing', async (_what, count) => {
  const store = { countWallets: () => Promise.resolve([WALLETS]), countWebhooks: count };
  const registry = await readStoreMetrics({ store, now: () => 0 });
  const text = await registry.metrics();
  expect(text).toContain('teller_wallets{exchange="kraken",state="synced"} 3\n');
  expect(text).not.toContain('teller_webhooks{');
});

it('has no time of the last synchronisation for wallets without one, and the longest time of failure', async () => {
  const failing = [5000, 2000, null].map((failingSinceMs) => {
    return { state: 'failing', count: 1, pendingCount: 1, failingSinceMs } as const;
  });
  const synced = { ...WALLETS, exchange: 'okx', oldestSyncAtMs: 4000 };
  const store = { countWallets: async () => [WALLETS, synced], countWebhooks: async () => failing };
  const text = await (await readStoreMetrics({ store, now: () => 10_000 })).metrics();
  const ages = text.split('\n').filter((line) => line.startsWith('teller_wallet_oldest_sync_age'));
  expect(ages).toEqual(['teller_wallet_oldest_sync_age_seconds{exchange="okx",state="synced"} 6']);
  expect(text).toContain('teller_webhook_failing_seconds 8\n');
});
