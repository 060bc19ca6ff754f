/** Endpoints whose address or events change while their deliveries run or wait. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { claim, T0 } from '../store/contract/fixtures.ts';
import { openEmptyStore, STORE_ENGINES } from '../store/store-engines.ts';
import { DeliveryHarness, listReceived } from './delivery-harness.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const ENGINES = STORE_ENGINES.map(([engine]) => engine);
/** More than a delivery reads together. */
const ROWS = Array.from({ length: 25 }, (_, row) => `tx_${row}`);

describe.each(ENGINES)('a changed endpoint on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openEmptyStore>>;
  let harness: DeliveryHarness;
  let receiver: Receiver;
  let next: Receiver;

  beforeEach(async () => {
    opened = await openEmptyStore(engine);
    harness = new DeliveryHarness(opened.store);
    [receiver, next] = [await startReceiver(), await startReceiver()];
    await harness.addWallets('wallet_a');
  });
  afterEach(async () => {
    await receiver.close();
    await next.close();
    await opened.close();
  });

  /** Calls `change` while the receiver has the first request, which it then answers. */
  function during(change: () => Promise<void>, status = 200): void {
    let isFirst = true;
    receiver.respond = (response) => {
      const end = () => void response.writeHead(status).end();
      if (!isFirst) return end();
      isFirst = false;
      change().then(end, end);
    };
    receiver.judge = () => status;
  }

  async function stop(): Promise<void> {
    const lease = await claim(opened.store, 'wallet_a', harness.nowMs);
    const failure = { code: 'exchange_auth_failed', message: 'Refused.', atMs: harness.nowMs };
    await opened.store.recordOutcome(lease, { nextRunAtMs: null, failure });
    await opened.store.releaseLease(lease);
  }

  const moveTo = ({ url }: Receiver) =>
    opened.store.changeWebhook('webhook_1', { url }, harness.nowMs);

  it('gets the events that it chooses while a delivery runs', async () => {
    await harness.addEndpoint('webhook_1', receiver, { events: ['transaction.created'] });
    await harness.record('wallet_a', ROWS);
    const events = ['transaction.created', 'wallet.stopped'] as const;
    during(async () => {
      await opened.store.changeWebhook('webhook_1', { events }, harness.nowMs);
      await stop();
    });
    await harness.deliver();
    await harness.deliverAll();
    expect(receiver.listAccepted().at(-1)).toMatchObject({ type: 'wallet.stopped' });
  });

  it('is not disabled by the response of its former address, which a delivery still waits for', async () => {
    await harness.addEndpoint('webhook_1', receiver);
    await harness.record('wallet_a', ['tx_1']);
    during(() => moveTo(next), 410);
    await harness.deliver();
    await harness.deliverAll();
    expect(await opened.store.listWebhooks()).toMatchObject([{ disabled: null, failing: null }]);
    expect(listReceived(next, 'wallet_a')).toEqual(['tx_1']);
  });

  it('gets everything that its former address has not accepted yet, in order', async () => {
    await harness.addEndpoint('webhook_1', receiver);
    await harness.record('wallet_a', ROWS);
    during(() => moveTo(next));
    await harness.deliver();
    expect(listReceived(next, 'wallet_a')).toEqual(ROWS);
    // The former address has those that were read together with the first one, and no later one.
    expect(receiver.messages).toHaveLength(20);
  });

  it('gets its events without the wait that its former address has requested', async () => {
    await harness.addEndpoint('webhook_1', receiver);
    receiver.respond = (response) => void response.writeHead(503, { 'retry-after': '86400' }).end();
    receiver.judge = () => 503;
    await harness.record('wallet_a', ['tx_1']);
    await harness.deliver();
    await moveTo(next);
    expect(await opened.store.listWebhooks()).toMatchObject([{ failing: null, pendingCount: 1 }]);
    await harness.deliver();
    expect(listReceived(next, 'wallet_a')).toEqual(['tx_1']);
    expect(harness.nowMs).toBe(T0);
  });

  it('keeps the wait for its address if only its events change', async () => {
    await harness.addEndpoint('webhook_1', receiver);
    receiver.judge = () => 503;
    await harness.record('wallet_a', ['tx_1']);
    await harness.deliver();
    const { url } = receiver;
    const events = ['transaction.created'] as const;
    await opened.store.changeWebhook('webhook_1', { url, events }, harness.nowMs);
    await harness.deliver();
    expect(receiver.messages).toHaveLength(1);
  });
});
