/** Tests of concurrent deliveries of several processes, wallets and endpoints, for one engine. */
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { runDelivery } from '../../src/webhooks/delivery-run.ts';
import { CREDENTIALS, makeWallet } from '../store/contract/fixtures.ts';
import type { STORE_ENGINES } from '../store/store-engines.ts';
import {
  type DeliveryHarness,
  listMethods,
  listReceived,
  useDelivery,
} from './delivery-harness.ts';
import { type Receiver, REPEATED_EVENTS_MAX, startReceiver } from './receiver.ts';

/** Tests concurrent deliveries in an engine. */
export function testConcurrentDeliveries(engine: (typeof STORE_ENGINES)[number][0]): void {
  describe(`concurrent deliveries from ${engine}`, () => {
    let harness: DeliveryHarness;
    let receiver: Receiver;
    useDelivery(engine, ['wallet_a', 'wallet_b'], (made) => ({ harness, receiver } = made));

    it('sends each event once if two processes deliver', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      const ids = Array.from({ length: 50 }, (_each, index) => `tx_${index}`);
      await harness.record('wallet_a', ids);
      await harness.record('wallet_b', ids.slice(0, 30));
      await Promise.all([harness.deliver(), harness.deliver(), harness.deliver()]);
      await harness.deliverAll();
      expect(receiver.messages).toHaveLength(80);
      expect(listReceived(receiver, 'wallet_a')).toEqual(ids);
    });

    it('keeps its lease while a receiver takes seconds for each event', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      const ids = Array.from({ length: 15 }, (_each, index) => `tx_${index}`);
      await harness.record('wallet_a', ids);
      const claimed: unknown[] = [];
      receiver.respond = (response, status) => {
        harness.nowMs += 4000;
        const times = { nowMs: harness.nowMs, untilMs: harness.nowMs + 20_000 };
        void harness.store.claimDelivery({ ...times, endpointId: 'webhook_1' }).then((other) => {
          claimed.push(other);
          return response.writeHead(status).end();
        });
      };
      await harness.deliver();
      await harness.deliverAll();
      expect(listReceived(receiver, 'wallet_a')).toEqual(ids);
      expect(claimed).toEqual(ids.map(() => undefined));
    });

    it('lets other wallets of a slow receiver go first after thirty seconds', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      const ids = Array.from({ length: 60 }, (_each, index) => `tx_${index}`);
      await harness.record('wallet_a', ids);
      receiver.respond = (response, status) => {
        harness.nowMs += 1000;
        response.writeHead(status).end();
      };
      let claims = 0;
      await harness.deliver({
        store: {
          ...listMethods(harness.store),
          claimDelivery: async (claimed) => {
            const delivery = await harness.store.claimDelivery(claimed);
            if (delivery !== undefined) claims += 1;
            return delivery;
          },
        },
      });
      expect([receiver.messages.length, claims]).toEqual([60, 2]);
    });

    it('continues after a process that was killed, and repeats at most one batch', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      const ids = Array.from({ length: 100 }, (_each, index) => `tx_${index}`);
      await harness.record('wallet_a', ids);
      await harness.deliverAndDie(39);
      await harness.deliver();
      expect(receiver.messages).toHaveLength(39);
      await harness.deliverAll();
      expect(listReceived(receiver, 'wallet_a')).toEqual(ids);
      expect(receiver.messages.length).toBeLessThanOrEqual(ids.length + REPEATED_EVENTS_MAX);
    });

    it('starts the deliveries to the receivers of a project in turn', async () => {
      for (const id of ['webhook_1', 'webhook_2']) await harness.addEndpoint(id, receiver);
      for (const id of ['wallet_a', 'wallet_b']) await harness.record(id, ['tx_1']);
      const started: string[] = [];
      const methods = listMethods(harness.store);
      const claimDelivery: typeof methods.claimDelivery = (claim) => {
        started.push(claim.endpointId);
        return methods.claimDelivery(claim);
      };
      await harness.deliver({ store: { ...methods, claimDelivery } });
      expect(started).toEqual(['webhook_1', 'webhook_2', 'webhook_1', 'webhook_2']);
    });

    it('sends what becomes due while the last delivery ends', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      for (const id of ['wallet_a', 'wallet_b']) await harness.record(id, ['tx_1']);
      const methods = listMethods(harness.store);
      const recorded = Promise.withResolvers<void>();
      let searches = 0;
      await harness.deliver({
        store: {
          ...methods,
          recordDelivery: (...args) => methods.recordDelivery(...args).finally(recorded.resolve),
          listDueEndpoints: async (times) => {
            searches += 1;
            if (searches !== 2) return methods.listDueEndpoints(times);
            await recorded.promise;
            await setImmediate();
            return [];
          },
        },
      });
      expect(receiver.messages).toHaveLength(2);
    }, 15_000);

    it('sends up to eight wallets of a receiver concurrently, and does not delay others', async () => {
      const slow = await startReceiver();
      const wallets = Array.from({ length: 20 }, (_each, index) => `wallet_${index}`);
      for (const id of wallets) await harness.store.addWallet(makeWallet(id), CREDENTIALS);
      await harness.addEndpoint('webhook_slow', slow);
      await harness.addEndpoint('webhook_quick', receiver);
      for (const id of wallets) await harness.record(id, ['tx_1', 'tx_2']);
      const held: (() => void)[] = [];
      let heldMax = 0;
      const release = (): void => {
        for (const answer of held.splice(0)) answer();
      };
      slow.respond = (response, status) => {
        held.push(() => void response.writeHead(status).end());
        heldMax = Math.max(heldMax, held.length);
        if (receiver.messages.length === 40) release();
      };
      receiver.respond = (response, status) => {
        response.writeHead(status).end();
        if (receiver.messages.length === 40) release();
      };
      await harness.deliver();
      expect(heldMax).toBe(8);
      expect(slow.messages).toHaveLength(40);
      await slow.close();
    });

    it('reports that a receiver has accepted nothing if it has not chosen the events', async () => {
      await harness.addEndpoint('webhook_1', receiver, { events: ['transaction.updated'] });
      await harness.addEndpoint('webhook_2', receiver, { events: ['transaction.created'] });
      await harness.record('wallet_a', ['tx_1']);
      const times = { nowMs: harness.nowMs, untilMs: harness.nowMs + 20_000 };
      const resultOf = async (endpointId: string) => {
        const delivery = await harness.store.claimDelivery({ ...times, endpointId });
        return delivery && runDelivery(harness.makeOptions(), delivery);
      };
      // Otherwise a failing receiver would get events of several wallets concurrently.
      expect(await resultOf('webhook_1')).toBe('none');
      expect(await resultOf('webhook_2')).toBe('accepted');
    });

    it('sends to a failing receiver one after the other, until it accepts an event', async () => {
      const wallets = Array.from({ length: 30 }, (_each, index) => `wallet_${index}`);
      for (const id of wallets) await harness.store.addWallet(makeWallet(id), CREDENTIALS);
      await harness.addEndpoint('webhook_1', receiver);
      for (const id of wallets) await harness.record(id, ['tx_1']);
      /** The number of open requests at the arrival of each. */
      const counts: number[] = [];
      const held: (() => void)[] = [];
      let open = 0;
      receiver.judge = () => {
        open += 1;
        counts.push(open);
        return counts.length <= 20 ? 500 : 204;
      };
      receiver.respond = (response, status) => {
        held.push(() => {
          open -= 1;
          response.writeHead(status).end();
        });
        const [first, isLast] = [counts.length <= 8, counts.length === wallets.length];
        const isHeld = first ? held.length < 8 : counts.length > 21 && held.length < 2 && !isLast;
        if (isHeld) return;
        setTimeout(() => {
          for (const answer of held.splice(0)) answer();
        }, 5);
      };
      await harness.deliver();
      expect(counts).toHaveLength(30);
      expect(counts.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(Math.max(...counts.slice(8, 21))).toBe(1);
      expect(Math.max(...counts.slice(21))).toBeGreaterThan(1);
    });
  });
}
