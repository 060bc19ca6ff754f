import { describe, expect, it } from 'vitest';

import { DAY_MS } from '../../../src/domain/duration.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import type { StoreCheck } from '../../../src/store/admin.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  HOSTILE_TEXTS,
  listAll,
  listBalances,
  listPage,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWindow,
  type OpenStore,
  T0,
  useOpened,
} from './fixtures.ts';
import { importRows } from './import-fixtures.ts';

const ROWS = 300;
const CORRUPTED = 'tx_150';

/** A change of each column of {@link CORRUPTED}, and of its values before. */
const CHANGES = [
  ["amount = '1.51'", "amount = '1.5'"],
  ["txid = '0xabd'", "txid = '0xabc'"],
  ['txid = NULL', "txid = '0xabc'"],
  ["address = '0x2'", "address = '0x1'"],
  ["fee_cost = '0.02'", "fee_cost = '0.01'"],
  ["fee_currency = ''", "fee_currency = 'ETH'"],
  ['type = 2', 'type = 1'],
  ['type = 99', 'type = 1'],
  ['status = 1', 'status = 2'],
  ["asset = 'BTD'", "asset = 'BTC'"],
  ['timestamp_ms = timestamp_ms + 1', 'timestamp_ms = timestamp_ms - 1'],
] as const;

/** Tests the rows against the checksums of their leaves. */
export function describeChecksums(openStore: OpenStore): void {
  describe('checksums', () => {
    const opened = useOpened(openStore);

    const update = (set: string): Promise<unknown> =>
      opened().damage(`UPDATE wallet_transaction SET ${set} WHERE id = '${CORRUPTED}'`);

    async function expectCorrupted(store: Store, walletId: string): Promise<void> {
      for (const fix of [false, true, false]) {
        const { ok, detail } = await checkRows(store, fix);
        expect(ok).toBe(false);
        expect(detail).toContain(`${walletId}: 1 transaction is corrupted: ${CORRUPTED}`);
      }
      await expectTotals(store, walletId);
    }

    it.each(CHANGES)('detect a row with %s, even after a fix', async (change, back) => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows());
      await update(change);
      await expectCorrupted(store, walletId);
      await update(back);
      expect((await checkRows(store, true)).ok).toBe(true);
      expect(await listFailed(store)).toEqual([]);
    });

    it('detect a row at the place of another time, even after a fix', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows());
      await update('timestamp_ms = timestamp_ms - 4194304');
      await expectCorrupted(store, walletId);
    });

    it('detect a row under another id, and a foreign row', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows());
      await damage("UPDATE wallet_transaction SET id = 'tx_1x' WHERE id = 'tx_1'");
      await damage(`INSERT INTO wallet_transaction
          (wallet_no, timestamp_ms, id, asset, type, status, amount)
        SELECT wallet_no, timestamp_ms, 'tx_2x', asset, type, status, amount
          FROM wallet_transaction WHERE id = 'tx_2'`);
      const { detail } = await checkRows(store);
      expect(detail).toMatch(/2 transactions are corrupted: tx_1x \(.*\), tx_2x \(/);
    });

    it('detect missing rows and their period', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows());
      await damage("DELETE FROM wallet_transaction WHERE id IN ('tx_150', 'tx_151')");
      expect(await listFailed(store)).toEqual(['counts', 'rows']);
      expect((await checkRows(store)).detail).toMatch(
        /^wallet_one: 2 transactions are missing from 2024-01-01T\S+ to 2024-01-01T\S+; restore/,
      );
    });

    it('make synchronisation re-read the times of corrupted and missing rows', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      const rows = makeRows();
      await synchronise(store, walletId, rows);
      await update("amount = '9'");
      await damage("DELETE FROM wallet_transaction WHERE id = 'tx_0'");
      expect((await checkRows(store)).detail).toMatch(
        /; run `teller doctor --fix`, so that synchronisation re-reads their times$/,
      );
      expect((await checkRows(store, true)).detail).toMatch(
        /; synchronisation will re-read their times; run `teller doctor` afterwards/,
      );
      const { historyComplete, nextRunAtMs } = await store.readSyncState(walletId);
      expect({ historyComplete, nextRunAtMs }).toEqual({ historyComplete: false, nextRunAtMs: T0 });
      for (const { fromMs, toMs } of await store.listCoverage(walletId)) {
        for (const { timestampMs } of [rows[0]!, rows[150]!]) {
          expect(timestampMs < fromMs || timestampMs >= toMs).toBe(true);
        }
      }
      expect((await checkRows(store)).ok).toBe(false);
      await synchronise(store, walletId, rows);
      expect((await checkRows(store)).ok).toBe(true);
      expect(await listAll(store, walletId)).toEqual(rows.toReversed());
    });

    it('keep coverage far from a corrupted row, or only before it if later rows may change it', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      const rows = makeRows(DAY_MS);
      await synchronise(store, walletId, rows);
      await update("amount = '9'");
      const before = await store.listCoverage(walletId);
      await store.checkIntegrity({ fix: true, nowMs: T0, isReadOldestFirst: () => false });
      const [older, newer, ...others] = await store.listCoverage(walletId);
      expect([older?.fromMs, newer?.toMs]).toEqual([before[0]?.fromMs, before[0]?.toMs]);
      expect(others).toEqual([]);
      await store.checkIntegrity({ fix: true, nowMs: T0, isReadOldestFirst: () => true });
      expect(await store.listCoverage(walletId)).toEqual([older]);
    });

    it('make synchronisation re-read rows of one millisecond, also the first row of a leaf', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await synchronise(store, walletId, makeRows(0));
      const rows = (await listAll(store, walletId)).toReversed();
      for (let index = 0; index < rows.length; index += ROWS / 20) {
        const set = (amount: string): Promise<unknown> =>
          damage(
            `UPDATE wallet_transaction SET amount = '${amount}' WHERE id = '${rows[index]!.id}'`,
          );
        await set('9');
        expect((await checkRows(store)).detail).toMatch(/run `teller doctor --fix`/);
        await set('1.5');
      }
    });

    it('report that a worker has the wallet, and change nothing', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      await synchronise(store, walletId, makeRows());
      const before = await store.listCoverage(walletId);
      await store.claimWallet({ nowMs: T0, untilMs: T0 + 10_000, walletId });
      await update("amount = '9'");
      expect((await checkRows(store, true)).detail).toMatch(
        /; a worker has the lease of the wallet; run `teller doctor --fix` again$/,
      );
      expect(await store.listCoverage(walletId)).toEqual(before);
    });

    it('report the import of a corrupted row, and its file', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      const rows = makeRows();
      await importRows(store, walletId, rows, { id: 'import_one', fileName: 'old.csv' });
      await update("amount = '9'");
      expect((await checkRows(store)).detail).toMatch(
        /: tx_150 \(\S+\); run `teller import undo import_one` and import the file old.csv again$/,
      );
      await store.undoImport('import_one', T0);
      await importRows(store, walletId, rows, { id: 'import_two' });
      expect(await listFailed(store)).toEqual([]);
    });

    it('advise a backup if neither synchronisation nor an import has the row', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows());
      await update("amount = '9'");
      expect((await checkRows(store)).detail).toMatch(/: tx_150 \(\S+\); restore a backup$/);
    });

    it('are lost if the counts are unreadable: a fix accepts the rows unchanged', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      await store.copyTransactions(walletId, makeRows().slice(0, 10));
      await damage("UPDATE wallet_count_node SET body = x'00'");
      expect((await checkRows(store)).detail).toBe(
        'the counts of wallet_one are corrupted, so its transactions cannot be checked; ' +
          '`teller doctor --fix` rebuilds the counts, and accepts transactions as they are if their ' +
          'checksums are lost',
      );
      expect((await checkRows(store, true)).ok).toBe(true);
      expect(await listFailed(store)).toEqual([]);
    });

    it.each([
      ["body = '[]'", 'the document'],
      ['unknown_networks = \'["BTC"]\'', 'the unknown networks'],
      ['checksum = checksum + 1', 'the checksum itself'],
    ])('detect balances with %s: %s', async (change) => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      const lease = await claim(store, walletId);
      const balances = makeBalances([makeBalance('BTC')]);
      await store.recordBalances(lease, balances);
      expect(await listFailed(store)).toEqual([]);
      await damage(`UPDATE wallet_balances SET ${change}`);
      await expect(store.readBalances(walletId)).rejects.toThrow(
        'the balances of wallet_one are corrupted; run `teller doctor`',
      );
      expect(await findCheck(store, 'balances')).toEqual({
        name: 'balances',
        ok: false,
        detail: 'corrupted of wallet_one; run `teller sync --once --wallet ID` to re-read them',
      });
      await store.recordBalances(lease, balances);
      expect(await listBalances(store, walletId)).toEqual(balances.balances);
      expect(await listFailed(store)).toEqual([]);
    });

    it.each([
      'last_sync_at_ms = last_sync_at_ms + 1',
      'history_complete = (history_complete = false)',
      "failure_message = 'other'",
      'next_run_at_ms = NULL',
      'checksum = checksum + 1',
    ])('find an outcome of synchronisation with %s, until a refresh succeeds', async (change) => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      const lease = await claim(store, walletId);
      const failure = { code: 'network', message: 'no answer', atMs: T0 };
      const failed = { nextRunAtMs: T0 + 5000, failure };
      const synced = { nextRunAtMs: T0 + 5000, syncedAtMs: T0, historyComplete: true };
      await store.recordOutcome(lease, synced);
      await store.recordOutcome(lease, failed);
      expect(await listFailed(store)).toEqual([]);
      await damage(`UPDATE wallet_sync SET ${change}`);
      expect(await findCheck(store, 'sync outcomes')).toEqual({
        name: 'sync outcomes',
        ok: false,
        detail: 'corrupted of wallet_one; run `teller sync --once --wallet ID` to replace them',
      });
      await store.recordOutcome(lease, failed);
      expect((await findCheck(store, 'sync outcomes', true)).ok).toBe(false);
      await store.recordOutcome(lease, synced);
      expect(await listFailed(store)).toEqual([]);
    });

    it('are not compared with a state that the operator has changed', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      const lease = await claim(store, walletId);
      await store.recordOutcome(lease, { nextRunAtMs: T0 + 5000, syncedAtMs: T0 });
      await store.replaceCredentials(walletId, CREDENTIALS, T0 + 10);
      await importRows(store, walletId, makeRows().slice(0, 3));
      expect((await findCheck(store, 'sync outcomes')).ok).toBe(true);
    });

    it('are added to balances without one when they are next recorded', async () => {
      const { store, damage } = opened();
      const walletId = await addOneWallet(store);
      const lease = await claim(store, walletId);
      const balances = makeBalances([makeBalance('BTC')]);
      await store.recordBalances(lease, balances);
      await damage('UPDATE wallet_balances SET checksum = NULL');
      expect(await listBalances(store, walletId)).toEqual(balances.balances);
      expect(await listFailed(store)).toEqual([]);
      await store.recordBalances(lease, balances);
      await damage("UPDATE wallet_balances SET body = '[ ]'");
      expect(await listFailed(store)).toEqual(['balances']);
    });

    it('match rows with any text, even after they are read and written again', async () => {
      const { store } = opened();
      const walletId = await addOneWallet(store);
      const texts = [...HOSTILE_TEXTS, '\uD83D', 'half \uDD8A a pair'];
      const rows = texts.map((text, index) =>
        makeTransaction(`tx_${index}`, { txid: text, address: text, feeCurrency: text }),
      );
      await store.copyTransactions(walletId, rows);
      expect(await listFailed(store)).toEqual([]);
      const stored = await listAll(store, walletId);
      await store.copyTransactions(walletId, stored);
      await store.copyTransactions(
        walletId,
        rows.map((row) => Object.assign({}, row, { status: 'failed' as const })),
      );
      expect(await listFailed(store)).toEqual([]);
    });
  });
}

/** Records all rows like synchronisation does. */
async function synchronise(
  store: Store,
  walletId: string,
  transactions: readonly Transaction[],
): Promise<void> {
  const lease = await claim(store, walletId);
  const times = { fromMs: T0, toMs: (transactions.at(-1)?.timestampMs ?? T0) + 1 };
  await store.recordWindow(lease, makeWindow({ window: times, covered: times, transactions }));
  const outcome = { nextRunAtMs: T0 + 5000, syncedAtMs: T0, historyComplete: true };
  await store.recordOutcome(lease, outcome);
  await store.releaseLease(lease);
}

function makeRows(distanceMs = 60_000): readonly Transaction[] {
  const amounts = makeTransaction('');
  return Array.from({ length: ROWS }, (_, row) =>
    makeTransaction(`tx_${row}`, {
      timestampMs: T0 + row * distanceMs,
      txid: '0xabc',
      address: '0x1',
      feeCost: '0.01' as typeof amounts.amount,
      feeCurrency: 'ETH',
    }),
  );
}

function checkRows(store: Store, fix = false): Promise<StoreCheck> {
  return findCheck(store, 'rows', fix);
}

async function findCheck(store: Store, sought: string, fix = false): Promise<StoreCheck> {
  const checks = await store.checkIntegrity({ fix, nowMs: T0 });
  const found = checks.find(({ name }) => name === sought);
  if (found === undefined) throw new Error(`no check of ${sought}: ${JSON.stringify(checks)}`);
  return found;
}

async function listFailed(store: Store): Promise<readonly string[]> {
  const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

/** Fails unless the totals match the returned rows, corrupted or not. */
async function expectTotals(store: Store, walletId: string): Promise<void> {
  const all = await listPage(store, walletId, { limit: 1000 });
  expect(all.totalCount).toBe(all.transactions.length);
  for (const asset of new Set(all.transactions.map((row) => row.asset))) {
    const { totalCount } = await listPage(store, walletId, { asset });
    expect(totalCount).toBe(all.transactions.filter((row) => row.asset === asset).length);
  }
}
