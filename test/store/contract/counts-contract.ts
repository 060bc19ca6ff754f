import { describe, expect, it } from 'vitest';

import type { Transaction } from '../../../src/domain/transaction.ts';
import { StoreUnavailableError } from '../../../src/store/errors.ts';
import type { StoreProgress } from '../../../src/store/progress.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  addOneWallet,
  listPage,
  makeQuery,
  makeTransaction,
  type OpenStore,
  T0,
  useOpened,
} from './fixtures.ts';

const ROWS = 1000;

/** Corruptions of the tables of the counts. */
const DAMAGES = [
  "UPDATE wallet_asset SET asset = 'OTHER'",
  'DELETE FROM wallet_asset',
  'DELETE FROM wallet_count',
];

/** Corruptions after which the counts cannot be read and the rows cannot be checked. */
const UNREADABLE = [
  "UPDATE wallet_count SET counts = x'0a01ff'",
  'DELETE FROM wallet_count_node',
  'DELETE FROM wallet_count_node WHERE node_no > 3',
  "UPDATE wallet_count_node SET body = x'05'",
  'UPDATE wallet_count_node SET body = substr(body, 1, 60) WHERE node_no = 3',
];

/** The check and the repair of counts. */
export function describeCounts(openStore: OpenStore): void {
  describe('counts', () => {
    const opened = useOpened(openStore);

    it('are checked with progress up to the last row', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows('tx_', {}));
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

    it('that differ from the rows are reported, and recounted by a fix', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows('tx_', {}));
      for (const sql of [...DAMAGES, ...UNREADABLE]) {
        await damage(sql);
        const failed = DAMAGES.includes(sql) ? ['counts'] : ['counts', 'rows'];
        expect(await listFailed(store)).toEqual(failed);
        expect(await listFailed(store, true)).toEqual([]);
        expect(await listFailed(store)).toEqual([]);
        await expectTotals(store, walletId);
      }
    });

    it('that cannot be read are reported, and recounted when rows are written', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows('tx_', {}));
      await damage("UPDATE wallet_count_node SET body = x'05'");
      for (const read of [
        () => store.listTransactions(walletId, makeQuery({ sinceMs: 0 })),
        () => store.listTransactions(walletId, makeQuery({ page: 1, type: 'deposit' })),
        () => store.readWalletStatus(walletId),
      ]) {
        const error: unknown = await read().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(StoreUnavailableError);
        expect((error as Error).message).toMatch(/`teller doctor --fix`/);
      }
      await store.copyTransactions(walletId, [makeTransaction('tx_new')]);
      const { totalCount } = await store.listTransactions(walletId, makeQuery());
      expect(totalCount).toBe(ROWS + 1);
      expect(await listFailed(store)).toEqual([]);
    });

    it.each([50, 500])(
      'have the total of %i rows, which is verified and repaired',
      async (count) => {
        const { store, damage } = opened();
        const walletId = await addOneWallet(store);
        await store.copyTransactions(walletId, makeRows('tx_', {}).slice(0, count));
        const readTotal = async () => (await listPage(store, walletId, {})).totalCount;
        expect(await readTotal()).toBe(count);
        await store.copyTransactions(walletId, [makeTransaction('tx_more')]);
        expect(await readTotal()).toBe(count + 1);
        for (const total of ['NULL', '7']) {
          for (const table of ['wallet_count_node', 'wallet_count']) {
            await damage(`UPDATE ${table} SET row_count = ${total}`);
          }
          // A total that is not stored is counted.
          if (total === 'NULL') expect(await readTotal()).toBe(count + 1);
          expect(await listFailed(store)).toEqual(['counts']);
          expect(await listFailed(store, true)).toEqual([]);
          expect(await listFailed(store)).toEqual([]);
          expect(await readTotal()).toBe(count + 1);
        }
      },
    );

    it('that an interrupted migration did not create are reported, and created by the next one', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows('tx_', {}));
      for (const sql of [
        'INSERT INTO wallet_count_backlog SELECT DISTINCT wallet_no FROM wallet_transaction',
        'DELETE FROM wallet_asset',
        'DELETE FROM wallet_count',
        'DELETE FROM wallet_count_node',
      ]) {
        await damage(sql);
      }
      await expect(store.ping()).rejects.toThrow(/not counted yet; run `teller migrate`/);
      expect(await store.migrate()).toEqual([]);
      await store.ping();
      await expectTotals(store, walletId);
    });

    it('match the rows after writes in any order, with one time and with many', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      const crowd = { timestampMs: T0 + 500 };
      for (const rows of [
        makeRows('crowd_', crowd),
        makeRows('tx_', {}),
        makeRows('tx_', { timestampMs: T0 - 9 }),
        makeRows('crowd_', { ...crowd, asset: 'ETH' }),
      ]) {
        await store.copyTransactions(walletId, rows);
        expect(await listFailed(store)).toEqual([]);
      }
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

async function listFailed(store: Store, fix = false): Promise<readonly string[]> {
  const checks = await store.checkIntegrity({ fix, nowMs: T0 + 10 });
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}
