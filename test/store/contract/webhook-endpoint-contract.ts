import { describe, expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../../src/domain/duration.ts';
import { MasterKeyReplacedError } from '../../../src/store/errors.ts';
import {
  addOneWallet,
  addProject,
  CREDENTIALS,
  findCheck,
  makeWallet,
  type OpenStore,
  T0,
  useOpened,
} from './fixtures.ts';
import { readAllRows } from '../store-rows.ts';
import { listNames, makeEndpoint, SECRET, useDeliveries } from './webhook-fixtures.ts';

/** Tests the endpoints of webhooks: their state and their secrets. */
export function describeWebhookEndpoints(openStore: OpenStore): void {
  describe('webhook endpoints', () => {
    const opened = useOpened(openStore);
    const store = () => opened().store;
    const {
      addWalletWithWebhook,
      record,
      claimDelivery,
      requireDelivery,
      readAll,
      finish,
      countEvents,
    } = useDeliveries(store);

    it('gives an endpoint that is enabled again the events that happen afterwards', async () => {
      const id = await addWalletWithWebhook();
      await store().addWebhook(makeEndpoint('webhook_b'), SECRET);
      await record(id, ['tx_1']);
      const disabled = { message: 'gone', atMs: T0 + 1 };
      await store().disableWebhook('webhook_a', disabled);
      await record(id, ['tx_2']);
      expect(await store().enableWebhook('webhook_a')).toEqual(disabled);
      expect(await countEvents()).toBe(2);
      await record(id, ['tx_3']);
      const all = [await requireDelivery(), await requireDelivery()];
      const enabled = all.find(({ endpointId }) => endpointId === 'webhook_a');
      expect(listNames(await readAll(enabled!))).toEqual(['transaction.created tx_3']);
      expect(await store().listWebhooks()).toMatchObject([
        { id: 'webhook_a', disabled: null, failing: null, pendingCount: 1 },
        { id: 'webhook_b', pendingCount: 3 },
      ]);
    });

    it('gives an enabled endpoint its chosen events of its wallets that still exist', async () => {
      const one = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      await store().addWallet(makeWallet('wallet_other'), CREDENTIALS);
      const chosen = { walletIds: [one, 'wallet_two'], events: ['transaction.created'] } as const;
      await store().addWebhook(makeEndpoint('webhook_a', chosen), SECRET);
      await store().disableWebhook('webhook_a', { message: 'gone', atMs: T0 + 1 });
      await store().removeWallet('wallet_two');
      await store().enableWebhook('webhook_a');
      await record(one, ['tx_1'], 'pending' as 'completed');
      await record(one, ['tx_1']);
      await record('wallet_other', ['tx_2']);
      const delivery = await requireDelivery();
      expect([delivery.walletId, listNames(await readAll(delivery))]).toEqual([
        one,
        ['transaction.created tx_1'],
      ]);
      expect(await claimDelivery()).toBeUndefined();
    });

    it('gives an enabled endpoint the wallets that were added while it was disabled', async () => {
      await addWalletWithWebhook();
      await store().disableWebhook('webhook_a', { message: 'gone', atMs: T0 + 1 });
      await store().addWallet(makeWallet('wallet_new'), CREDENTIALS);
      await store().enableWebhook('webhook_a');
      await record('wallet_new', ['tx_1']);
      expect(listNames(await readAll(await requireDelivery()))).toEqual([
        'transaction.created tx_1',
      ]);
    });

    it('changes nothing if an active endpoint is enabled, and refuses a missing one', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      expect(await store().enableWebhook('webhook_a')).toBeNull();
      expect(listNames(await readAll(await requireDelivery()))).toEqual([
        'transaction.created tx_1',
      ]);
      await expect(store().enableWebhook('webhook_x')).rejects.toThrow(/no webhook webhook_x/);
    });

    it('counts no pending event for an endpoint that has chosen none of them', async () => {
      const id = await addOneWallet(store());
      const [quiet, busy] = [['wallet.stopped'], ['transaction.created']] as const;
      await store().addWebhook(makeEndpoint('webhook_a', { events: quiet }), SECRET);
      await store().addWebhook(makeEndpoint('webhook_b', { events: busy }), SECRET);
      await record(id, ['tx_1', 'tx_2']);
      expect(await store().listWebhooks()).toMatchObject([
        { id: 'webhook_a', pendingCount: 0 },
        { id: 'webhook_b', pendingCount: 2 },
      ]);
    });

    it('compares the number of pending events that an endpoint has chosen with a maximum', async () => {
      const id = await addOneWallet(store());
      const updates = ['transaction.updated'] as const;
      await store().addWebhook(makeEndpoint('webhook_a', { events: updates }), SECRET);
      await store().addWebhook(makeEndpoint('webhook_b'), SECRET);
      await record(id, ['tx_1', 'tx_2', 'tx_3'], 'pending' as 'completed');
      await record(id, ['tx_1', 'tx_2']);
      const delivery = await requireDelivery();
      expect(delivery).toMatchObject({ endpointId: 'webhook_a', deliveredNo: 0 });
      expect(await store().hasMorePending(delivery, 1)).toBe(true);
      expect(await store().hasMorePending(delivery, 2)).toBe(false);
      expect(await store().hasMorePending({ ...delivery, deliveredNo: 4 }, 1)).toBe(false);
    });

    it('removes an endpoint, and a wallet with its events', async () => {
      const id = await addWalletWithWebhook();
      await store().addWebhook(makeEndpoint('webhook_b'), SECRET);
      await record(id, ['tx_1']);
      await store().removeWebhook('webhook_a');
      expect((await requireDelivery()).endpointId).toBe('webhook_b');
      expect(await claimDelivery()).toBeUndefined();
      await store().removeWallet(id);
      expect(await store().listWebhooks()).toMatchObject([{ id: 'webhook_b', pendingCount: 0 }]);
    });

    it('are refused under a master key that was replaced', async () => {
      await addOneWallet(store());
      await store().recordMasterKey({ id: SECRET.keyId, servingKeys: null });
      await store().replaceMasterKey({ id: 'mk_2', servingKeys: null });
      const added = store().addWebhook(makeEndpoint('webhook_a'), SECRET);
      await expect(added).rejects.toThrow(MasterKeyReplacedError);
      expect(await store().listWebhooks()).toEqual([]);
      await store().addWebhook(makeEndpoint('webhook_a'), { ...SECRET, keyId: 'mk_2' });
      expect(await store().listWebhooks()).toMatchObject([{ id: 'webhook_a' }]);
    });

    it('keeps its failing deliveries and its claims if only its events change, or its address stays', async () => {
      const id = await addOneWallet(store());
      const endpoint = makeEndpoint('webhook_a');
      await store().addWebhook(endpoint, SECRET);
      await record(id, ['tx_1']);
      const failure = { message: 'refused', sinceMs: T0 + 5, count: 1 };
      const progress = { deliveredNo: 0, untilMs: null, dueAtMs: T0 + 60_000, failure };
      await store().recordDelivery(await requireDelivery(), progress);
      const delivery = await requireDelivery();
      for (const change of [{ events: endpoint.events }, { url: endpoint.url }]) {
        await store().changeWebhook('webhook_a', change, T0);
        expect(await claimDelivery()).toBeUndefined();
        expect(await store().listWebhooks()).toMatchObject([{ failing: { sinceMs: T0 + 5 } }]);
      }
      expect(await finish(delivery)).toBe(true);
    });

    it('delivers pending events to a new address, at once and under new claims', async () => {
      const id = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      await store().addWebhook(makeEndpoint('webhook_a'), SECRET);
      await record('wallet_two', ['tx_1']);
      await finish(await requireDelivery());
      await record(id, ['tx_1']);
      const failure = { message: 'refused', sinceMs: T0 + 5, count: 1 };
      const progress = { deliveredNo: 0, untilMs: null, dueAtMs: T0 + 90_000, failure };
      await store().recordDelivery(await requireDelivery(), progress);
      const former = await requireDelivery(T0 + 90_000);
      await store().changeWebhook('webhook_a', { url: 'https://example.com/new' }, T0 + 7);
      expect(await finish(former)).toBe(false);
      expect(await claimDelivery(T0 + 6)).toBeUndefined();
      const delivery = await requireDelivery(T0 + 7);
      expect(delivery).toMatchObject({ walletId: id, failure: null });
      // Nothing is pending for the other wallet.
      expect(await claimDelivery(T0 + 8)).toBeUndefined();
    });

    it('never delivers an event again because an earlier place is recorded late', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1', 'tx_2']);
      const delivery = await requireDelivery();
      const progress = { dueAtMs: T0 + 60_000, failure: null };
      const untilMs = T0 + 70_000;
      expect(await store().readPendingEvents(delivery, 9, 1)).toEqual({ events: [], readToNo: 9 });
      await store().recordDelivery(delivery, { ...progress, deliveredNo: 2, untilMs });
      await store().recordDelivery(delivery, { ...progress, deliveredNo: 1, untilMs: null });
      expect(await claimDelivery(T0 + 99_000)).toBeUndefined();
      expect(await countEvents()).toBe(0);
    });

    it('is due after a claim that was extended and did not end', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      const times = { untilMs: T0 + 70_000, dueAtMs: T0 + 60_000 };
      const progress = { ...times, deliveredNo: 1, failure: null };
      await store().recordDelivery(await requireDelivery(), progress);
      expect(await claimDelivery(T0 + 69_999)).toBeUndefined();
      expect(await requireDelivery(T0 + 70_000)).toMatchObject({ deliveredNo: 1 });
    });

    it('does not wait longer than a clock that is right can have planned', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      const nowMs = T0 + 60_000;
      /** Returns true if a delivery with this plan is due now, and makes it due. */
      const isDue = async (dueAtMs: number, sinceMs?: number): Promise<boolean> => {
        const failure = sinceMs === undefined ? null : { message: 'refused', sinceMs, count: 1 };
        const delivery = await requireDelivery(nowMs);
        await store().recordDelivery(delivery, { deliveredNo: 0, untilMs: null, dueAtMs, failure });
        const claimed = await claimDelivery(nowMs);
        await opened().damage(
          'UPDATE webhook_delivery SET next_attempt_at_ms = 0, lease_until_ms = NULL',
        );
        return claimed !== undefined;
      };
      expect(await isDue(nowMs + HOUR_MS, nowMs)).toBe(false);
      expect(await isDue(nowMs + HOUR_MS, nowMs + HOUR_MS)).toBe(true);
      expect(await isDue(nowMs + HOUR_MS)).toBe(true);
      expect(await isDue(nowMs + 5 * MINUTE_MS, nowMs + HOUR_MS)).toBe(false);
      expect(await isDue(nowMs + 5 * MINUTE_MS)).toBe(false);
    });

    it('has no more pending events of a wallet that was removed, or that it has not chosen', async () => {
      const id = await addOneWallet(store());
      const quiet = { events: ['wallet.stopped'] } as const;
      await store().addWebhook(makeEndpoint('webhook_a', quiet), SECRET);
      await store().addWebhook(makeEndpoint('webhook_b'), SECRET);
      await record(id, ['tx_1', 'tx_2']);
      const both = [await requireDelivery(), await requireDelivery()];
      for (const delivery of both) await finish(delivery);
      // The place of the first one is after its last chosen event.
      expect(await store().listWebhooks()).toMatchObject([
        { pendingCount: 0 },
        { pendingCount: 0 },
      ]);
      await store().removeWallet(id);
      expect(await store().hasMorePending(both[0]!, 0)).toBe(false);
    });

    it('keeps no event of an endpoint that is removed, however many it has', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      for (let count = 1; count < 20_100; count *= 2) {
        await opened()
          .damage(`INSERT INTO wallet_event (wallet_no, event_no, event, cause, at_ms, seed)
          SELECT wallet_no, event_no + ${count}, event, cause, at_ms, seed FROM wallet_event`);
      }
      await store().removeWebhook('webhook_a');
      expect((await readAllRows(store())).get('wallet_event')).toMatchObject([
        { event_no: 32_768 },
      ]);
    });

    it('keeps its secret if it is to be replaced by one under a former master key', async () => {
      await addWalletWithWebhook();
      await store().recordMasterKey({ id: 'mk_2', servingKeys: null });
      const stored = { endpointId: 'webhook_a', ...SECRET };
      await expect(store().replaceWebhookSecret(stored, SECRET)).rejects.toThrow(
        MasterKeyReplacedError,
      );
    });

    it('has no delivery of a wallet that was refused', async () => {
      await addProject(store());
      await store().addWebhook(makeEndpoint('webhook_a'), SECRET);
      await store().recordMasterKey({ id: 'mk_2', servingKeys: null });
      const added = store().addWallet(makeWallet('wallet_one'), SECRET);
      await expect(added).rejects.toThrow(MasterKeyReplacedError);
      expect(await findCheck(store(), 'records')).toMatchObject({ ok: true });
    });

    it('returns and reseals the secret of an endpoint', async () => {
      await addWalletWithWebhook();
      const read = async () => {
        const { keyId, sealed } = (await store().readWebhook('webhook_a')).credentials;
        return { keyId, sealed: new Uint8Array(sealed) };
      };
      expect(await read()).toEqual(SECRET);
      const stored = { endpointId: 'webhook_a', ...SECRET };
      expect(await store().listWebhookSecrets('', 9, 'mk_1')).toEqual([]);
      expect(await store().listWebhookSecrets('', 9, 'mk_2')).toHaveLength(1);
      expect(await store().listWebhookSecrets('webhook_a', 9)).toEqual([]);
      const next = { keyId: 'mk_2', sealed: new Uint8Array([1]) };
      expect(await store().replaceWebhookSecret(stored, next)).toBe(true);
      expect(await store().replaceWebhookSecret(stored, SECRET)).toBe(false);
      expect(await read()).toEqual(next);
    });
  });
}
