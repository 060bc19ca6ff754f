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
