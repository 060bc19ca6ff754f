import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../../src/domain/duration.ts';
import type { WebhookEventName } from '../../../src/domain/webhook.ts';
import type { ImportOutcome } from '../../../src/store/import.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  ORG_ID,
  PROJECT_ID,
  T0,
  useOpened,
} from './fixtures.ts';
import { importRows } from './import-fixtures.ts';
import { listNames, makeEndpoint, SECRET, useDeliveries } from './webhook-fixtures.ts';

const OTHER_PROJECT = 'project_000000000000000000000002';

/** Tests the log of events, and the deliveries. */
export function describeWebhooks(openStore: OpenStore): void {
  describe('webhooks', () => {
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

    it('has no event and no due delivery without an endpoint', async () => {
      const id = await addOneWallet(store());
      await record(id, ['tx_1']);
      expect(await claimDelivery()).toBeUndefined();
      await store().addWebhook(makeEndpoint('webhook_a'), SECRET);
      expect(await claimDelivery()).toBeUndefined();
      expect(await countEvents()).toBe(0);
    });

    it('lists created and updated rows in their order, with the current row', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1', 'tx_2'], 'pending' as 'completed');
      await record(id, ['tx_1']);
      await record(id, ['tx_1']);
      const delivery = await requireDelivery();
      expect(delivery).toMatchObject({
        endpointId: 'webhook_a',
        walletId: id,
        projectId: PROJECT_ID,
        url: 'https://example.com/hook',
        credentials: { keyId: SECRET.keyId },
        deliveredNo: 0,
        pendingNo: 3,
      });
      const events = await readAll(delivery);
      expect(listNames(events)).toEqual([
        'transaction.created tx_1',
        'transaction.created tx_2',
        'transaction.updated tx_1',
      ]);
      expect(events.map(({ transaction }) => transaction?.status)).toEqual([
        'completed',
        'pending',
        'completed',
      ]);
      expect(events[0]).toMatchObject({ cause: 'backfill', atMs: makeWindow().readAtMs });
      expect(new Set(events.map(({ seed }) => seed)).size).toBe(3);
    });

    it('delivers events that only a node of a cluster has stored, after the next refresh', async () => {
      const id = await addOneWallet(store());
      await store().addWebhook(
        makeEndpoint('webhook_a', { events: ['transaction.created'] }),
        SECRET,
      );
      await record(id, ['tx_1']);
      await opened().damage(
        'UPDATE webhook_delivery SET pending_no = 0, next_attempt_at_ms = NULL',
      );
      expect(await claimDelivery()).toBeUndefined();
      const lease = await claim(store(), id);
      const outcome = { nextRunAtMs: T0, syncedAtMs: T0, historyComplete: true, unfinished: false };
      await store().recordOutcome(lease, outcome);
      const delivery = await requireDelivery();
      expect(listNames(await readAll(delivery))).toEqual(['transaction.created tx_1']);
    });

    it('names the cause of a change', async () => {
      const id = await addWalletWithWebhook();
      const lease = await claim(store(), id);
      await store().recordOutcome(lease, {
        nextRunAtMs: T0,
        syncedAtMs: T0,
        historyComplete: true,
        unfinished: true,
      });
      await store().releaseLease(lease);
      await record(id, ['tx_1']);
      await importRows(store(), id, [makeTransaction('tx_2')]);
      const events = await readAll(await requireDelivery());
      expect(events.map(({ cause }) => cause)).toEqual(['sync', 'import']);
    });

    it('records imports and their undoing, but no dry run', async () => {
      const id = await addWalletWithWebhook();
      await importRows(store(), id, [makeTransaction('tx_1')], { isDryRun: true });
      expect(await claimDelivery()).toBeUndefined();
      const done: ImportOutcome = await importRows(store(), id, [makeTransaction('tx_1')]);
      expect(done.added).toBe(1);
      const [imported] = await store().listImports(id);
      await store().undoImport(imported?.id ?? '', T0);
      const events = await readAll(await requireDelivery());
      expect(listNames(events)).toEqual(['transaction.created tx_1', 'transaction.updated tx_1']);
      expect(events.map(({ transaction }) => transaction)).toEqual([null, null]);
    });

    it('reports the imported row that a synced row replaces as removed', async () => {
      const id = await addOneWallet(store());
      const { id: _id, ...row } = makeTransaction('', { txid: 'abc' });
      await importRows(store(), id, [{ ...row, id: null }]);
      await store().addWebhook(makeEndpoint('webhook_a'), SECRET);
      const lease = await claim(store(), id);
      const transactions = [makeTransaction('tx_synced', { txid: 'abc' })];
      await store().recordWindow(lease, makeWindow({ transactions }));
      const [removed, created] = await readAll(await requireDelivery());
      expect(removed).toMatchObject({ name: 'transaction.updated', transaction: null });
      expect(created).toMatchObject({ name: 'transaction.created', transactionId: 'tx_synced' });
    });

    it('records each complete refresh, and a stop once', async () => {
      const id = await addWalletWithWebhook();
      const lease = await claim(store(), id);
      const failure = { code: 'exchange_auth_failed', message: 'Refused.', atMs: T0 + 3 };
      const synced = { nextRunAtMs: T0, endedAtMs: T0 + 2, syncedAtMs: T0, historyComplete: true };
      await store().recordOutcome(lease, { ...synced, unfinished: true });
      await store().recordOutcome(lease, synced);
      await store().recordOutcome(lease, { nextRunAtMs: T0, failure });
      await store().recordOutcome(lease, { nextRunAtMs: null, failure });
      await store().recordOutcome(lease, { nextRunAtMs: null, failure });
      const events = await readAll(await requireDelivery());
      expect(events.map(({ name, atMs }) => [name, atMs])).toEqual([
        ['wallet.synced', T0 + 2],
        ['wallet.stopped', T0 + 3],
      ]);
      expect(events.map(({ detail }) => JSON.parse(detail ?? '') as object)).toEqual([
        {
          syncState: 'synced',
          lastSyncAt: new Date(T0).toISOString(),
          historyComplete: true,
          failure: null,
        },
        {
          syncState: 'stopped',
          lastSyncAt: new Date(T0).toISOString(),
          historyComplete: true,
          failure: { code: 'exchange_auth_failed', message: 'Refused.' },
        },
      ]);
    });

    it('reports that a wallet is connected when only its balances were read', async () => {
      const id = await addOneWallet(store());
      await store().addWebhook(makeEndpoint('webhook_a', { events: ['wallet.connected'] }), SECRET);
      const lease = await claim(store(), id);
      await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      const events = await readAll(await requireDelivery());
      expect(events.map(({ name }) => name)).toEqual(['wallet.connected']);
    });

    it('gives an endpoint only events that happen after it was added', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      await store().addWebhook(makeEndpoint('webhook_b'), SECRET);
      await record(id, ['tx_2']);
      const found = new Map<string, readonly string[]>();
      for (let each = await claimDelivery(); each !== undefined; each = await claimDelivery()) {
        found.set(each.endpointId, listNames(await readAll(each)));
      }
      expect(Object.fromEntries(found)).toEqual({
        webhook_a: ['transaction.created tx_1', 'transaction.created tx_2'],
        webhook_b: ['transaction.created tx_2'],
      });
    });

    it('skips events that the endpoint did not choose, and records none that no endpoint chose', async () => {
      const id = await addOneWallet(store());
      const only = (...events: WebhookEventName[]) => ({ events });
      await store().addWebhook(makeEndpoint('webhook_a', only('transaction.updated')), SECRET);
      await record(id, ['tx_1']);
      expect(await countEvents()).toBe(0);
      await store().addWebhook(makeEndpoint('webhook_b', only('transaction.created')), SECRET);
      await record(id, ['tx_2', 'tx_3']);
      const nowMs = T0 + 60_000;
      const all = [await requireDelivery(nowMs), await requireDelivery(nowMs)];
      const updated = all.find(({ endpointId }) => endpointId === 'webhook_a');
      expect(await store().readPendingEvents(updated!, 0, 1)).toEqual({ events: [], readToNo: 2 });
      const created = all.find(({ endpointId }) => endpointId === 'webhook_b');
      const first = await store().readPendingEvents(created!, 0, 1);
      expect([listNames(first.events), first.readToNo]).toEqual([['transaction.created tx_2'], 1]);
    });

    it('covers the chosen wallets only, or all wallets of the project, also later ones', async () => {
      await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      await store().createProject({ id: OTHER_PROJECT, orgId: ORG_ID, name: 'o', createdAtMs: T0 });
      const other = makeWallet('wallet_other', { projectId: OTHER_PROJECT });
      await store().addWallet(other, CREDENTIALS);
      const chosen = { walletIds: ['wallet_two'] };
      await store().addWebhook(makeEndpoint('webhook_chosen', chosen), SECRET);
      await store().addWebhook(makeEndpoint('webhook_all'), SECRET);
      await store().addWallet(makeWallet('wallet_new'), CREDENTIALS);
      for (const id of ['wallet_one', 'wallet_two', 'wallet_other', 'wallet_new']) {
        await record(id, [`tx_${id}`]);
      }
      const found: string[] = [];
      for (let each = await claimDelivery(); each !== undefined; each = await claimDelivery()) {
        found.push(`${each.endpointId} ${each.walletId}`);
      }
      expect(found.sort()).toEqual([
        'webhook_all wallet_new',
        'webhook_all wallet_one',
        'webhook_all wallet_two',
        'webhook_chosen wallet_two',
      ]);
      const listed = async (walletId: string) =>
        (await store().listWebhooks({ walletId })).map(({ id }) => id).sort();
      expect(await listed('wallet_one')).toEqual(['webhook_all']);
      expect(await listed('wallet_two')).toEqual(['webhook_all', 'webhook_chosen']);
      expect(await listed('wallet_other')).toEqual([]);
      expect(await store().listWebhooks({ projectId: OTHER_PROJECT })).toEqual([]);
    });

    it('refuses an endpoint for a missing project or wallet, and writes nothing', async () => {
      await addOneWallet(store());
      await expect(
        store().addWebhook(makeEndpoint('webhook_a', { projectId: 'project_x' }), SECRET),
      ).rejects.toThrow(/no project project_x/);
      await expect(
        store().addWebhook(makeEndpoint('webhook_a', { walletIds: ['wallet_x'] }), SECRET),
      ).rejects.toThrow(/no wallet wallet_x/);
      expect(await store().listWebhooks()).toEqual([]);
      await expect(store().removeWebhook('webhook_a')).rejects.toThrow(/no webhook webhook_a/);
      await expect(store().readWebhook('webhook_a')).rejects.toThrow(/no webhook webhook_a/);
    });

    it('leases a delivery to one claim until the lease ends', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      const nowMs = T0 + 60_000;
      const first = await requireDelivery(nowMs);
      expect(await claimDelivery(nowMs + 999)).toBeUndefined();
      const second = await requireDelivery(nowMs + 1000);
      expect(second.token).not.toBe(first.token);
      expect(await finish(first)).toBe(false);
      expect(await finish(second)).toBe(true);
      expect(await finish(second)).toBe(false);
      expect(await claimDelivery(nowMs + 9000)).toBeUndefined();
    });

    it('is due again for events that arrive during a delivery', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      const delivery = await requireDelivery();
      const { readToNo } = await store().readPendingEvents(delivery, 0, 100);
      await record(id, ['tx_2']);
      const progress = { untilMs: null, dueAtMs: T0 + 70_000, failure: null };
      await store().recordDelivery(delivery, { deliveredNo: readToNo, ...progress });
      expect(await claimDelivery(T0 + 69_999)).toBeUndefined();
      expect(listNames(await readAll(await requireDelivery(T0 + 70_000)))).toEqual([
        'transaction.created tx_2',
      ]);
    });

    it('keeps a failing delivery in its place, and reports it', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1', 'tx_2']);
      const delivery = await requireDelivery();
      const failure = { message: 'the receiver returned 500', sinceMs: T0 + 5, count: 3 };
      const progress = { deliveredNo: 1, untilMs: null, dueAtMs: T0 + 90_000, failure };
      await store().recordDelivery(delivery, progress);
      await record(id, ['tx_3']);
      expect(await claimDelivery(T0 + 89_999)).toBeUndefined();
      const failing = {
        walletId: id,
        message: failure.message,
        sinceMs: T0 + 5,
        nextAttemptAtMs: T0 + 90_000,
      };
      expect(await store().listWebhooks()).toMatchObject([{ pendingCount: 2, failing }]);
      expect(await store().countWebhooks()).toEqual([
        { state: 'failing', count: 1, pendingCount: 2, failingSinceMs: T0 + 5 },
      ]);
      const retried = await requireDelivery(T0 + 90_000);
      expect(retried).toMatchObject({ deliveredNo: 1, failure });
      expect(listNames(await readAll(retried))).toEqual([
        'transaction.created tx_2',
        'transaction.created tx_3',
      ]);

      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      await record('wallet_two', ['tx_4']);
      const list = (walletId: string) => store().listWebhooks({ walletId });
      expect(await list(id)).toMatchObject([{ pendingCount: 2, failing }]);
      expect(await list('wallet_two')).toMatchObject([{ pendingCount: 1, failing: null }]);
    });

    it('retries a delivery whose next attempt was planned under a clock that was years ahead', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      const nowMs = T0 + 60_000;
      const failure = { message: 'the receiver returned 500', sinceMs: nowMs, count: 1 };
      const plan = async (dueAtMs: number): Promise<void> => {
        const progress = { deliveredNo: 0, untilMs: null, dueAtMs, failure };
        await store().recordDelivery(await requireDelivery(nowMs), progress);
      };
      await plan(nowMs + 10 * 365 * DAY_MS);
      await plan(nowMs + DAY_MS);
      expect(await claimDelivery(nowMs)).toBeUndefined();
    });

    it('delivers no event to a webhook that is removed during its delivery', async () => {
      await addOneWallet(store());
      await store().addWebhook(makeEndpoint('webhook_1'), SECRET);
      await record('wallet_one', ['tx_1']);
      const delivery = await requireDelivery();
      await store().removeWebhook('webhook_1');
      expect(await readAll(delivery)).toEqual([]);
      expect(await finish(delivery)).toBe(false);
    });

    it('ends no delivery to another webhook', async () => {
      const id = await addWalletWithWebhook();
      await store().addWebhook(makeEndpoint('webhook_b'), SECRET);
      await record(id, ['tx_1']);
      const [first, second] = [await requireDelivery(), await requireDelivery()];
      expect(new Set([first.endpointId, second.endpointId]).size).toBe(2);
      expect(await finish(first)).toBe(true);
      expect(await store().listWebhooks()).toMatchObject(
        [first, second].map(({ endpointId }) => ({
          id: endpointId,
          pendingCount: endpointId === first.endpointId ? 0 : 1,
        })),
      );
      expect(await finish(second)).toBe(true);
    });

    it('continues the numbers of events after all were delivered and removed', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1', 'tx_2']);
      await finish(await requireDelivery());
      await record(id, ['tx_3']);
      const delivery = await requireDelivery();
      expect(delivery).toMatchObject({ deliveredNo: 2, pendingNo: 3 });
      expect(listNames(await readAll(delivery))).toEqual(['transaction.created tx_3']);
      const fromStart = await store().readPendingEvents(delivery, 0, 100);
      expect(fromStart.events.map(({ eventNo }) => eventNo)).toEqual([2, 3]);
    });

    it('drops the events of an endpoint that is disabled, and records no more', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1', 'tx_2', 'tx_3']);
      const delivery = await requireDelivery();
      await store().disableWebhook('webhook_a', { message: 'gone', atMs: T0 + 1 });
      await store().disableWebhook('webhook_a', { message: 'later', atMs: T0 + 2 });
      expect(await finish(delivery)).toBe(false);
      await record(id, ['tx_4']);
      expect(await claimDelivery(T0 + 99_000)).toBeUndefined();
      expect(await store().listWebhooks({ walletId: id })).toMatchObject([
        { id: 'webhook_a', disabled: { message: 'gone', atMs: T0 + 1 }, pendingCount: 0 },
      ]);
      expect(await store().countWebhooks()).toEqual([
        { state: 'disabled', count: 1, pendingCount: 0, failingSinceMs: null },
      ]);
      const { events } = await store().readPendingEvents(delivery, 0, 100);
      expect(listNames(events)).toEqual(['transaction.created tx_3']);
    });
  });
}
