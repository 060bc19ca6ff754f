import { expect, it } from 'vitest';

import type { WebhookStatus } from '../store/webhooks.ts';
import { formatWalletWebhooks, formatWebhooks } from './webhook-view.ts';

const NOW_MS = Date.UTC(2025, 0, 2);
const ACTIVE = {
  id: 'webhook_1',
  projectId: 'project_1',
  url: 'https://a.example',
  walletIds: null,
  disabled: null,
  failing: null,
  pendingCount: 1200,
} as WebhookStatus;
const DISABLED = {
  ...ACTIVE,
  walletIds: ['wallet_1', 'wallet_2'],
  disabled: { atMs: NOW_MS - 3_600_000, message: 'closed \u001B[2J' },
} as unknown as WebhookStatus;
const FAILING = {
  ...ACTIVE,
  failing: {
    walletId: 'wallet_1',
    message: 'closed \u009B',
    sinceMs: NOW_MS - 60_000,
    nextAttemptAtMs: NOW_MS + 60_000,
  },
} as WebhookStatus;

it('a list of webhooks has a table, and the cause of each failure without control characters', () => {
  expect(formatWebhooks([ACTIVE], NOW_MS, undefined).split('\n')).toEqual([
    'WEBHOOK    PROJECT    STATE   PENDING  WALLETS  URL',
    'webhook_1  project_1  active  1,200    all      https://a.example',
  ]);
  const lines = formatWebhooks([DISABLED, FAILING], NOW_MS, undefined).split('\n');
  expect(lines[1]).toBe('webhook_1  project_1  disabled  1,200    2        https://a.example');
  expect(lines.slice(4)).toEqual([
    'webhook_1 disabled 60 min ago: closed �[2J; once the receiver works, run: teller webhook enable webhook_1',
    'webhook_1 failing since 2025-01-01T23:59:00.000Z (60 s ago): closed �; 1,200 events pending, ' +
      'next attempt 2025-01-02T00:01:00.000Z',
  ]);
});

it('a wallet lists its webhooks with what waits for each', () => {
  expect(formatWalletWebhooks([ACTIVE], NOW_MS)).toEqual([
    '',
    'Webhooks',
    '  webhook_1 active, 1,200 events pending',
  ]);
});
