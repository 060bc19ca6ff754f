import { describe, expect, it } from 'vitest';

import { writeBalanceDocument } from '../../../src/domain/balance-document.ts';
import {
  ExternalIdTakenError,
  MasterKeyReplacedError,
  RecordNotFoundError,
} from '../../../src/store/errors.ts';
import { REMOVED_TOGETHER } from '../../../src/store/statements/wallets.ts';
import {
  addOneWallet,
  addProject,
  countTurns,
  claim,
  CREDENTIALS,
  HOSTILE_TEXTS,
  listAll,
  makeBalance,
  makeBalances,
  makeQuery,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  ORG_ID,
  PROJECT_ID,
  T0,
  useStore,
  findServed,
  listBalances,
  listFailed,
} from './fixtures.ts';
import { readAllRows, storeRows } from '../store-rows.ts';
import { importRows } from './import-fixtures.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Tests organizations, projects, keys and wallets. */
export function describeTenants(openStore: OpenStore): void {
  describe('tenants', () => {
    const store = useStore(openStore);

    it('refuses a project of an unknown organization', async () => {
      const project = { id: PROJECT_ID, orgId: 'org_none', name: 'p', createdAtMs: T0 };
      await expect(store().createProject(project)).rejects.toThrow(RecordNotFoundError);
    });

    it('only records the first master key', async () => {
      const first = { id: '0a1b2c3d', servingKeys: null };
      expect(await store().findMasterKey()).toBeUndefined();
      expect(await store().recordMasterKey(first)).toEqual(first);
      const second = { id: 'ffffffff', servingKeys: new Uint8Array([0, 255]) };
      expect(await store().recordMasterKey(second)).toEqual(first);
      expect(await store().findMasterKey()).toEqual(first);
      await store().replaceMasterKey(second);
      expect(await store().findMasterKey()).toMatchObject({ id: second.id });
      expect(hex((await store().findMasterKey())!.servingKeys!)).toBe('00ff');
    });

    it('keeps names and labels of any text', async () => {
      await addProject(store());
      for (const [index, text] of HOSTILE_TEXTS.entries()) {
        const id = `wallet_${index}`;
        await store().addWallet(makeWallet(id, { label: text }), CREDENTIALS);
        expect(await store().findWallet(id)).toEqual(makeWallet(id, { label: text }));
        expect(await store().findWallet(text)).toBeUndefined();
        const key = { id: text, hash: new Uint8Array(32) };
        expect(await store().findCaller(key, id)).toBeUndefined();
        expect(await findServed(store(), text, PROJECT_ID)).toBeUndefined();
      }
    });
  });

  describeKeys(openStore);
  describeSealing(openStore);
  describeWallets(openStore);
}

function describeSealing(openStore: OpenStore): void {
  describe('credentials', () => {
    const store = useStore(openStore);
    const under = (keyId: string, byte: number) => ({ keyId, sealed: new Uint8Array([byte]) });

    it('are resealed without a restart of the wallet, unless they were replaced meanwhile', async () => {
      await addProject(store());
      for (const [at, id] of ['wallet_a', 'wallet_b', 'wallet_c'].entries()) {
        await store().addWallet(makeWallet(id), under('old', at));
      }
      const lease = await claim(store(), 'wallet_a');
      const [first, second, ...others] = await store().listCredentialsOfOtherKeys('new', '', 9);
      expect(others).toMatchObject([{ walletId: 'wallet_c', keyId: 'old' }]);
      await store().replaceCredentials('wallet_b', under('old', 99), T0);
      await store().resealCredentials(first!, under('new', 7));
      await store().resealCredentials(second!, under('new', 8));
      expect(await readKey('wallet_a')).toEqual(['new', '07']);
      expect(await readKey('wallet_b')).toEqual(['old', '63']);
      await expect(store().renewLease(lease, T0 + 1000)).resolves.toBeUndefined();
      const left = await store().listCredentialsOfOtherKeys('new', 'wallet_a', 1);
      expect(left.map(({ walletId }) => walletId)).toEqual(['wallet_b']);
      const last = await store().listCredentialsOfOtherKeys('new', 'wallet_b', 9);
      expect(last.map(({ walletId }) => walletId)).toEqual(['wallet_c']);
    });

    it('are refused under a master key that was replaced', async () => {
      await addProject(store());
      await store().recordMasterKey({ id: 'old', servingKeys: null });
      await store().addWallet(makeWallet('wallet_a'), under('old', 1));
      await store().replaceMasterKey({ id: 'new', servingKeys: new Uint8Array([1]) });
      const added = store().addWallet(makeWallet('wallet_b'), under('old', 2));
      await expect(added).rejects.toThrow(MasterKeyReplacedError);
      const replaced = store().replaceCredentials('wallet_a', under('old', 3), T0);
      await expect(replaced).rejects.toThrow(MasterKeyReplacedError);
      expect(await readKey('wallet_a')).toEqual(['old', '01']);
      expect(await store().findWallet('wallet_b')).toBeUndefined();
      await store().addWallet(makeWallet('wallet_b'), under('new', 2));
      expect(await readKey('wallet_b')).toEqual(['new', '02']);
    });

    async function readKey(walletId: string): Promise<readonly [string, string]> {
      const { keyId, sealed } = await store().readCredentials(walletId);
      return [keyId, hex(sealed)];
    }
  });
}

function describeKeys(openStore: OpenStore): void {
  describe('API keys', () => {
    const store = useStore(openStore);
    const key = {
      id: 'key_1',
      projectId: PROJECT_ID,
      label: null,
      hash: new Uint8Array([0, 255, 1]),
      createdAtMs: T0,
      expiresAtMs: null,
    };

    it('finds a key with the organization of its project', async () => {
      await addProject(store());
      await store().createApiKey({ ...key, label: 'ci', expiresAtMs: T0 + 9 });
      const found = await store().findCaller(key, 'wallet_none');
      expect(found?.wallet).toBeUndefined();
      expect(found?.key).toMatchObject({
        id: 'key_1',
        orgId: ORG_ID,
        projectId: PROJECT_ID,
        label: 'ci',
        createdAtMs: T0,
        expiresAtMs: T0 + 9,
        revokedAtMs: null,
      });
      expect(hex(found!.key.hash)).toBe('00ff01');
      expect(await store().findCaller({ ...key, id: 'key_2' }, 'wallet_none')).toBeUndefined();
    });

    it('finds no key by another hash', async () => {
      const walletId = await addOneWallet(store());
      await store().createApiKey(key);
      expect(await store().findCaller(key, walletId)).toMatchObject({ wallet: { id: walletId } });
      for (const hash of [[0, 255, 2], [0, 255], [0, 255, 1, 0], []].map((bytes) =>
        Uint8Array.from(bytes),
      )) {
        expect(await store().findCaller({ ...key, hash }, walletId)).toBeUndefined();
      }
    });

    it('finds only the wallet of a key that has one', async () => {
      const walletId = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_other'), CREDENTIALS);
      await store().createApiKey({ ...key, walletId });
      const found = await store().findCaller(key, walletId);
      expect(found).toMatchObject({ key: { walletId }, wallet: { id: walletId } });
      expect((await store().findCaller(key, 'wallet_other'))?.wallet).toBeUndefined();
      await store().removeWallet(walletId);
      expect((await store().findCaller(key, 'wallet_other'))?.wallet).toBeUndefined();
    });

    it('refuses a key of an unknown project, and a second key with the same id', async () => {
      await expect(store().createApiKey(key)).rejects.toThrow(RecordNotFoundError);
      await addProject(store());
      await store().createApiKey(key);
      const other = { ...key, hash: new Uint8Array([1]) };
      await expect(store().createApiKey(other)).rejects.toThrow(/unique constraint/i);
      expect(await store().findCaller(other, '')).toBeUndefined();
    });

    it('lists keys by creation, optionally of one project', async () => {
      await addProject(store());
      const second = { id: 'project_2', orgId: ORG_ID, name: 'second', createdAtMs: T0 };
      await store().createProject(second);
      await store().createApiKey({ ...key, id: 'key_a', createdAtMs: T0 + 2 });
      await store().createApiKey({ ...key, id: 'key_c', createdAtMs: T0 + 1 });
      await store().createApiKey({ ...key, id: 'key_b', projectId: 'project_2' });
      const ids = async (projectId?: string): Promise<readonly string[]> =>
        (await store().listApiKeys({ ...(projectId !== undefined && { projectId }) })).map(
          ({ id }) => id,
        );
      expect(await ids()).toEqual(['key_b', 'key_c', 'key_a']);
      expect(await ids(PROJECT_ID)).toEqual(['key_c', 'key_a']);
      expect(await ids('project_none')).toEqual([]);
    });

    it('keeps the first time of a revocation', async () => {
      await addProject(store());
      await store().createApiKey(key);
      await store().revokeApiKey('key_1', T0 + 5);
      await store().revokeApiKey('key_1', T0 + 9);
      expect((await store().findCaller(key, ''))?.key.revokedAtMs).toBe(T0 + 5);
      await expect(store().revokeApiKey('key_2', T0)).rejects.toThrow(RecordNotFoundError);
    });
  });
}

function describeWallets(openStore: OpenStore): void {
  describe('wallets', () => {
    const store = useStore(openStore);

    it('adds a wallet that is due at its creation and has no history yet', async () => {
      await addOneWallet(store());
      expect(await store().readSyncState('wallet_one')).toEqual({
        state: 'new',
        lastSyncAtMs: null,
        historyComplete: false,
        nextRunAtMs: T0,
        failure: null,
        failureCount: 0,
        hasImports: false,
        paused: false,
      });
      const credentials = await store().readCredentials('wallet_one');
      expect(credentials.keyId).toBe(CREDENTIALS.keyId);
      expect(hex(credentials.sealed)).toBe(hex(CREDENTIALS.sealed));
    });

    it('refuses a wallet of an unknown project, and a second wallet with the same id', async () => {
      const wallet = makeWallet('wallet_one');
      await expect(store().addWallet(wallet, CREDENTIALS)).rejects.toThrow(RecordNotFoundError);
      await addProject(store());
      await store().addWallet(wallet, CREDENTIALS);
      await expect(store().addWallet(wallet, CREDENTIALS)).rejects.toThrow(/unique constraint/i);
    });

    it('refuses an external id that another wallet of the project has', async () => {
      await addProject(store());
      const second = { id: 'project_2', orgId: ORG_ID, name: 'second', createdAtMs: T0 };
      await store().createProject(second);
      const externalId = 'customer-7';
      await store().addWallet(makeWallet('wallet_one', { externalId }), CREDENTIALS);
      const taken = makeWallet('wallet_two', { externalId });
      await expect(store().addWallet(taken, CREDENTIALS)).rejects.toThrow(ExternalIdTakenError);
      await store().addWallet({ ...taken, projectId: 'project_2' }, CREDENTIALS);
      expect((await store().findWallet('wallet_two'))?.externalId).toBe(externalId);
      await store().removeWallet('wallet_one');
      await store().addWallet(makeWallet('wallet_three', { externalId }), CREDENTIALS);
    });

    it('serves a wallet only to its own project', async () => {
      await addOneWallet(store());
      const second = { id: 'project_2', orgId: ORG_ID, name: 'second', createdAtMs: T0 };
      await store().createProject(second);
      expect(await findServed(store(), 'wallet_one', PROJECT_ID)).toEqual({
        id: 'wallet_one',
        no: expect.any(Number),
        projectId: PROJECT_ID,
        importsOnly: false,
        lastSyncAtMs: null,
        historyComplete: false,
        hasHistory: false,
        syncState: 'new',
        failure: null,
        transactionsRevision: expect.any(Number),
        balancesRevision: expect.any(Number),
      });
      expect(await findServed(store(), 'wallet_one', 'project_2')).toBeUndefined();
      expect(await findServed(store(), 'wallet_two', PROJECT_ID)).toBeUndefined();
    });

    it('never plans the synchronisation of a wallet that only takes imports, which has no credentials', async () => {
      await addProject(store());
      const wallet = makeWallet('wallet_one', { exchange: 'Mt. Gox', importsOnly: true });
      await store().addWallet(wallet);
      expect(await store().findWallet('wallet_one')).toEqual(wallet);
      const sync = { nextRunAtMs: null, historyComplete: true, lastSyncAtMs: null, failure: null };
      expect(await store().listWallets()).toMatchObject([{ ...wallet, sync }]);
      expect(await findServed(store(), 'wallet_one', PROJECT_ID)).toMatchObject({
        importsOnly: true,
        hasHistory: true,
        historyComplete: true,
        syncState: 'imported',
      });
      const times = { nowMs: T0 + 86_400_000, untilMs: T0 + 86_401_000 };
      expect(await store().claimWallet(times)).toBeUndefined();
      expect(await store().countWallets()).toMatchObject([
        { exchange: 'Mt. Gox', state: 'imported' },
      ]);
      expect(await store().listCredentialsOfOtherKeys('mk_other', '', 10)).toEqual([]);
      await expect(store().readCredentials('wallet_one')).rejects.toThrow(RecordNotFoundError);
      await expect(store().replaceCredentials('wallet_one', CREDENTIALS, T0)).rejects.toThrow(
        RecordNotFoundError,
      );
      expect(await store().claimWallet(times)).toBeUndefined();
      expect(await store().readDatabaseBytes()).toBeGreaterThan(100_000);
      expect(await listFailed(store())).toEqual([]);
    });

    it('counts a wallet with a key as late from its creation, and never one that only takes imports', async () => {
      await addProject(store());
      await store().addWallet(makeWallet('wallet_only', { importsOnly: true }));
      await store().addWallet(makeWallet('wallet_a', { createdAtMs: T0 + 1 }), CREDENTIALS);
      await store().addWallet(makeWallet('wallet_b', { createdAtMs: T0 + 2 }), CREDENTIALS);
      expect(await store().countWallets()).toMatchObject([
        { state: 'imported', count: 1, oldestSyncAtMs: null },
        { state: 'new', count: 2, oldestSyncAtMs: T0 + 1 },
      ]);
      await importRows(store(), 'wallet_a', [makeTransaction('tx_1')]);
      expect(await store().countWallets()).toMatchObject([
        { state: 'imported', count: 2, oldestSyncAtMs: T0 + 1 },
        { state: 'new', count: 1, oldestSyncAtMs: T0 + 2 },
      ]);
    });

    it('lists wallets by creation with the state of their sync', async () => {
      await addProject(store());
      await store().addWallet(makeWallet('wallet_b', { createdAtMs: T0 + 1 }), CREDENTIALS);
      await store().addWallet(makeWallet('wallet_a', { createdAtMs: T0 + 1 }), CREDENTIALS);
      await store().addWallet(makeWallet('wallet_c'), CREDENTIALS);
      const listed = await store().listWallets();
      expect(listed.map(({ id }) => id)).toEqual(['wallet_c', 'wallet_a', 'wallet_b']);
      expect(listed[1]?.sync.nextRunAtMs).toBe(T0 + 1);
      expect(await store().listWallets(PROJECT_ID)).toEqual(listed);
      expect(await store().listWallets('project_none')).toEqual([]);
    });

    it('reports an unknown wallet', async () => {
      await expect(store().readWalletStatus('wallet_x')).rejects.toThrow(RecordNotFoundError);
      await expect(store().readSyncState('wallet_x')).rejects.toThrow(RecordNotFoundError);
      await expect(store().readCredentials('wallet_x')).rejects.toThrow(RecordNotFoundError);
      await expect(store().removeWallet('wallet_x')).rejects.toThrow(RecordNotFoundError);
      await expect(storeRows(store(), 'wallet_x', [])).rejects.toThrow(RecordNotFoundError);
      expect(await listAll(store(), 'wallet_x')).toEqual([]);
      expect(await listBalances(store(), 'wallet_x')).toEqual([]);
      expect(await store().listCoverage('wallet_x')).toEqual([]);
    });

    it('answers callers while the rows of a wallet are removed', async () => {
      const id = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      const rows = Array.from({ length: 2 * REMOVED_TOGETHER + 1 }, (_, no) =>
        makeTransaction(`tx_${no}`),
      );
      await storeRows(store(), id, rows);
      await storeRows(store(), 'wallet_two', rows.slice(0, 2));
      expect(await countTurns(() => store().removeWallet(id))).toBeGreaterThanOrEqual(2);
      expect((await readAllRows(store())).get('wallet_transaction')).toHaveLength(2);
      expect(await listFailed(store(), false, T0)).toEqual([]);
    });

    it('removes all data of a wallet, and no data of others', async () => {
      const id = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      for (const walletId of [id, 'wallet_two']) {
        const lease = await claim(store(), walletId);
        await store().recordWindow(lease, {
          ...makeWindow({ transactions: [makeTransaction('tx_1', { status: 'pending' })] }),
          quarantined: [{ key: 'k', source: 'deposits', raw: '{}', reason: 'r' }],
          rechecks: [{ transactionId: 'tx_1', timestampMs: T0, dueAtMs: T0 }],
        });
        await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      }
      const other = await store().readWalletStatus('wallet_two');
      const removed = await store().readWalletKey(id);
      await store().removeWallet(id);
      expect(await listFailed(store(), false, T0)).toEqual([]);
      expect(await store().findWallet(id)).toBeUndefined();
      expect(await findServed(store(), id, PROJECT_ID)).toBeUndefined();
      expect(await store().readWalletStatus('wallet_two')).toEqual(other);

      await store().addWallet(makeWallet(id), CREDENTIALS);
      expect(await store().readWalletStatus(id)).toMatchObject({
        coverage: [],
        transactionCount: 0,
        pendingCount: 0,
        quarantinedCount: 0,
      });
      await storeRows(store(), id, [makeTransaction('tx_2')]);
      for (const query of [{}, { asset: makeTransaction('tx_2').asset }]) {
        const page = await store().listTransactions(removed, makeQuery(query));
        expect(page).toEqual({ totalCount: 0, json: '', next: undefined });
      }
      expect((await store().readBalances(removed)).json).toBe(writeBalanceDocument([]).json);
      const due = { source: 'deposits', nowMs: T0, limit: 10 };
      expect(await store().listRechecks(id, due)).toEqual([]);
      expect(await store().listQuarantineWindows(id, due)).toEqual([]);
      expect(await listBalances(store(), id)).toEqual([]);
      expect(await listBalances(store(), 'wallet_two')).toEqual([makeBalance('BTC')]);
    });
  });
}
