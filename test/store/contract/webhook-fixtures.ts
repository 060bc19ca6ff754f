import type { Store } from '../../../src/store/store.ts';
import type {
  PendingEvent,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../../src/store/webhooks.ts';
import { addOneWallet, claim, makeTransaction, makeWindow, PROJECT_ID, T0 } from './fixtures.ts';

/** A sealed secret. */
export const SECRET = { keyId: 'mk_1', sealed: new Uint8Array([7, 0, 255]) };

/** Returns an endpoint for the events of refreshes and transactions of all wallets. */
export function makeEndpoint(id: string, changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id,
    projectId: PROJECT_ID,
    url: 'https://example.com/hook',
    events: ['wallet.synced', 'wallet.stopped', 'transaction.created', 'transaction.updated'],
    walletIds: null,
    createdAtMs: T0,
    ...changes,
  };
}

/** Returns each event with its transaction. */
export function listNames(events: readonly PendingEvent[]): readonly string[] {
  return events.map(({ name, transactionId }) => `${name} ${transactionId}`);
}

/** Returns functions that change the wallets of a store and read their deliveries. */
export function useDeliveries(store: () => Store) {
  /** Adds one wallet with an endpoint, and returns the wallet. */
  async function addWalletWithWebhook(): Promise<string> {
    const id = await addOneWallet(store());
    await store().addWebhook(makeEndpoint('webhook_a'), SECRET);
    return id;
  }

  async function record(walletId: string, ids: readonly string[], status = 'completed' as const) {
    const lease = await claim(store(), walletId);
    const transactions = ids.map((id) => makeTransaction(id, { status }));
    await store().recordWindow(lease, makeWindow({ transactions }));
    await store().releaseLease(lease);
  }

  /** Claims the delivery of the first due endpoint. */
  async function claimDelivery(nowMs = T0 + 60_000): Promise<WebhookDelivery | undefined> {
    const times = { nowMs, untilMs: nowMs + 1000 };
    const [due] = await store().listDueEndpoints(times);
    return due && store().claimDelivery({ ...times, endpointId: due.endpointId });
  }

  async function requireDelivery(nowMs?: number): Promise<WebhookDelivery> {
    const delivery = await claimDelivery(nowMs);
    if (delivery === undefined) throw new Error('no delivery is due');
    return delivery;
  }

  async function readAll(delivery: WebhookDelivery): Promise<readonly PendingEvent[]> {
    return (await store().readPendingEvents(delivery, delivery.deliveredNo, 100)).events;
  }

  async function finish(delivery: WebhookDelivery): Promise<boolean> {
    const { readToNo } = await store().readPendingEvents(delivery, delivery.deliveredNo, 100);
    return store().recordDelivery(delivery, {
      deliveredNo: readToNo,
      untilMs: null,
      dueAtMs: T0 + 60_000,
      failure: null,
    });
  }

  async function countEvents(): Promise<number> {
    const webhooks = await store().listWebhooks();
    return webhooks.reduce((sum, { pendingCount }) => sum + pendingCount, 0);
  }

  return {
    addWalletWithWebhook,
    record,
    claimDelivery,
    requireDelivery,
    readAll,
    finish,
    countEvents,
  };
}
