import { describe, expect, it } from 'vitest';

import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  ORG_ID,
  PROJECT_ID,
  T0,
  useStore,
} from './fixtures.ts';
import { importRows } from './import-fixtures.ts';
import { begin, HASH, RESPONSE } from './manage-fixtures.ts';
import { makeEndpoint, SECRET, useDeliveries } from './webhook-fixtures.ts';

const KEY = {
  projectId: PROJECT_ID,
  walletId: null,
  label: null,
  hash: HASH,
  createdAtMs: T0,
  expiresAtMs: null,
};
const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

/** The order of lists whose records have equal times, and the limits of pages. */
export function describeOrder(openStore: OpenStore): void {
  describe('the order', () => {
    const store = useStore(openStore);
    const { claimDelivery, record } = useDeliveries(store);

    it('of organizations, projects and keys of the same millisecond is that of their ids', async () => {
      await addProject(store());
      for (const id of ['c', 'a', 'b']) {
        const own = { id: `id_${id}`, name: id, createdAtMs: T0 + 1 };
        await store().createOrganization(own);
        await store().createProject({ ...own, orgId: ORG_ID });
        await store().createApiKey({ ...KEY, id: `id_${id}` });
        await store().createManagementKey({ ...KEY, id: `id_${id}` });
      }
      await store().createManagementKey({ ...KEY, id: 'id_z', createdAtMs: T0 - 1 });
      const after = { atMs: T0 + 1, id: 'id_a' };
      const ids = ['id_a', 'id_b', 'id_c'];
      expect(idsOf(await store().listOrganizations())).toEqual([ORG_ID, ...ids]);
      expect(idsOf(await store().listOrganizations({ after, limit: 1 }))).toEqual(['id_b']);
      expect(idsOf(await store().listProjects({ after, limit: 1 }))).toEqual(['id_b']);
      expect(idsOf(await store().listApiKeys())).toEqual(ids);
      expect(idsOf(await store().listManagementKeys())).toEqual(['id_z', ...ids]);
    });

    it('of imports is that of their wallets and numbers', async () => {
      await addProject(store());
      for (const walletId of ['wallet_b', 'wallet_a']) {
        await store().addWallet(makeWallet(walletId), CREDENTIALS);
      }
      for (const [no, walletId] of ['wallet_b', 'wallet_a', 'wallet_b', 'wallet_a'].entries()) {
        // The ids do not have the order of the numbers.
        const id = `import_${9 - no}`;
        await importRows(store(), walletId, [makeTransaction(`tx_${no}`)], { id });
      }
      const listed = await store().listImports();
      expect(listed.map(({ id, importNo }) => [id, importNo])).toEqual([
        ['import_8', 1],
        ['import_6', 2],
        ['import_9', 1],
        ['import_7', 2],
      ]);
    });

    it('of the wallets of an account is that of their creation', async () => {
      const account = { hash: HASH, isUnique: false };
      await addProject(store());
      const createdAt = { wallet_a: T0 + 2, wallet_c: T0 + 1, wallet_b: T0 + 1 };
      const found: (string | undefined)[] = [];
      for (const [id, createdAtMs] of Object.entries(createdAt)) {
        await store().addWallet(makeWallet(id, { createdAtMs }), CREDENTIALS, account);
        found.push(await store().findWalletOfAccount(PROJECT_ID, HASH));
      }
      expect(found).toEqual(['wallet_a', 'wallet_c', 'wallet_b']);
    });

    it('of stored responses is that of their management keys, page after page', async () => {
      const names = [
        ['management_2', 'k1'],
        ['management_1', 'k2'],
        ['management_2', 'k0'],
        ['management_1', 'k3'],
      ] as const;
      for (const [managementKeyId, idempotencyKey] of names) {
        const begun = await begin(store(), { managementKeyId, idempotencyKey });
        await store().completeRequest(begun, RESPONSE);
      }
      const seen: string[][] = [];
      let after = { managementKeyId: '', idempotencyKey: '' };
      for (let no = 0; no < names.length; no += 1) {
        const [next, ...others] = await store().listResponsesOfOtherKeys('mk_2', after, 1);
        expect(others).toEqual([]);
        after = next!;
        seen.push([after.managementKeyId, after.idempotencyKey]);
      }
      expect(seen).toEqual(names.toSorted());
    });

    it('of webhooks is that of their creation, and that of their secrets the one of their ids', async () => {
      await addProject(store());
      const createdAt = { webhook_c: T0 + 1, webhook_a: T0 + 1, webhook_b: T0 };
      for (const [id, createdAtMs] of Object.entries(createdAt)) {
        await store().addWebhook(makeEndpoint(id, { createdAtMs }), SECRET);
      }
      const listed = await store().listWebhooks();
      expect(idsOf(listed)).toEqual(['webhook_b', 'webhook_a', 'webhook_c']);
      const first = await store().listWebhookSecrets('', 2);
      const second = await store().listWebhookSecrets('webhook_b', 2);
      expect([...first, ...second].map(({ endpointId }) => endpointId)).toEqual([
        'webhook_a',
        'webhook_b',
        'webhook_c',
      ]);
    });

    it('of due deliveries is that of the times since which they are due', async () => {
      await addProject(store());
      for (const id of ['wallet_a', 'wallet_b', 'wallet_c']) {
        await store().addWallet(makeWallet(id), CREDENTIALS);
      }
      const all = { wallet_a: 'webhook_a', wallet_b: 'webhook_b', wallet_c: 'webhook_b' };
      for (const id of ['webhook_b', 'webhook_a']) {
        const walletIds = Object.entries(all).flatMap(([wallet, of]) => (of === id ? wallet : []));
        await store().addWebhook(makeEndpoint(id, { walletIds }), SECRET);
      }
      const claimAll = async () => {
        const found: string[] = [];
        for (let each = await claimDelivery(); each !== undefined; each = await claimDelivery()) {
          found.push(each.walletId);
          const progress = {
            deliveredNo: each.pendingNo,
            untilMs: null,
            failure: null,
            dueAtMs: 0,
          };
          await store().recordDelivery(each, progress);
        }
        return found;
      };
      const readAt = async (times: Readonly<Record<string, number>>, txId: string) => {
        for (const [walletId, readAtMs] of Object.entries(times)) {
          const lease = await claim(store(), walletId);
          const transactions = [makeTransaction(txId)];
          await store().recordWindow(lease, makeWindow({ transactions, readAtMs }));
          await store().releaseLease(lease);
        }
      };
      await readAt({ wallet_a: T0 + 8, wallet_b: T0 + 9, wallet_c: T0 + 7 }, 'tx_1');
      expect(await claimAll()).toEqual(['wallet_c', 'wallet_a', 'wallet_b']);
      await readAt({ wallet_b: T0 + 9, wallet_a: T0 + 9 }, 'tx_2');
      expect(await claimAll()).toEqual(['wallet_a', 'wallet_b']);
    });

    it('of failing deliveries shows the one that has failed longest', async () => {
      await addProject(store());
      await store().addWebhook(makeEndpoint('webhook_a'), SECRET);
      const since = { wallet_b: T0 + 2, wallet_c: T0 + 1, wallet_a: T0 + 1, wallet_d: T0 + 3 };
      for (const [walletId, sinceMs] of Object.entries(since)) {
        await store().addWallet(makeWallet(walletId), CREDENTIALS);
        await record(walletId, ['tx_1']);
        const delivery = await claimDelivery();
        const failure = { message: 'refused', sinceMs, count: 1 };
        const progress = { deliveredNo: 0, untilMs: null, dueAtMs: T0 + 90_000, failure };
        await store().recordDelivery(delivery!, progress);
      }
      expect(await store().listWebhooks()).toMatchObject([{ failing: { walletId: 'wallet_a' } }]);
    });

    it('of quarantined rows is from the newest to the oldest', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      for (const [at, keys] of [['c', 'a'], ['b']].entries()) {
        const window = { fromMs: T0 + 100 * at, toMs: T0 + 100 * at + 50 };
        const quarantined = keys.map((key) => ({ key, source: 'deposits', raw: '', reason: '' }));
        await store().recordWindow(lease, makeWindow({ window, quarantined, readAtMs: T0 + at }));
      }
      const { quarantined } = await store().readWalletStatus(id);
      expect(quarantined.map(({ key }) => key)).toEqual(['b', 'a', 'c']);
    });

    it('of windows with unreadable rows is that of their times, up to the limit', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      for (const from of [300, 100, 200]) {
        const window = { fromMs: T0 + from, toMs: T0 + from + 50 };
        const quarantined = [{ key: `k${from}`, source: 'deposits', raw: '', reason: '' }];
        await store().recordWindow(lease, makeWindow({ window, covered: window, quarantined }));
      }
      const due = { source: 'deposits', nowMs: T0 + 9000, limit: 2 };
      const windows = await store().listQuarantineWindows(id, due);
      expect(windows.map(({ fromMs }) => fromMs - T0)).toEqual([100, 200]);
    });

    it('of wallets that are due at once is that of their creation', async () => {
      await addProject(store());
      const ids = ['wallet_c', 'wallet_a', 'wallet_b'];
      for (const id of ids) await store().addWallet(makeWallet(id), CREDENTIALS);
      const claimed: (string | undefined)[] = [];
      for (const _id of ids) {
        claimed.push((await store().claimWallet({ nowMs: T0, untilMs: T0 + 9 }))?.walletId);
      }
      expect(claimed).toEqual(ids);
    });
  });
}
