import { describe, expect, it } from 'vitest';

import type { Network } from '../../../src/domain/balance.ts';
import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { RefreshOutcome } from '../../../src/store/sync.ts';
import {
  addOneWallet,
  addProject,
  claim,
  CREDENTIALS,
  HOSTILE_TEXTS,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  PROJECT_ID,
  T0,
  useOpened,
  useStore,
  findCheck,
  findServed,
  listBalances,
} from './fixtures.ts';
import { importRows } from './import-fixtures.ts';
import { makeEndpoint, SECRET } from './webhook-fixtures.ts';

function makeNetwork(id: string, assetName: string, changes: Partial<Network> = {}): Network {
  return {
    id,
    code: id,
    name: `${id} name`,
    displayName: `${id} shown`,
    minWithdrawal: '1e-8',
    maxWithdrawal: null,
    assetName,
    addressRegex: '^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,39}$',
    ...changes,
  };
}

/** Tests balances, outcomes of refreshes, and the reports of `wallet show` and `doctor`. */
export function describeRefreshes(openStore: OpenStore): void {
  describe('balances', () => {
    const store = useStore(openStore);

    it('are listed by asset, their networks by id, in binary order', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordBalances(
        lease,
        makeBalances([
          makeBalance('usdt', { networks: [makeNetwork('b', 'usdt'), makeNetwork('B_1', 'usdt')] }),
          makeBalance('USDT', { networks: [makeNetwork('b', 'USDT', { minWithdrawal: '5' })] }),
          makeBalance('EUR'),
        ]),
      );
      const listed = await listBalances(store(), id);
      expect(listed).toEqual([
        makeBalance('EUR'),
        makeBalance('USDT', { networks: [makeNetwork('b', 'USDT', { minWithdrawal: '5' })] }),
        makeBalance('usdt', { networks: [makeNetwork('B_1', 'usdt'), makeNetwork('b', 'usdt')] }),
      ]);
    });

    it('mark undocumented withdrawable amounts', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const record = makeBalances([makeBalance('EUR')]);
      const wallet = await store().readWalletKey(id);
      const read = async () => (await store().readBalances(wallet)).withdrawableUnverified;
      expect(await read()).toBe(false);
      await store().recordBalances(lease, { ...record, withdrawableUnverified: true });
      expect(await read()).toBe(true);
      await store().recordBalances(lease, record);
      expect(await read()).toBe(false);
    });

    it('are counted with their wallets, by exchange and state', async () => {
      await addProject(store());
      for (const [id, exchange] of [
        ['wallet_new', 'okx'],
        ['wallet_synced', 'okx'],
        ['wallet_backfilling', 'okx'],
        ['wallet_failing', 'okx'],
        ['wallet_stopped', 'kraken'],
        ['wallet_stopped_too', 'kraken'],
      ] as const) {
        await store().addWallet(makeWallet(id, { exchange }), CREDENTIALS);
      }
      const failure = { code: 'c', message: 'm', atMs: T0 };
      const record = async (id: string, outcome: RefreshOutcome, bad: string[] = []) => {
        const lease = await claim(store(), id);
        const quarantined = bad.map((key) => ({ key, source: 'deposits', raw: '', reason: '' }));
        await store().recordWindow(lease, makeWindow({ quarantined }));
        await store().recordOutcome(lease, outcome);
      };
      const next = { nextRunAtMs: T0 + 9 };
      await record('wallet_synced', { ...next, syncedAtMs: T0 + 2, historyComplete: true });
      await record('wallet_backfilling', { ...next, syncedAtMs: T0 + 3, historyComplete: false });
      await record('wallet_failing', { ...next, failure });
      await record('wallet_stopped', { nextRunAtMs: null, failure, syncedAtMs: T0 + 7 }, ['a']);
      await record('wallet_stopped_too', { nextRunAtMs: null, failure }, ['a', 'b']);
      const count = (exchange: string, state: string, changes = {}) => ({
        exchange,
        state,
        count: 1,
        oldestSyncAtMs: T0,
        quarantinedCount: 0,
        ...changes,
      });
      expect(await store().countWallets()).toEqual([
        count('kraken', 'stopped', { count: 2, quarantinedCount: 3 }),
        count('okx', 'backfilling', { oldestSyncAtMs: T0 + 3 }),
        count('okx', 'failing'),
        count('okx', 'new'),
        count('okx', 'synced', { oldestSyncAtMs: T0 + 2 }),
      ]);
    });

    it('are replaced completely', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordBalances(
        lease,
        makeBalances([
          makeBalance('BTC', { networks: [makeNetwork('BTC', 'BTC'), makeNetwork('LN', 'BTC')] }),
          makeBalance('ETH'),
        ]),
      );
      const amount = parseDecimal('0.123456789012345678');
      const after = [makeBalance('BTC', { amount, networks: [makeNetwork('LN', 'BTC')] })];
      await store().recordBalances(lease, makeBalances(after));
      expect(await listBalances(store(), id)).toEqual(after);
      await store().recordBalances(lease, makeBalances([]));
      expect(await listBalances(store(), id)).toEqual([]);
    });

    it('are written completely or not at all', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      const twice = makeBalances([makeBalance('ETH'), makeBalance('ETH')]);
      await expect(
        Promise.resolve().then(() => store().recordBalances(lease, twice)),
      ).rejects.toThrow('ETH occurs twice in the balances');
      const bad = { key: 'k', raw: null as unknown as string, reason: 'r' };
      const balances = { ...makeBalances([makeBalance('ETH')]), quarantined: [bad] };
      await expect(store().recordBalances(lease, balances)).rejects.toThrow(Error);
      expect(await listBalances(store(), id)).toEqual([makeBalance('BTC')]);
    });

    it('keep names and patterns of any text', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const balances = HOSTILE_TEXTS.map((text, index) =>
        makeBalance(`A${index}`, {
          networks: [
            makeNetwork(`n${index}`, text, {
              name: text,
              displayName: text,
              maxWithdrawal: text,
              addressRegex: text,
            }),
          ],
        }),
      );
      await store().recordBalances(lease, makeBalances(balances));
      expect(await listBalances(store(), id)).toEqual(balances);
    });
  });

  describeOutcomes(openStore);
}

function describeOutcomes(openStore: OpenStore): void {
  describe('outcomes', () => {
    const store = useStore(openStore);
    const failure = { code: 'exchange_unavailable', message: 'try "later"', atMs: T0 + 3 };

    async function refresh(id: string, outcome: RefreshOutcome): Promise<void> {
      const lease = await claim(store(), id);
      await store().recordOutcome(lease, outcome);
      await store().releaseLease(lease);
    }

    it('count consecutive failures and keep the time of the last success', async () => {
      const id = await addOneWallet(store());
      await refresh(id, {
        nextRunAtMs: T0 + 10,
        syncedAtMs: T0 + 1,
        historyComplete: true,
      });
      await refresh(id, { nextRunAtMs: T0 + 20, failure });
      await refresh(id, { nextRunAtMs: null, failure });
      const failed = {
        state: 'stopped',
        lastSyncAtMs: T0 + 1,
        historyComplete: true,
        nextRunAtMs: null,
        failure,
        failureCount: 2,
        hasImports: false,
        paused: false,
      };
      expect(await store().readSyncState(id)).toEqual(failed);
      expect((await store().listWallets())[0]?.sync).toEqual(failed);
      await refresh(id, { nextRunAtMs: T0 + 30, historyComplete: false });
      expect(await store().readSyncState(id)).toEqual({
        state: 'backfilling',
        lastSyncAtMs: T0 + 1,
        historyComplete: false,
        nextRunAtMs: T0 + 30,
        failure: null,
        failureCount: 0,
        hasImports: false,
        paused: false,
      });
    });

    it('quarantine unreadable rows until they can be read', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const bad = { key: 'balances:BTC', raw: '{}', reason: 'free is missing' };
      await store().recordBalances(lease, { ...makeBalances([]), quarantined: [bad] });
      const { quarantined } = await store().readWalletStatus(id);
      expect(quarantined).toMatchObject([{ ...bad, source: 'balances' }]);
      await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      expect((await store().readWalletStatus(id)).quarantinedCount).toBe(0);
    });

    it('keep the count of failures until the backfill is done', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const failure = { code: 'exchange_unavailable', message: 'm', atMs: T0 };
      const counts: number[] = [];
      for (const outcome of [{ failure }, { unfinished: true }, { failure }, {}]) {
        await store().recordOutcome(lease, { nextRunAtMs: T0, ...outcome });
        counts.push((await store().readSyncState(id)).failureCount);
      }
      expect(counts).toEqual([1, 1, 2, 0]);
    });

    it('determine the state that the service reports', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const outcome = { nextRunAtMs: T0 + 10, syncedAtMs: T0 + 1, historyComplete: true };
      await store().recordOutcome(lease, outcome);
      expect(await findServed(store(), id, PROJECT_ID)).toEqual({
        id,
        no: expect.any(Number),
        projectId: PROJECT_ID,
        importsOnly: false,
        lastSyncAtMs: T0 + 1,
        historyComplete: true,
        hasHistory: true,
        syncState: 'synced',
        failure: null,
        transactionsRevision: expect.any(Number),
        balancesRevision: expect.any(Number),
      });
    });

    it('determine the name of the state that the service reports', async () => {
      const id = await addOneWallet(store());
      const readState = async () => {
        const served = (await findServed(store(), id, PROJECT_ID))!;
        return [served.syncState, served.failure?.code, served.hasHistory];
      };
      expect(await readState()).toEqual(['new', undefined, false]);
      await importRows(store(), id, [makeTransaction('tx_1')]);
      expect(await readState()).toEqual(['imported', undefined, true]);
      const lease = await claim(store(), id);
      await store().releaseLease(lease);
      expect(await readState()).toEqual(['imported', undefined, true]);
      await store().undoImport('import_one', T0);
      expect(await readState()).toEqual(['new', undefined, false]);
      const next = { nextRunAtMs: T0 + 9 };
      await refresh(id, { ...next, failure });
      expect(await readState()).toEqual(['failing', failure.code, false]);
      await refresh(id, { ...next, syncedAtMs: T0 });
      expect(await readState()).toEqual(['backfilling', undefined, true]);
      await refresh(id, { ...next, historyComplete: true });
      expect(await readState()).toEqual(['synced', undefined, true]);
      await refresh(id, { nextRunAtMs: null, failure });
      expect(await readState()).toEqual(['stopped', failure.code, true]);
    });
  });

  describe('status and integrity', () => {
    const opened = useOpened(openStore);
    const store = () => opened().store;

    it('counts all and pending transactions', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const statuses = ['pending', 'completed', 'pending', 'failed', 'unknown'] as const;
      const transactions = statuses.map((status, index) =>
        makeTransaction(`tx_${index}`, { status }),
      );
      await store().recordWindow(lease, makeWindow({ transactions }));
      expect(await store().readWalletStatus(id)).toEqual({
        wallet: await store().findWallet(id),
        sync: await store().readSyncState(id),
        coverage: await store().listCoverage(id),
        transactionCount: 5,
        pendingCount: 2,
        quarantined: [],
        quarantinedCount: 0,
      });
    });

    it('reports no problem in its own data, and repairs nothing', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const transactions = [makeTransaction('tx_1'), makeTransaction('tx_2')];
      await store().recordWindow(lease, makeWindow({ transactions }));
      await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      const before = await store().readWalletStatus(id);
      for (const fix of [false, true]) {
        const checks = await store().checkIntegrity({ fix, nowMs: T0 + 9000 });
        expect(checks.length).toBeGreaterThan(0);
        expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      }
      expect(await store().readWalletStatus(id)).toEqual(before);
      expect(await store().listAudit({ limit: 1 })).toEqual([]);
    });

    it('removes rows without a wallet, and advises a backup for wallets without a part', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordWindow(lease, makeWindow());
      await opened().damage('UPDATE wallet_coverage SET wallet_no = 9999');
      expect(await findCheck(store(), 'records')).toMatchObject({
        ok: false,
        detail: '1 rows of wallet_coverage without a wallet; remove them with --fix',
      });
      expect(await findCheck(store(), 'records', true)).toMatchObject({ ok: true });
      const [repair] = await store().listAudit({ limit: 1 });
      expect(repair).toMatchObject({
        action: 'store.repair',
        detail: { removed: [expect.any(String)] },
      });
      expect(await findCheck(store(), 'records')).toMatchObject({ ok: true });
      for (const part of ['wallet_sync', 'wallet_content', 'wallet_credentials']) {
        await opened().damage(`DELETE FROM ${part}`);
        expect((await findCheck(store(), 'records', true)).detail).toContain(
          `1 wallets without ${part}`,
        );
      }
    });

    it.each([
      ['api_key', 'project_id', 'project'],
      ['wallet', 'project_id', 'project'],
      ['webhook_endpoint', 'project_id', 'project'],
      ['webhook_delivery', 'endpoint_id', 'webhook_endpoint'],
      ['project', 'org_id', 'organization'],
    ])('reports rows of %s whose %s names nothing', async (table, column, owner) => {
      await addOneWallet(store());
      await store().addWebhook(makeEndpoint('webhook_a'), SECRET);
      const key = { id: 'key_1', projectId: PROJECT_ID, walletId: null, label: null };
      const times = { createdAtMs: T0, expiresAtMs: null };
      await store().createApiKey({ ...key, ...times, hash: new Uint8Array([1]) });
      expect(await findCheck(store(), 'records')).toMatchObject({ ok: true });
      await opened().damage(`UPDATE ${table} SET ${column} = 'none'`);
      const { ok, detail } = await findCheck(store(), 'records', true);
      expect(ok).toBe(false);
      expect(detail).toContain(`1 rows of ${table} without ${owner}`);
      expect(detail).toContain('restore a backup');
    });

    it('reports times that are too far in the future because of a wrong clock', async () => {
      const id = await addOneWallet(store());
      const aheadMs = T0 + 10 * 365 * 86_400_000;
      const lease = await claim(store(), id, aheadMs);
      const window = { fromMs: T0, toMs: aheadMs };
      await store().recordWindow(
        lease,
        makeWindow({
          window,
          covered: window,
          quarantined: [{ key: 'k', source: 'deposits', raw: '{}', reason: 'r' }],
          quarantineDueAtMs: aheadMs,
          rechecks: [{ transactionId: 'tx_1', timestampMs: T0, dueAtMs: aheadMs }],
        }),
      );
      await store().recordOutcome(lease, { nextRunAtMs: aheadMs, syncedAtMs: aheadMs });
      const failure = { code: 'exchange_unavailable', message: 'down', atMs: aheadMs };
      await store().recordOutcome(lease, { nextRunAtMs: aheadMs, failure });
      const check = async (nowMs: number) => {
        const checks = await store().checkIntegrity({ fix: false, nowMs });
        return checks.find(({ name }) => name === 'times');
      };
      const found = await check(T0);
      expect(found).toMatchObject({ ok: false });
      const runs = ['planned runs', 'last synchronisations', 'failed synchronisations'];
      const parts = ['ranges of coverage', 'leases', ...runs, 'rechecks'];
      for (const part of [...parts, 're-reads of quarantined rows']) {
        expect(found?.detail).toContain(`1 ${part}`);
      }
      expect(await check(aheadMs)).toMatchObject({ ok: true });
    });
  });
}
