/** Tests of the signatures during and after the overlap of two secrets, for one engine. */
import { randomBytes } from 'node:crypto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { HOUR_MS } from '../../src/domain/duration.ts';
import { deriveMasterKey } from '../../src/domain/master-key.ts';
import {
  openCredentials,
  sealCredentials,
  type SealedCredentials,
} from '../../src/domain/sealed-credentials.ts';
import {
  createSecrets,
  readSecrets,
  rotateSecret,
  type WebhookSecrets,
  writeSecrets,
} from '../../src/domain/webhook-secrets.ts';
import { runDeliverer } from '../../src/webhooks/deliverer.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import type { DelivererOptions } from '../../src/webhooks/deliverer-options.ts';
import { PROJECT_ID, T0 } from '../store/contract/fixtures.ts';
import type { STORE_ENGINES } from '../store/store-engines.ts';
import { DEFAULT_EVENTS, type DeliveryHarness, useDelivery } from './delivery-harness.ts';
import { type Receiver, verify } from './receiver.ts';

const ID = 'webhook_1';
const KEY = deriveMasterKey('ab'.repeat(32));
const NEXT_KEY = deriveMasterKey(`${'cd'.repeat(32)} ${'ab'.repeat(32)}`);

function seal(secrets: WebhookSecrets, id = ID, masterKey = KEY): SealedCredentials {
  return sealCredentials(writeSecrets(secrets), id, masterKey, randomBytes);
}

/** Returns the options of a deliverer that has a master key. */
function useKey(masterKey = KEY): Pick<DelivererOptions, 'openSecrets' | 'sealSecrets'> {
  return {
    openSecrets: async (sealed, id) => readSecrets(openCredentials(sealed, id, masterKey)),
    sealSecrets: async (secrets, id) => seal(secrets, id, masterKey),
  };
}

/** Tests rotated secrets in an engine. */
export function testRotatedSecrets(engine: (typeof STORE_ENGINES)[number][0]): void {
  describe(`a rotated secret in ${engine}`, () => {
    let harness: DeliveryHarness;
    let receiver: Receiver;
    const first = createSecrets(randomBytes);
    const second = rotateSecret(first, T0, randomBytes);

    useDelivery(engine, ['wallet_a'], (made) => ({ harness, receiver } = made));
    beforeEach(async () => {
      await harness.store.recordMasterKey({ id: KEY.current.id, servingKeys: null });
      const endpoint = { id: ID, projectId: PROJECT_ID, url: receiver.url, createdAtMs: T0 };
      const all = { events: DEFAULT_EVENTS, walletIds: null };
      await harness.store.addWebhook({ ...endpoint, ...all }, seal(first));
      await replace(second);
    });

    async function replace(next: WebhookSecrets): Promise<boolean> {
      const { credentials } = await harness.store.readWebhook(ID);
      return harness.store.replaceWebhookSecret({ endpointId: ID, ...credentials }, seal(next));
    }

    async function readStored(masterKey = KEY): Promise<WebhookSecrets> {
      const { credentials } = await harness.store.readWebhook(ID);
      return readSecrets(openCredentials(credentials, ID, masterKey));
    }

    const deliver = (masterKey = KEY): Promise<void> => harness.deliver(useKey(masterKey));

    it('signs each event, for 24 hours together with the previous one', async () => {
      for (const [ids, atMs] of [
        [['tx_1', 'tx_2'], T0],
        [['tx_3'], T0 + 24 * HOUR_MS - 1],
        [['tx_4', 'tx_5'], T0 + 24 * HOUR_MS],
      ] as const) {
        harness.nowMs = atMs;
        await harness.record('wallet_a', ids);
        await deliver();
      }
      expect(receiver.messages).toHaveLength(5);
      for (const message of receiver.messages) {
        expect(verify(second.current, message)).toBeDefined();
      }
      for (const message of receiver.messages.slice(0, 3)) {
        expect(message.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
        expect(verify(first.current, message)).toBeDefined();
      }
      for (const message of receiver.messages.slice(3)) {
        expect(message.headers['webhook-signature']).toMatch(/^v1,\S{44}$/);
        expect(() => verify(first.current, message)).toThrow(/No matching signature/);
      }
    });

    it('is the only one in the database after 24 hours, also without an event', async () => {
      harness.nowMs = T0 + 24 * HOUR_MS - 1;
      await deliver();
      expect(await readStored()).toEqual(second);
      harness.nowMs += 1;
      await deliver();
      expect(await readStored()).toEqual({ current: second.current, previous: null });
    });

    it('is the only one after 24 hours of a running process', async () => {
      const stop = new AbortController();
      const options = { ...harness.makeOptions(), ...useKey(), signal: stop.signal };
      await harness.record('wallet_a', ['tx_1']);
      const running = runDeliverer(options);
      await vi.waitFor(() => expect(receiver.messages).toHaveLength(1));
      harness.nowMs = T0 + 24 * HOUR_MS;
      await vi.waitFor(async () => expect((await readStored()).previous).toBeNull(), 5000);
      stop.abort();
      await running;
    });

    it('is searched once an hour by a running process', async () => {
      const stop = new AbortController();
      let [secretSearches, eventSearches] = [0, 0];
      const store: DelivererOptions['store'] = {
        ...harness.store,
        listWebhookSecrets: async (...args) => {
          secretSearches += 1;
          return harness.store.listWebhookSecrets(...args);
        },
        listDueEndpoints: async (times) => {
          eventSearches += 1;
          return harness.store.listDueEndpoints(times);
        },
      };
      const options = { ...harness.makeOptions(), ...useKey(), store, signal: stop.signal };
      const running = runDeliverer(options);
      await vi.waitFor(() => expect(eventSearches).toBeGreaterThan(3), 20_000);
      expect(secretSearches).toBe(1);
      harness.nowMs += HOUR_MS;
      await vi.waitFor(() => expect(secretSearches).toBe(2), 20_000);
      stop.abort();
      await running;
    });

    it('replaces the previous one immediately if it is rotated within 24 hours', async () => {
      const third = rotateSecret(await readStored(), T0 + HOUR_MS, randomBytes);
      await replace(third);
      harness.nowMs = T0 + 24 * HOUR_MS;
      await harness.record('wallet_a', ['tx_1']);
      await deliver();
      const [message] = receiver.messages;
      for (const secret of [third.current, second.current]) {
        expect(verify(secret, message!)).toBeDefined();
      }
      expect(() => verify(first.current, message!)).toThrow(/No matching signature/);
    });

    it('is stored only if the secret is the one that was read', async () => {
      const { credentials } = await harness.store.readWebhook(ID);
      expect(await replace(rotateSecret(second, T0, randomBytes))).toBe(true);
      const stale = { endpointId: ID, ...credentials };
      const before = await readStored();
      expect(await harness.store.replaceWebhookSecret(stale, seal(first))).toBe(false);
      expect(await readStored()).toEqual(before);
      await harness.store.removeWebhook(ID);
      expect(await harness.store.replaceWebhookSecret(stale, seal(first))).toBe(false);
    });

    it('is not stored under a master key that was replaced meanwhile', async () => {
      await harness.store.replaceMasterKey({ id: NEXT_KEY.current.id, servingKeys: null });
      await expect(replace(first)).rejects.toThrow(/master key/);
      harness.nowMs = T0 + 24 * HOUR_MS;
      await deliver();
      expect(await readStored(NEXT_KEY)).toEqual(second);
      expect(harness.warnings).toMatchObject([{ webhookId: ID }]);
      await deliver(NEXT_KEY);
      expect((await readStored(NEXT_KEY)).previous).toBeNull();
      expect((await harness.store.readWebhook(ID)).credentials.keyId).toBe(NEXT_KEY.current.id);
    });

    it('is the only one although the secret of another webhook cannot be decrypted', async () => {
      const other = { id: 'webhook_0', projectId: PROJECT_ID, url: receiver.url, createdAtMs: T0 };
      const sealed = seal(second, 'webhook_of_another_id');
      await harness.store.addWebhook({ ...other, events: DEFAULT_EVENTS, walletIds: [] }, sealed);
      harness.nowMs = T0 + 24 * HOUR_MS;
      await deliver();
      expect((await readStored()).previous).toBeNull();
    });

    it('is removed soon, not after an hour, if the database fails', async () => {
      harness.nowMs = T0 + 24 * HOUR_MS;
      const unavailable = new StoreUnavailableError('the database is locked');
      const replaceWebhookSecret = () => Promise.reject(unavailable);
      const store = { ...harness.store, replaceWebhookSecret };
      await expect(harness.deliver({ ...useKey(), store })).rejects.toBe(unavailable);
      expect(harness.warnings).toEqual([]);
      await deliver();
      expect((await readStored()).previous).toBeNull();
    });

    it('is the only one of each of more than a hundred webhooks', async () => {
      const ids = Array.from({ length: 120 }, (_each, index) => `webhook_x${index + 100}`);
      const endpoint = { projectId: PROJECT_ID, url: receiver.url, createdAtMs: T0 };
      for (const id of ids) {
        const events = DEFAULT_EVENTS;
        await harness.store.addWebhook(
          { ...endpoint, id, events, walletIds: [] },
          seal(second, id),
        );
      }
      harness.nowMs = T0 + 24 * HOUR_MS;
      await deliver();
      for (const id of [ID, ...ids]) {
        const { credentials } = await harness.store.readWebhook(id);
        expect(readSecrets(openCredentials(credentials, id, KEY)).previous).toBeNull();
      }
    });
  });
}
