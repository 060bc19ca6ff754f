import { expect, it } from 'vitest';

import { readStoreMetrics } from './store-metrics.ts';

const WALLETS = {
  exchange: 'kraken',
  state: 'synced',
  count: 3,
  oldestSyncAtMs: null,
  quarantinedCount: 0,
} as const;

const WALLETS_READ = 'teller_wallets{exchange="kraken",state="synced"} 3\n';
const WEBHOOKS_READ = 'teller_webhook_pending_events 0\n';

async function read(
  countWallets: () => Promise<readonly (typeof WALLETS)[]>,
  countWebhooks: () => Promise<[]>,
): Promise<string> {
  const registry = await readStoreMetrics({ store: { countWallets, countWebhooks }, now: () => 0 });
  return registry.metrics();
}

it.each<[string, () => Promise<never>]>([
  ['does not respond', () => new Promise(() => undefined)],
  ['fails', () => Promise.reject(new Error('the connection ended'))],
  [
    'throws',
    () => {
      throw new Error('the connection ended');
    },
  ],
])('a count that %s does not delay the other one, and has no series', async (_what, count) => {
  const withoutWebhooks = await read(async () => [WALLETS], count);
  expect(withoutWebhooks).toContain(WALLETS_READ);
  expect(withoutWebhooks).not.toContain('teller_webhook');
  expect(withoutWebhooks).toContain('teller_store_up 0\n');
  const withoutWallets = await read(count, async () => []);
  expect(withoutWallets).toContain(WEBHOOKS_READ);
  expect(withoutWallets).not.toContain('teller_wallet');
  expect(withoutWallets).toContain('teller_store_up 0\n');
});

it('reports that the store is up if it returned both counts, of none too', async () => {
  const text = await read(
    async () => [],
    async () => [],
  );
  expect(text).toContain('\nteller_store_up 1\n');
  expect(text).toContain('\nteller_webhook_failing_seconds 0\n');
});

it('has no time of the last synchronisation for wallets that only take imports, and the longest time of failure', async () => {
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
