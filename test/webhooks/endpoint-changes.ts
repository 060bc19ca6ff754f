/** Tests of endpoints whose address or events change while their deliveries run or wait, for one engine. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { claim } from '../store/contract/fixtures.ts';
import type { STORE_ENGINES } from '../store/store-engines.ts';
import { type DeliveryHarness, listReceived, useDelivery } from './delivery-harness.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** More than a delivery reads together. */
const ROWS = Array.from({ length: 25 }, (_, row) => `tx_${row}`);

/** Tests changed endpoints in an engine. */
export function testChangedEndpoint(engine: (typeof STORE_ENGINES)[number][0]): void {
  describe(`a changed endpoint on ${engine}`, () => {
    let harness: DeliveryHarness;
    let receiver: Receiver;
    let next: Receiver;
    useDelivery(engine, ['wallet_a'], (made) => ({ harness, receiver } = made));
    beforeEach(async () => {
      next = await startReceiver();
    });
    afterEach(() => next.close());

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
      const lease = await claim(harness.store, 'wallet_a', harness.nowMs);
      const failure = { code: 'exchange_auth_failed', message: 'Refused.', atMs: harness.nowMs };
      await harness.store.recordOutcome(lease, { nextRunAtMs: null, failure });
      await harness.store.releaseLease(lease);
    }

    const moveTo = ({ url }: Receiver) =>
      harness.store.changeWebhook('webhook_1', { url }, harness.nowMs);

    it('gets the events that it chooses while a delivery runs', async () => {
      await harness.addEndpoint('webhook_1', receiver, { events: ['transaction.created'] });
      await harness.record('wallet_a', ROWS);
      const events = ['transaction.created', 'wallet.stopped'] as const;
      during(async () => {
        await harness.store.changeWebhook('webhook_1', { events }, harness.nowMs);
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
      expect(await harness.store.listWebhooks()).toMatchObject([{ disabled: null, failing: null }]);
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

    it('keeps the wait for its address if only its events change', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 503;
      await harness.record('wallet_a', ['tx_1']);
      await harness.deliver();
      const { url } = receiver;
      const events = ['transaction.created'] as const;
      await harness.store.changeWebhook('webhook_1', { url, events }, harness.nowMs);
      await harness.deliver();
      expect(receiver.messages).toHaveLength(1);
    });
  });
}
