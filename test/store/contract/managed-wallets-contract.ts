import { describe, expect, it, vi } from 'vitest';

import type { AssetBalance } from '../../../src/domain/balance.ts';
import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../src/domain/webhook.ts';
import { NodeUnavailableError, WalletPausedError } from '../../../src/store/errors.ts';
import type { ProjectTransactionQuery } from '../../../src/store/manage.ts';
import type { RefreshOutcome } from '../../../src/store/sync.ts';
import { FILTERED_ROWS_MAX } from '../../../src/store/statements/project-reads.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  findServed,
  HOSTILE_BALANCES,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  ORG_ID,
  PROJECT_ID,
  synchronise,
  T0,
  useOpened,
} from './fixtures.ts';
import { claimSession, ENTRY, SESSION } from './manage-fixtures.ts';
import { makeEndpoint, SECRET, useDeliveries } from './webhook-fixtures.ts';

const FAILURE = { code: 'exchange_unavailable', message: 'down', atMs: T0 };
const SUCCESS = { nextRunAtMs: T0 + 5000, syncedAtMs: T0 };

/** Wallets and project-wide reads of the management API, and the events of a wallet's state. */
export function describeManagedWallets(openStore: OpenStore): void {
  describe('managed wallets', () => {
    const opened = useOpened(openStore);
    const store = () => opened().store;
    const { readAll, requireDelivery } = useDeliveries(store);

    async function refresh(id: string, outcome: RefreshOutcome): Promise<void> {
      const lease = await claim(store(), id);
      await store().recordOutcome(lease, outcome);
      await store().releaseLease(lease);
    }

    it('does not synchronise a paused wallet, and lets its worker finish', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().changeWallet(id, { paused: true }, T0);
      await store().recordWindow(lease, makeWindow({ transactions: [makeTransaction('tx_1')] }));
      await store().recordOutcome(lease, SUCCESS);
      await store().releaseLease(lease);
      const late = T0 + 1e9;
      const times = { nowMs: late, untilMs: late + 1 };
      expect(await store().claimWallet(times)).toBeUndefined();
      expect(await store().claimWallet({ ...times, walletId: id })).toBeUndefined();
      expect(await store().readManagedWallet(id)).toMatchObject({
        transactionCount: 1,
        sync: { state: 'paused', paused: true, nextRunAtMs: null, lastSyncAtMs: T0 },
      });
      expect((await findServed(store(), id, PROJECT_ID))?.syncState).toBe('paused');
      await expect(store().makeWalletDue(id, late)).rejects.toThrow(WalletPausedError);
      await store().replaceCredentials(id, CREDENTIALS, T0);
      expect((await store().readSyncState(id)).nextRunAtMs).toBeNull();
      await store().changeWallet(id, { paused: false }, late);
      expect((await store().claimWallet(times))?.walletId).toBe(id);
    });

    it('makes a wallet due, and reads its history again from a time', async () => {
      const id = await addOneWallet(store());
      await synchronise(store(), id, [makeTransaction('tx_1', { timestampMs: T0 + 900 })]);
      const read = await store().listCoverage(id);
      await store().makeWalletDue(id, T0 + 6);
      expect(await store().listCoverage(id)).toEqual(read);
      const lease = await claim(store(), id);
      await store().makeWalletDue(id, T0 + 7, T0 + 500);
      expect(await store().readManagedWallet(id)).toMatchObject({
        sync: { state: 'backfilling', nextRunAtMs: T0 + 7, historyComplete: false },
        history: [{ source: 'deposits', completeFromMs: T0, toMs: T0 + 901 }],
      });
      expect(await store().listCoverage(id)).toMatchObject([
        { fromMs: T0, toMs: T0 + 500, rereadRequestedAtMs: null },
        { fromMs: T0 + 500, toMs: T0 + 901, rereadRequestedAtMs: T0 + 7 },
      ]);
      await expect(store().recordOutcome(lease, SUCCESS)).rejects.toThrow('lease');
      await store().makeWalletDue(id, T0 + 8, 0);
      const requests = (await store().listCoverage(id)).map((range) => range.rereadRequestedAtMs);
      expect(requests).toEqual([T0 + 8, T0 + 8]);
    });

    it('lists wallets by state, exchange and external id, page by page', async () => {
      const ids = ['wallet_d', 'wallet_c', 'wallet_b', 'wallet_a'];
      await addOneWallet(store(), 'wallet_new');
      for (const id of ids) {
        const exchange = id === 'wallet_c' ? 'kraken' : 'binance';
        await store().addWallet(makeWallet(id, { exchange, externalId: `e ${id}` }), CREDENTIALS);
        await refresh(id, { ...SUCCESS, historyComplete: true });
      }
      await store().addWallet(
        makeWallet('wallet_i', { importsOnly: true, label: String.raw`a\b` }),
      );
      await refresh('wallet_b', { nextRunAtMs: T0, failure: FAILURE });
      await refresh('wallet_a', { nextRunAtMs: null, failure: FAILURE });
      const list = async (query: object): Promise<readonly string[]> => {
        const page = await store().listManagedWallets({
          projectId: PROJECT_ID,
          limit: 10,
          ...query,
        });
        return page.items.map(({ id }) => id);
      };
      expect(await list({})).toEqual(['wallet_new', ...ids, 'wallet_i']);
      for (const [state, expected] of [
        ['new', ['wallet_new']],
        ['synced', ['wallet_d', 'wallet_c']],
        ['failing', ['wallet_b']],
        ['stopped', ['wallet_a']],
        ['imported', ['wallet_i']],
      ] as const) {
        expect(await list({ state })).toEqual(expected);
      }
      expect(await list({ exchange: 'kraken' })).toEqual(['wallet_c']);
      expect(await list({ exchange: 'kraken', state: 'failing' })).toEqual([]);
      expect(await list({ externalId: 'e wallet_b' })).toEqual(['wallet_b']);
      expect(await list({ search: 'E WALLET_B' })).toEqual(['wallet_b']);
      expect(await list({ search: 'wallet_c', state: 'synced' })).toEqual(['wallet_c']);
      expect(await list({ search: 'walletxc' })).toEqual([]);
      expect(await list({ search: 'LLET_NE' })).toEqual(['wallet_new']);
      expect(await list({ search: 'et_a' })).toEqual(['wallet_a']);
      for (const search of ['%', '\0', 'wallet\0']) expect(await list({ search })).toEqual([]);
      expect(await list({ search: String.raw`\\` })).toEqual([]);
      expect(await list({ search: String.raw`A\B` })).toEqual(['wallet_i']);
      expect(await list({ projectId: undefined })).toEqual(await list({}));
      expect(await list({ projectId: undefined, state: 'failing' })).toEqual(['wallet_b']);
      expect(await list({ projectId: 'project_x' })).toEqual([]);
      expect(await list({ projectId: 'project_x', state: 'synced' })).toEqual([]);
      for (const filter of [{}, { state: 'synced' as const }]) {
        const seen: string[] = [];
        let after: number | undefined;
        do {
          const page = await store().listManagedWallets({
            ...filter,
            projectId: PROJECT_ID,
            limit: 1,
            ...(after === undefined ? {} : { after }),
          });
          seen.push(...page.items.map(({ id }) => id));
          after = page.next;
        } while (after !== undefined);
        expect(seen).toEqual(await list(filter));
      }
    });

    it('sends each event of a state once, in the order of the log', async () => {
      const id = await addOneWallet(store());
      const endpoint = makeEndpoint('webhook_a', {
        events: WEBHOOK_EVENT_NAMES.filter((name) => name !== 'wallet.synced'),
      });
      await store().addWebhook(endpoint, SECRET);
      const lease = await claim(store(), id);
      await store().recordWindow(lease, makeWindow({ transactions: [makeTransaction('tx_1')] }));
      await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      await store().releaseLease(lease);
      await refresh(id, { ...SUCCESS, historyComplete: true });
      await refresh(id, { ...SUCCESS, historyComplete: true });
      await refresh(id, { nextRunAtMs: T0, failure: FAILURE });
      await refresh(id, { nextRunAtMs: T0, failure: FAILURE });
      await refresh(id, { nextRunAtMs: null, failure: FAILURE });
      await refresh(id, { nextRunAtMs: null, failure: FAILURE });
      await store().replaceCredentials(id, CREDENTIALS, T0);
      await refresh(id, { nextRunAtMs: T0, failure: FAILURE });
      // The new key is refused too.
      await refresh(id, { nextRunAtMs: null, failure: FAILURE });
      await store().replaceCredentials(id, CREDENTIALS, T0);
      await refresh(id, { ...SUCCESS, unfinished: true });
      await refresh(id, SUCCESS);
      await refresh(id, SUCCESS);
      const events = await readAll(await requireDelivery());
      expect(events.map(({ name }) => name)).toEqual([
        'wallet.connected',
        'transaction.created',
        'wallet.history_complete',
        'wallet.failing',
        'wallet.failing',
        'wallet.stopped',
        'wallet.failing',
        'wallet.stopped',
        'wallet.recovered',
      ]);
    });

    it('changes the events that a webhook receives', async () => {
      const id = await addOneWallet(store());
      await store().addWebhook(makeEndpoint('webhook_a', { events: ['wallet.stopped'] }), SECRET);
      const changes = {
        url: 'https://example.org/x',
        events: ['wallet.recovered', 'wallet.synced'],
      } as const;
      await store().changeWebhook('webhook_a', changes, T0);
      const [changed] = await store().listWebhooks();
      expect(changed).toMatchObject({
        url: 'https://example.org/x',
        events: ['wallet.synced', 'wallet.recovered'],
      });
      await refresh(id, SUCCESS);
      expect((await store().listWebhooks())[0]?.pendingCount).toBe(1);
    });

    it('lists the transactions of all wallets of a project, newest first', async () => {
      const one = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      await store().createProject({ id: 'project_x', orgId: ORG_ID, name: 'x', createdAtMs: T0 });
      await store().addWallet(makeWallet('wallet_x', { projectId: 'project_x' }), CREDENTIALS);
      const rows = Array.from({ length: 30 }, (_, index) =>
        makeTransaction(`tx_${String(index).padStart(2, '0')}`, {
          timestampMs: T0 + Math.floor(index / 4),
          asset: index % 3 === 0 ? 'ETH' : 'BTC',
          status: index % 5 === 0 ? 'pending' : 'completed',
          amount: parseDecimal('0.100'),
        }),
      );
      await synchronise(store(), one, rows.slice(0, 20));
      await synchronise(store(), 'wallet_two', rows.slice(10));
      await synchronise(store(), 'wallet_x', rows);
      const of =
        (walletId: string) =>
        (row: Transaction): Transaction & { readonly walletId: string } => ({ ...row, walletId });
      const owned = [
        ...rows.slice(0, 20).map(of(one)),
        ...rows.slice(10).map(of('wallet_two')),
      ].toSorted(
        (left, right) =>
          right.timestampMs - left.timestampMs ||
          right.id.localeCompare(left.id) ||
          right.walletId.localeCompare(left.walletId),
      );
      const walk = async (
        query: Partial<ProjectTransactionQuery>,
      ): Promise<readonly { readonly walletId: string }[]> => {
        const seen: { readonly walletId: string }[] = [];
        let after: ProjectTransactionQuery['after'];
        do {
          const page = await store().listProjectTransactions({
            projectId: PROJECT_ID,
            limit: 7,
            ...query,
            ...(after === undefined ? {} : { after }),
          });
          seen.push(...page.items);
          after = page.next;
        } while (after !== undefined);
        return seen;
      };
      expect(await walk({})).toEqual(owned);
      expect(await walk({ asset: 'ETH', status: 'pending' })).toEqual(
        owned.filter(({ asset, status }) => asset === 'ETH' && status === 'pending'),
      );
      expect(await walk({ sinceMs: T0 + 2, beforeMs: T0 + 4 })).toEqual(
        owned.filter(({ timestampMs }) => timestampMs >= T0 + 2 && timestampMs < T0 + 4),
      );
      expect(await walk({ walletId: one, type: 'deposit' })).toEqual(
        owned.filter(({ walletId }) => walletId === one),
      );
      expect(await walk({ type: 'reward' })).toEqual([]);
      expect(await walk({ walletId: 'wallet_x' })).toEqual([]);
      expect(await walk({ projectId: 'project_unknown' })).toEqual([]);
    });

    it('continues the list of a filter after the rows that one call compares with it', async () => {
      const one = await addOneWallet(store());
      const row = (timeMs: number, changes: Partial<Transaction> = {}) =>
        makeTransaction(`tx_${String(timeMs).padStart(5, '0')}`, {
          timestampMs: T0 + timeMs,
          ...changes,
        });
      // The first call compares rows down to the time of two of them.
      const sought = [
        ...[1, 2, 3].map((timeMs) => row(timeMs, { asset: 'ETH' })),
        row(4, { asset: 'ETH', timestampMs: T0 + 3 }),
        row(5, { asset: 'ETH' }),
      ];
      const others = Array.from({ length: FILTERED_ROWS_MAX - 1 }, (_, index) => row(index + 6));
      await synchronise(store(), one, [...sought, ...others]);
      const query = { projectId: PROJECT_ID, asset: 'ETH', limit: 10 };
      const first = await store().listProjectTransactions(query);
      const second = await store().listProjectTransactions({ ...query, after: first.next! });
      const listed = [first, second].map(({ items }) => items.map(({ id }) => id));
      expect(listed).toEqual([
        ['tx_00005', 'tx_00004', 'tx_00003'],
        ['tx_00002', 'tx_00001'],
      ]);
      expect(second.next).toBeUndefined();
    });

    it('lists the balances of all wallets of a project', async () => {
      const one = await addOneWallet(store());
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      const lease = await claim(store(), one);
      await store().recordBalances(lease, makeBalances(HOSTILE_BALANCES));
      await store().recordOutcome(lease, SUCCESS);
      const other = await claim(store(), 'wallet_two');
      const ofOther = [makeBalance('BTC'), makeBalance('ETH')];
      const unverified = { ...makeBalances(ofOther), withdrawableUnverified: true };
      await store().recordBalances(other, unverified);
      const synced = (balance: AssetBalance): object => ({
        ...balance,
        walletId: one,
        syncedAtMs: T0,
        withdrawableUnverified: false,
      });
      const unsynced = (balance: AssetBalance): object => ({
        ...balance,
        walletId: 'wallet_two',
        syncedAtMs: null,
        withdrawableUnverified: true,
      });
      const expected = [...HOSTILE_BALANCES.map(synced), ...ofOther.map(unsynced)];
      const query = { projectId: PROJECT_ID, limit: 3 };
      for (const limit of [2, 3]) {
        const first = await store().listProjectBalances({ ...query, limit });
        const second = await store().listProjectBalances({ ...query, limit, after: first.next! });
        expect([...first.items, ...second.items]).toEqual(expected);
        expect(second.next).toBeUndefined();
      }
      const ofAsset = await store().listProjectBalances({ ...query, asset: 'BTC' });
      expect(ofAsset.items.map(({ walletId }) => walletId)).toEqual([one, 'wallet_two']);
      const ofWallet = await store().listProjectBalances({ ...query, walletId: 'wallet_two' });
      expect(ofWallet.items.map(({ asset }) => asset)).toEqual(['BTC', 'ETH']);
      expect(await store().listProjectBalances({ ...query, projectId: 'project_x' })).toEqual({
        items: [],
        next: undefined,
      });
    });

    it('lists the balances after a thousand wallets without any', async () => {
      await addProject(store());
      await opened().damage(`INSERT INTO wallet (id, project_id, exchange, created_at_ms)
        WITH RECURSIVE numbers (no) AS (SELECT 1 UNION ALL SELECT no + 1 FROM numbers WHERE no < 1000)
        SELECT 'wallet_' || no, '${PROJECT_ID}', 'binance', 0 FROM numbers`);
      await store().addWallet(makeWallet('wallet_last'), CREDENTIALS);
      const lease = await claim(store(), 'wallet_last');
      await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      const query = { projectId: PROJECT_ID, limit: 10 };
      const first = await store().listProjectBalances(query);
      const second = await store().listProjectBalances({ ...query, after: first.next! });
      const listed = [...first.items, ...second.items].map(({ walletId }) => walletId);
      expect([listed, second.next]).toEqual([['wallet_last'], undefined]);
    });

    it('finds each wallet of an account that several have, until the last one is removed', async () => {
      const account = { hash: new Uint8Array(32).fill(1), isUnique: false };
      const unique = { ...account, isUnique: true };
      const find = (preferredId?: string) =>
        store().findWalletOfAccount(PROJECT_ID, account.hash, preferredId);
      await addProject(store());
      await store().addWallet(makeWallet('wallet_a'), CREDENTIALS, unique);
      await store().addWallet(makeWallet('wallet_b'), CREDENTIALS, account);
      await store().addWallet(makeWallet('wallet_c'), CREDENTIALS);
      await store().replaceCredentials('wallet_c', CREDENTIALS, T0, account);
      // It has the account already.
      await store().replaceCredentials('wallet_b', CREDENTIALS, T0, unique);
      expect([await find(), await find('wallet_b')]).toEqual(['wallet_a', 'wallet_b']);
      expect(await store().findWalletOfAccount('project_x', account.hash)).toBeUndefined();
      expect(await store().findWalletOfAccount(PROJECT_ID, new Uint8Array(32))).toBeUndefined();
      for (const id of ['wallet_a', 'wallet_b']) await store().removeWallet(id);
      const again = store().addWallet(makeWallet('wallet_d'), CREDENTIALS, unique);
      await expect(again).rejects.toMatchObject({ walletId: 'wallet_c' });
      await store().removeWallet('wallet_c');
      expect(await find()).toBeUndefined();
    });

    it('adds and lists wallets while a node of a cluster does not respond, without the number of rows on it', async () => {
      await addProject(store());
      const { database } = store();
      const error = new NodeUnavailableError('worker-1:5432');
      const write = vi.spyOn(database, 'write').mockRejectedValueOnce(error);
      await store().addWallet(makeWallet('wallet_a'), CREDENTIALS);
      write.mockRejectedValue(error);
      await expect(store().addWallet(makeWallet('wallet_b'))).rejects.toBe(error);
      expect(write).toHaveBeenCalledTimes(2 + 16);
      vi.spyOn(database, 'rows').mockRejectedValue(error);
      const listed = await store().readManagedWallet('wallet_a');
      vi.restoreAllMocks();
      expect(listed.transactionCount).toBeNull();
      expect(await store().readManagedWallet('wallet_a')).toMatchObject({ transactionCount: 0 });
    });

    it('cancels the open connect sessions of a wallet that is removed', async () => {
      await addProject(store());
      await store().addWallet(makeWallet('wallet_a'), CREDENTIALS);
      await store().addWallet(makeWallet('wallet_b'), CREDENTIALS);
      const hashOf = (no: number) => new Uint8Array(32).fill(no);
      const create = (no: number, walletId: string) => {
        const own = { id: `connect_${no}`, tokenHash: hashOf(no), walletId };
        return store().createConnectSession({ ...SESSION, ...own });
      };
      await create(1, 'wallet_a');
      await create(2, 'wallet_b');
      await create(3, 'wallet_a');
      const { claim: claimed } = await claimSession(store(), T0, hashOf(3));
      await store()
        .withAudit(ENTRY, { connected: { claim: claimed, walletId: 'wallet_a' } })
        .replaceCredentials('wallet_a', CREDENTIALS, T0);
      await store().removeWallet('wallet_a');
      const sessions = [1, 2, 3].map((no) => store().readConnectSession(`connect_${no}`, T0));
      const states = (await Promise.all(sessions)).map(({ state }) => state);
      expect(states).toEqual(['canceled', 'open', 'connected']);
    });
  });
}
