/** Tests of deliveries from a real store to real receivers, for one engine. */
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { SealedCredentialsError } from '../../src/domain/sealed-credentials.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import type { WebhookStore } from '../../src/store/webhooks.ts';
import { runDeliverer } from '../../src/webhooks/deliverer.ts';
import { claim, makeTransaction, makeWindow, T0 } from '../store/contract/fixtures.ts';
import type { STORE_ENGINES } from '../store/store-engines.ts';
import {
  type DeliveryHarness,
  listMethods,
  listReceived,
  useDelivery,
} from './delivery-harness.ts';
import { type Receiver, startReceiver, verify } from './receiver.ts';

/** Tests deliveries in an engine. */
export function testDeliveries(engine: (typeof STORE_ENGINES)[number][0]): void {
  describe(`deliveries from ${engine}`, () => {
    let harness: DeliveryHarness;
    let receiver: Receiver;
    useDelivery(engine, ['wallet_a', 'wallet_b'], (made) => ({ harness, receiver } = made));

    it('sends a signed event with the row in the form of the service, digit by digit', async () => {
      const secret = await harness.addEndpoint('webhook_1', receiver);
      const lease = await claim(harness.store, 'wallet_a');
      const row = makeTransaction('tx_1', {
        amount: parseDecimal('123456789.12345678901234567890'),
        feeCost: parseDecimal('0.00000001'),
        feeCurrency: 'BTC',
        txid: 'abc"é',
      });
      await harness.store.recordWindow(lease, makeWindow({ transactions: [row] }));
      await harness.deliverAll();
      const [message, ...others] = receiver.messages;
      expect(others).toEqual([]);
      verify(secret, message!);
      expect(message?.id).toMatch(/^evt_[0-9a-f]{32}$/);
      expect(message?.body).toBe(
        '{"type":"transaction.created","timestamp":"2024-01-01T00:00:05.000Z","data":{' +
          '"projectId":"project_000000000000000000000001","walletId":"wallet_a","cause":"backfill",' +
          '"transactionId":"tx_1","transaction":{"id":"tx_1","walletId":"wallet_a","asset":"BTC",' +
          '"type":"deposit","amount":123456789.12345678901234567890,"timestamp":1704067200000,' +
          String.raw`"status":"completed","txid":"abc\"é","address":null,"feeCost":0.00000001,"feeCurrency":"BTC"}}}`,
      );
    });

    it('sends the state of a wallet', async () => {
      await harness.addEndpoint('webhook_1', receiver, { events: ['wallet.stopped'] });
      const lease = await claim(harness.store, 'wallet_a');
      const failure = { code: 'exchange_auth_failed', message: 'The key was refused.', atMs: T0 };
      await harness.store.recordOutcome(lease, { nextRunAtMs: T0, syncedAtMs: T0 });
      await harness.store.recordOutcome(lease, { nextRunAtMs: null, failure });
      await harness.deliverAll();
      expect(receiver.listAccepted()).toMatchObject([
        {
          type: 'wallet.stopped',
          timestamp: '2024-01-01T00:00:00.000Z',
          data: {
            projectId: 'project_000000000000000000000001',
            walletId: 'wallet_a',
            syncState: 'stopped',
            historyComplete: false,
            failure: { code: 'exchange_auth_failed', message: 'The key was refused.' },
          },
        },
      ]);
    });

    it('delivers everything in order after a receiver has failed for an hour', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 503;
      const expected: string[] = [];
      for (let minute = 0; minute < 60; minute += 1) {
        const ids = [1, 2, 3].map((row) => `tx_${minute}_${row}`);
        expected.push(...ids);
        await harness.record('wallet_a', ids);
        await harness.deliver();
        harness.nowMs += MINUTE_MS;
      }
      expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(1);
      receiver.judge = () => 204;
      harness.nowMs += 10 * MINUTE_MS;
      await harness.deliver();
      expect(listReceived(receiver, 'wallet_a')).toEqual(expected);
      expect(await harness.store.listWebhooks()).toMatchObject([
        { pendingCount: 0, failing: null },
      ]);
    });

    it('blocks only the wallet whose event fails, and only for that endpoint', async () => {
      const other = await startReceiver();
      await harness.addEndpoint('webhook_1', receiver);
      await harness.addEndpoint('webhook_2', other);
      receiver.judge = ({ body }) => (body.includes('tx_poison') ? 500 : 200);
      await harness.record('wallet_a', ['tx_1', 'tx_poison', 'tx_2']);
      await harness.record('wallet_b', ['tx_3', 'tx_4']);
      await harness.deliver();
      expect(listReceived(receiver, 'wallet_a')).toEqual(['tx_1']);
      expect(listReceived(receiver, 'wallet_b')).toEqual(['tx_3', 'tx_4']);
      expect(listReceived(other, 'wallet_a')).toEqual(['tx_1', 'tx_poison', 'tx_2']);
      expect(harness.warnings).toMatchObject([
        { webhookId: 'webhook_1', walletId: 'wallet_a', message: 'the receiver returned 500' },
      ]);
      await other.close();
    });

    it('retries a failed event with growing waits, and with the same identifier', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 500;
      await harness.record('wallet_a', ['tx_1']);
      for (const waitMs of [5000, 10_000, 20_000]) {
        await harness.deliver();
        harness.nowMs += waitMs - 1;
        const count = receiver.messages.length;
        await harness.deliver();
        expect(receiver.messages).toHaveLength(count);
        harness.nowMs += 1;
      }
      expect(receiver.messages).toHaveLength(3);
      expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(1);
    });

    it('waits as long as the receiver requests', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 429;
      receiver.respond = (response) => void response.writeHead(429, { 'retry-after': '900' }).end();
      await harness.record('wallet_a', ['tx_1']);
      await harness.deliver();
      harness.nowMs += 899_999;
      await harness.deliver();
      expect(receiver.messages).toHaveLength(1);
      harness.nowMs += 1;
      await harness.deliver();
      expect(receiver.messages).toHaveLength(2);
    });

    it('disables an endpoint that is gone', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 410;
      await harness.record('wallet_a', ['tx_1', 'tx_2']);
      await harness.deliver();
      await harness.record('wallet_a', ['tx_3']);
      harness.nowMs += DAY_MS;
      await harness.deliver();
      expect(receiver.messages).toHaveLength(1);
      const message = 'the receiver returned 410; undelivered events were dropped';
      expect(await harness.store.listWebhooks()).toMatchObject([{ disabled: { message } }]);
    });

    it('leaves an enabled endpoint active if an attempt from before fails', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      await harness.record('wallet_a', ['tx_1']);
      const { store } = harness;
      receiver.respond = (response) => {
        const restart = async (): Promise<void> => {
          await store.disableWebhook('webhook_1', { message: 'gone', atMs: harness.nowMs });
          await store.enableWebhook('webhook_1');
          response.writeHead(410).end();
        };
        void restart();
      };
      await harness.deliver();
      expect(receiver.messages).toHaveLength(1);
      expect(await store.listWebhooks()).toMatchObject([{ disabled: null, failing: null }]);
    });

    it('disables an endpoint that has failed for five days', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 500;
      await harness.record('wallet_a', ['tx_1']);
      for (let hour = 0; hour < 5 * 24; hour += 1) {
        await harness.deliver();
        harness.nowMs += HOUR_MS;
      }
      expect(await harness.store.listWebhooks()).toMatchObject([{ disabled: null }]);
      await harness.deliver();
      const [webhook] = await harness.store.listWebhooks();
      expect(webhook?.disabled).toEqual({
        message:
          'no attempt has succeeded for 5 days: the receiver returned 500; undelivered events were dropped',
        atMs: T0 + 5 * DAY_MS,
      });
    });

    it('keeps the events of a few failed attempts, although the clock is corrected by ten years', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 500;
      await harness.record('wallet_a', ['tx_1']);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await harness.deliver();
        harness.nowMs += MINUTE_MS;
      }
      harness.nowMs += 3650 * DAY_MS;
      await harness.deliver();
      expect(await harness.store.listWebhooks()).toMatchObject([{ disabled: null }]);
      receiver.judge = () => 200;
      harness.nowMs += HOUR_MS;
      await harness.deliver();
      expect(receiver.messages.at(-1)?.body).toContain('tx_1');
    });

    it('counts the failures of each event, not of the endpoint', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 500;
      await harness.record('wallet_a', ['tx_1', 'tx_2']);
      await harness.deliver();
      harness.nowMs += 4 * DAY_MS;
      receiver.judge = ({ body }) => (body.includes('tx_1') ? 200 : 500);
      await harness.deliver();
      harness.nowMs += 4 * DAY_MS;
      await harness.deliver();
      expect(await harness.store.listWebhooks()).toMatchObject([
        { disabled: null, failing: { sinceMs: T0 + 4 * DAY_MS } },
      ]);
    });

    /** Returns a store in which the last event of a delivery has the number 1,000,001, and one event is the maximum. */
    const withBacklog = (): WebhookStore => ({
      ...listMethods(harness.store),
      claimDelivery: async (claimed) => {
        const delivery = await harness.store.claimDelivery(claimed);
        return delivery && { ...delivery, pendingNo: 1_000_001 };
      },
      hasMorePending: (delivery) => harness.store.hasMorePending(delivery, 1),
    });

    it('does not disable an endpoint if it has chosen few of the undelivered events', async () => {
      await harness.addEndpoint('webhook_1', receiver, { events: ['transaction.updated'] });
      await harness.addEndpoint('webhook_2', receiver, { events: ['transaction.created'] });
      await harness.record('wallet_a', ['tx_1', 'tx_2']);
      await harness.deliver({ store: withBacklog() });
      expect(await harness.store.listWebhooks()).toMatchObject([
        { id: 'webhook_1', disabled: null, pendingCount: 0 },
        { id: 'webhook_2', disabled: {} },
      ]);
    });

    it('disables an endpoint with too many undelivered events of a wallet', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      await harness.record('wallet_a', ['tx_1', 'tx_2']);
      await harness.deliver({ store: withBacklog() });
      expect(receiver.messages).toEqual([]);
      expect(await harness.store.listWebhooks()).toMatchObject([
        {
          disabled: {
            message:
              'more than 1,000,000 events of a wallet were not delivered; undelivered events were dropped',
          },
        },
      ]);
    });

    it('records no failure if the process stops during a request', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      const stop = new AbortController();
      receiver.respond = () => stop.abort();
      await harness.record('wallet_a', ['tx_1']);
      await harness.deliver({ signal: stop.signal });
      expect(await harness.store.listWebhooks()).toMatchObject([
        { failing: null, pendingCount: 1 },
      ]);
      receiver.respond = (response, status) => void response.writeHead(status).end();
      await harness.deliver();
      expect(receiver.messages).toHaveLength(2);
    });

    it('records an accepted event before it ends, because the store is closed then', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      await harness.record('wallet_a', ['tx_1']);
      const stop = new AbortController();
      let isRecorded = false;
      const store: WebhookStore = {
        ...listMethods(harness.store),
        recordDelivery: async (...args) => {
          stop.abort();
          await sleep(50);
          isRecorded = await harness.store.recordDelivery(...args);
          return isRecorded;
        },
      };
      await runDeliverer({ ...harness.makeOptions(), store, signal: stop.signal });
      expect(isRecorded).toBe(true);
      expect(receiver.messages).toHaveLength(1);
    });

    it('logs that the store does not respond, and waits before the next search', async () => {
      const stop = new AbortController();
      const logged: string[] = [];
      let searches = 0;
      const options = harness.makeOptions();
      const running = runDeliverer({
        ...options,
        logger: { ...options.logger, error: (_fields, message) => void logged.push(message) },
        store: {
          ...listMethods(harness.store),
          listDueEndpoints: () => {
            searches += 1;
            return Promise.reject(new StoreUnavailableError('the database cannot be reached'));
          },
        },
        signal: stop.signal,
      });
      await expect.poll(() => logged).toHaveLength(1);
      await sleep(50);
      stop.abort();
      await running;
      expect(logged).toEqual(['the store does not respond; webhooks are delivered later']);
      expect(searches).toBe(1);
    });

    it('keeps the failure of an event if the process stops during its next attempt', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 500;
      await harness.record('wallet_a', ['tx_1']);
      await harness.deliver();
      harness.nowMs += HOUR_MS;
      const stop = new AbortController();
      receiver.respond = () => stop.abort();
      await harness.deliver({ signal: stop.signal });
      expect(await harness.store.listWebhooks()).toMatchObject([{ failing: { sinceMs: T0 } }]);
    });

    it('counts no failure if the store does not respond while the secret is decrypted', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      receiver.judge = () => 500;
      await harness.record('wallet_a', ['tx_1']);
      await harness.deliver();
      const before = await harness.store.listWebhooks();
      const error = new StoreUnavailableError('the database cannot be reached');
      for (let day = 0; day < 6; day += 1) {
        harness.nowMs += DAY_MS;
        await harness.deliver({ openSecrets: () => Promise.reject(error) });
      }
      expect(await harness.store.listWebhooks()).toEqual(before);
      expect(before).toMatchObject([{ failing: { message: 'the receiver returned 500' } }]);
      expect(harness.warnings).toContainEqual({
        err: error,
        webhookId: 'webhook_1',
        walletId: 'wallet_a',
      });
      receiver.judge = () => 204;
      await harness.deliverAll();
      expect(listReceived(receiver, 'wallet_a')).toEqual(['tx_1']);
    });

    it('retries if the secret cannot be decrypted, and logs why', async () => {
      await harness.addEndpoint('webhook_1', receiver);
      await harness.record('wallet_a', ['tx_1']);
      const error = new SealedCredentialsError('they are corrupted');
      await harness.deliver({ openSecrets: () => Promise.reject(error) });
      expect(receiver.messages).toEqual([]);
      expect(harness.warnings).toContainEqual({
        err: error,
        webhookId: 'webhook_1',
        walletId: 'wallet_a',
      });
      expect(await harness.store.listWebhooks()).toMatchObject([
        { failing: { message: expect.stringContaining('TELLER_MASTER_KEY') } },
      ]);
      await harness.deliverAll();
      expect(receiver.messages).toHaveLength(1);
    });
  });
}
