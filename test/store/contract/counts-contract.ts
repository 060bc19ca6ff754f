import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../../src/domain/duration.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import type { IntegrityOptions, StoreCheck } from '../../../src/store/admin.ts';
import type { StoreProgress } from '../../../src/store/progress.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  findCheck,
  listAll,
  listFailed,
  listPage,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  synchronise,
  T0,
  useOpened,
} from './fixtures.ts';
import { importRows } from './import-fixtures.ts';
import { storeRows } from '../store-rows.ts';

const ROWS = 1000;

/** Corruptions of the tables of the counts. */
const DAMAGES = [
  "UPDATE transaction_count SET asset = 'OTHER' WHERE asset = 'BTC'",
  'DELETE FROM transaction_count',
  "UPDATE transaction_count SET count = count + 1 WHERE period LIKE 'month %'",
  "UPDATE transaction_count SET count = count - 1 WHERE period LIKE 'day %'",
  "UPDATE transaction_count SET status = 'pending'",
  'UPDATE wallet_content SET transaction_count = transaction_count + 1',
] as const;

/** The check and the repair of counts, and what they say about missing rows. */
export function describeCounts(openStore: OpenStore): void {
  describe('counts', () => {
    const opened = useOpened(openStore);

    it('are checked with progress up to the last row', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      await storeRows(store, walletId, makeRows('tx_', {}));
      const reported: StoreProgress[] = [];
      await store.checkIntegrity({
        fix: false,
        nowMs: T0,
        onProgress: (progress) => void reported.push(progress),
      });
      const rows = reported.filter(({ unit }) => unit === 'rows');
      expect(rows.at(-1)).toMatchObject({ activity: 'checked', done: ROWS, total: ROWS });
      const checks = reported.filter(({ unit }) => unit === 'checks');
      expect(checks.map(({ done }) => done)).toEqual(checks.map((_check, index) => index));
      expect(checks.map(({ detail }) => detail)).toContain('counts and checksums of rows');
    });

    it('are checked with progress that never exceeds the stored number of rows', async () => {
      const { store, damage } = opened();
      await storeRows(store, await addOneWallet(store), makeRows('tx_', {}));
      await damage('UPDATE wallet_content SET transaction_count = 5');
      const reported: StoreProgress[] = [];
      const onProgress = (progress: StoreProgress): void => void reported.push(progress);
      await store.checkIntegrity({ fix: false, nowMs: T0, onProgress });
      const rows = reported.filter(({ unit }) => unit === 'rows');
      expect(rows.filter(({ done, total }) => total !== 5 || done > total)).toEqual([]);
      expect(rows.at(-1)).toMatchObject({ done: 5 });
    });

    it.each(DAMAGES)('that differ from the rows are reported and rebuilt: %s', async (sql) => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await storeRows(store, walletId, makeRows('tx_', {}));
      await damage(sql);
      expect(await listFailed(store)).toEqual(['counts']);
      expect(await findCheck(store, 'counts')).toMatchObject({
        detail: `differ from the rows of ${walletId}; repair them with --fix`,
      });
      expect(await listFailed(store, true)).toEqual([]);
      expect(await listFailed(store)).toEqual([]);
      await expectTotals(store, walletId);
    });

    it('of a wallet that is removed meanwhile are no problem, and the other wallets are repaired', async () => {
      const { store, damage } = opened();
      const removed = await addOneWallet(store);
      await storeRows(store, removed, makeRows('tx_', {}));
      await store.addWallet(makeWallet('wallet_z'), CREDENTIALS);
      await storeRows(store, 'wallet_z', makeRows('tx_', {}));
      await damage('DELETE FROM transaction_count');
      let removal: Promise<void> | undefined;
      const checks = await store.checkIntegrity({
        fix: true,
        nowMs: T0,
        onProgress: ({ unit }) => {
          if (unit === 'rows') removal ??= store.removeWallet(removed);
        },
      });
      await removal;
      expect(checks.every(({ ok }) => ok)).toBe(true);
      await expectTotals(store, 'wallet_z');
    });

    it('that say too much refuse the page that lacks the rows', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await storeRows(store, walletId, makeRows('tx_', {}));
      await damage("DELETE FROM wallet_transaction WHERE id = 'tx_5'");
      expect((await listPage(store, walletId, {})).transactions).toHaveLength(10);
      for (const query of [{ limit: ROWS }, { page: 99 }, { page: 9, limit: 100, asset: 'BTC' }]) {
        await expect(listPage(store, walletId, query)).rejects.toThrow('run `teller doctor --fix`');
      }
    });
  });

  describeMissing(openStore);
}

function describeMissing(openStore: OpenStore): void {
  describe('missing rows', () => {
    const opened = useOpened(openStore);
    const rows = Array.from({ length: 100 }, (_, day) =>
      makeTransaction(`tx_${day}`, { timestampMs: T0 + day * DAY_MS + 5 }),
    );
    const nowMs = T0 + 101 * DAY_MS;
    const fix = (options: Partial<IntegrityOptions> = {}): Promise<readonly StoreCheck[]> =>
      opened().store.checkIntegrity({ fix: true, nowMs, ...options });

    it('are reported with their days, and re-read by the next synchronisation after a fix', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await synchronise(store, walletId, rows);
      await damage("DELETE FROM wallet_transaction WHERE id IN ('tx_50', 'tx_70')");
      expect(await listFailed(store, false, nowMs)).toEqual(['counts', 'rows']);
      expect((await findCheck(store, 'rows')).detail).toBe(
        `${walletId}: 2 transactions are missing on 2024-02-20, 2024-03-11; run \`teller doctor --fix\`, ` +
          'so that synchronisation re-reads their times',
      );
      const checks = await fix({ isReadOldestFirst: () => false });
      expect(checks.find(({ name }) => name === 'rows')).toMatchObject({
        ok: true,
        detail: expect.stringMatching(/repaired: synchronisation will re-read their times$/),
      });
      expect(await store.readSyncState(walletId)).toMatchObject({
        historyComplete: false,
        nextRunAtMs: nowMs,
      });
      const covered = await store.listCoverage(walletId);
      const isCovered = rows.map(({ timestampMs }) =>
        covered.some(({ fromMs, toMs }) => fromMs <= timestampMs && timestampMs < toMs),
      );
      expect(isCovered.flatMap((is, day) => (is ? [] : [day]))).toEqual([49, 50, 51, 69, 70, 71]);
      await synchronise(store, walletId, rows);
      expect(await listFailed(store, false, nowMs)).toEqual([]);
      expect(await listAll(store, walletId)).toEqual(rows.toReversed());
    });

    it('remove all later coverage if a later row may change an earlier one', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await synchronise(store, walletId, rows);
      await damage("DELETE FROM wallet_transaction WHERE id IN ('tx_50', 'tx_70')");
      const exchanges: string[] = [];
      await fix({ isReadOldestFirst: (exchange) => exchanges.push(exchange) > 0 });
      expect(exchanges).toEqual(['binance']);
      expect(await store.listCoverage(walletId)).toMatchObject([
        { fromMs: T0, toMs: T0 + 49 * DAY_MS },
      ]);
    });

    it('take the wallet from a worker, and leave a stopped wallet stopped', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await synchronise(store, walletId, rows);
      const lease = await claim(store, walletId);
      const failure = { code: 'key_refused', message: 'm', atMs: T0 };
      await store.recordOutcome(lease, { nextRunAtMs: null, failure });
      await damage("DELETE FROM wallet_transaction WHERE id = 'tx_50'");
      await fix();
      await expect(store.renewLease(lease, T0 + 9)).rejects.toThrow('lost');
      // Unless it is known that no later row changes an earlier one, all later rows are re-read.
      expect(await store.listCoverage(walletId)).toMatchObject([{ toMs: T0 + 49 * DAY_MS }]);
      expect(await store.readSyncState(walletId)).toMatchObject({ nextRunAtMs: null, failure });
      await store.replaceCredentials(walletId, CREDENTIALS, T0);
      expect(await store.claimWallet({ nowMs: T0, untilMs: T0 + 9 })).toMatchObject({ walletId });
    });

    it('are counted on a day of which rows are left, and no file of others is advised', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      const sameDay = makeTransaction('tx_x', { timestampMs: T0 + 50 * DAY_MS + 6 });
      await storeRows(store, walletId, [...rows, sameDay]);
      const imported = [makeTransaction('tx_imported')];
      await importRows(store, walletId, imported);
      await store.undoImport('import_one', T0);
      await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
      await importRows(store, 'wallet_two', imported, { id: 'import_two' });
      await damage("DELETE FROM wallet_transaction WHERE id = 'tx_50'");
      expect((await findCheck(store, 'rows')).detail).toBe(
        `${walletId}: 1 transaction is missing on 2024-02-20; restore a backup`,
      );
    });

    it('are re-read if the wallet has been synchronised in part, or without coverage', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      const lease = await claim(store, walletId);
      await store.recordWindow(lease, makeWindow({ transactions: rows }));
      await store.addWallet(makeWallet('wallet_two'), CREDENTIALS);
      await storeRows(store, 'wallet_two', rows);
      const outcome = { nextRunAtMs: T0, syncedAtMs: T0 };
      await store.recordOutcome(await claim(store, 'wallet_two'), outcome);
      await damage("DELETE FROM wallet_transaction WHERE id = 'tx_50'");
      const { detail } = await findCheck(store, 'rows');
      expect(detail.match(/so that synchronisation re-reads/g)).toHaveLength(2);
    });

    it('are advised to be imported again, or restored, if synchronisation has not read them', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await storeRows(store, walletId, rows);
      await damage("DELETE FROM wallet_transaction WHERE id = 'tx_50'");
      expect((await findCheck(store, 'rows')).detail).toBe(
        `${walletId}: 1 transaction is missing on 2024-02-20; restore a backup`,
      );
      await importRows(store, walletId, [makeTransaction('tx_imported')]);
      expect((await findCheck(store, 'rows')).detail).toContain('import their files again');
      expect(await listFailed(store, true)).toEqual(['rows']);
      expect(await listFailed(store)).toEqual([]);
    });
  });
}

/** Compares the totals of all rows and of each asset with the rows. */
async function expectTotals(store: Store, walletId: string): Promise<void> {
  const all = await listPage(store, walletId, { limit: ROWS });
  expect(all.totalCount).toBe(all.transactions.length);
  for (const asset of new Set(all.transactions.map((row) => row.asset))) {
    const transactions = all.transactions.filter((row) => row.asset === asset);
    expect(await listPage(store, walletId, { asset, limit: ROWS })).toEqual({
      totalCount: transactions.length,
      transactions,
    });
  }
}

function makeRows(prefix: string, changes: Partial<Transaction>): readonly Transaction[] {
  return Array.from({ length: ROWS }, (_, row) =>
    makeTransaction(`${prefix}${row}`, { timestampMs: T0 + row, ...changes }),
  );
}
