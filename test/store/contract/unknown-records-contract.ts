import { describe, expect, it } from 'vitest';

import { RecordNotFoundError } from '../../../src/store/errors.ts';
import type { Store } from '../../../src/store/store.ts';
import { importRows } from './import-fixtures.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  T0,
  useStore,
} from './fixtures.ts';
import { SESSION } from './manage-fixtures.ts';
import { makeEndpoint, SECRET, useDeliveries } from './webhook-fixtures.ts';

const HASH = new Uint8Array([1, 2, 3]);
const MANAGEMENT_KEY = {
  id: 'mkey_1',
  label: null,
  hash: HASH,
  createdAtMs: T0,
  expiresAtMs: null,
};
const API_KEY = { ...MANAGEMENT_KEY, id: 'key_1', walletId: null };

/** Calls with an identifier that nothing has, in a store with a project. */
const CALLS: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'createProject of an organization': (store) =>
    store.createProject({ id: 'project_2', orgId: 'x', name: 'p', createdAtMs: T0 }),
  'createApiKey of a project': (store) => store.createApiKey({ ...API_KEY, projectId: 'x' }),
  revokeApiKey: (store) => store.revokeApiKey('x', T0),
  'createManagementKey of a project': (store) =>
    store.createManagementKey({ ...MANAGEMENT_KEY, projectId: 'x' }),
  revokeManagementKey: (store) => store.revokeManagementKey('x', T0),
  'addWallet of a project': (store) =>
    store.addWallet(makeWallet('wallet_a', { projectId: 'x' }), CREDENTIALS),
  changeWallet: (store) => store.changeWallet('x', { label: 'l' }, T0),
  'changeWallet to a pause': (store) => store.changeWallet('x', { paused: true }, T0),
  makeWalletDue: (store) => store.makeWalletDue('x', T0),
  replaceCredentials: (store) => store.replaceCredentials('x', CREDENTIALS, T0),
  readProject: (store) => store.readProject('x'),
  readApiKey: (store) => store.readApiKey('x'),
  readWallet: (store) => store.readWallet('x'),
  readCredentials: (store) => store.readCredentials('x'),
  readSyncState: (store) => store.readSyncState('x'),
  readWalletStatus: (store) => store.readWalletStatus('x'),
  readManagedWallet: (store) => store.readManagedWallet('x'),
  removeWallet: (store) => store.removeWallet('x'),
  importFile: (store) => importRows(store, 'x', [makeTransaction('tx_1')], { id: 'import_1' }),
  undoImport: (store) => store.undoImport('x', T0),
  'createConnectSession of a project': (store) =>
    store.createConnectSession({ ...SESSION, projectId: 'x' }),
  'createConnectSession of a wallet': (store) =>
    store.createConnectSession({ ...SESSION, walletId: 'x' }),
  cancelConnectSession: (store) => store.cancelConnectSession('x', T0),
  readConnectSession: (store) => store.readConnectSession('x', T0),
  'addWebhook of a project': (store) =>
    store.addWebhook(makeEndpoint('webhook_a', { projectId: 'x' }), SECRET),
  'addWebhook of a wallet': (store) =>
    store.addWebhook(makeEndpoint('webhook_a', { walletIds: ['x'] }), SECRET),
  changeWebhook: (store) => store.changeWebhook('x', { events: [] }, T0),
  readWebhook: (store) => store.readWebhook('x'),
  enableWebhook: (store) => store.enableWebhook('x'),
  removeWebhook: (store) => store.removeWebhook('x'),
};

/** What the methods do with identifiers that nothing has, or no longer. */
export function describeUnknownRecords(openStore: OpenStore): void {
  describe('unknown records', () => {
    const store = useStore(openStore);
    const { addWalletWithWebhook, requireDelivery, record } = useDeliveries(store);

    it('are refused, and nothing is stored', async () => {
      await addProject(store());
      for (const [name, call] of Object.entries(CALLS)) {
        const outcome = await call(store()).then(
          () => 'stored',
          (error: unknown) => error,
        );
        expect({ name, outcome }).toEqual({ name, outcome: expect.any(RecordNotFoundError) });
      }
      expect(await store().listProjects()).toHaveLength(1);
      const lists = [store().listWallets(), store().listApiKeys(), store().listManagementKeys()];
      const more = [store().listWebhooks(), store().listImports(), store().listAudit({ limit: 9 })];
      expect((await Promise.all([...lists, ...more])).flat()).toEqual([]);
    });

    it('a wallet that only takes imports is neither paused nor synchronised', async () => {
      await addProject(store());
      await store().addWallet(makeWallet('wallet_i', { importsOnly: true }));
      const calls = [
        store().changeWallet('wallet_i', { paused: true }, T0),
        store().makeWalletDue('wallet_i', T0),
        store().readCredentials('wallet_i'),
        store().replaceCredentials('wallet_i', CREDENTIALS, T0),
      ];
      const outcomes = await Promise.allSettled(calls);
      expect(outcomes.map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
    });

    it('a wallet that is not paused keeps its next run if it is to be continued', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordWindow(lease, makeWindow());
      await store().recordOutcome(lease, { nextRunAtMs: T0 + 5000, syncedAtMs: T0 });
      await store().releaseLease(lease);
      await store().changeWallet(id, { paused: false }, T0 + 1);
      expect((await store().readSyncState(id)).nextRunAtMs).toBe(T0 + 5000);
    });

    it('the delivery of a removed wallet has no events, and is not recorded', async () => {
      const id = await addWalletWithWebhook();
      await record(id, ['tx_1']);
      const delivery = await requireDelivery();
      await store().removeWallet(id);
      expect(await store().readPendingEvents(delivery, 0, 10)).toEqual({ events: [], readToNo: 0 });
      const progress = { deliveredNo: 1, untilMs: null, dueAtMs: T0, failure: null };
      expect(await store().recordDelivery(delivery, progress)).toBe(false);
    });

    it('the balances of a wallet of another project are not listed', async () => {
      const id = await addOneWallet(store());
      const query = { projectId: 'project_x', walletId: id, limit: 10 };
      expect(await store().listProjectBalances(query)).toEqual({ items: [], next: undefined });
    });
  });
}
