import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { IMPORT_BATCH_ROWS } from '../../../src/store/import.ts';
import {
  addOneWallet,
  addProject,
  claim,
  countTurns,
  CREDENTIALS,
  listAll,
  listFailed,
  makeTransaction,
  makeWallet,
  makeWindow,
  type OpenStore,
  T0,
  useOpened,
} from './fixtures.ts';
import { importRows } from './import-fixtures.ts';

const NO_CHANGE = { added: 0, changed: 0, conflicts: 0, shownConflicts: [] };

/** Returns a row of a file without an id. */
function bare(changes: Partial<Transaction> = {}) {
  return { ...makeTransaction('', changes), id: null };
}

/** Tests imports, and the synchronisation of imported rows. */
export function describeImports(openStore: OpenStore): void {
  describe('imports', () => {
    const opened = useOpened(openStore);
    const store = () => opened().store;

    async function addWallet(synced: readonly Transaction[] = []): Promise<string> {
      const id = await addOneWallet(store());
      if (synced.length > 0) await sync(id, synced);
      return id;
    }

    async function sync(id: string, transactions: readonly Transaction[]): Promise<void> {
      const lease = await claim(store(), id);
      await store().recordWindow(lease, makeWindow({ transactions }));
      await store().releaseLease(lease);
    }

    async function expectSound(): Promise<void> {
      expect(await listFailed(store())).toEqual([]);
    }

    it('never changes a synced row, and reports how the row of the file differs', async () => {
      const row = makeTransaction('tx_1', { txid: 'abc', feeCost: parseDecimal('0.10') });
      const id = await addWallet([row, makeTransaction('tx_2')]);
      const outcome = await importRows(store(), id, [
        { ...row, amount: parseDecimal('9'), status: 'failed', txid: 'x', feeCost: null },
        makeTransaction('tx_2', { timestampMs: T0 + 1, address: 'a', asset: 'ETH' }),
      ]);
      expect(outcome).toEqual({
        ...NO_CHANGE,
        rows: 2,
        known: 0,
        conflicts: 2,
        shownConflicts: [
          { line: 1, id: 'tx_1', fields: ['amount', 'status', 'txid'] },
          { line: 2, id: 'tx_2', fields: ['asset', 'timestamp', 'address'] },
        ],
      });
      expect(await listAll(store(), id)).toEqual([makeTransaction('tx_2'), row]);
      await expectSound();
    });

    it.each([
      ['asset', { asset: 'ETH' }],
      ['type', { type: 'withdrawal' }],
      ['status', { status: 'failed' }],
      ['amount', { amount: parseDecimal('1.51') }],
      ['timestamp', { timestampMs: T0 + 1 }],
      ['txid', { txid: 'b' }],
      ['address', { address: 'b' }],
      ['feeCost', { feeCost: parseDecimal('0.2') }],
      ['feeCurrency', { feeCurrency: 'ETH' }],
    ] as const)('reports that only the %s of a row differs', async (field, change) => {
      const fee = { feeCost: parseDecimal('0.1'), feeCurrency: 'BTC' };
      const row = makeTransaction('tx_1', { txid: 'a', address: 'a', ...fee });
      // Also from a row without the values that a row can lack.
      const short = makeTransaction('tx_2', { amount: parseDecimal('1') });
      const id = await addWallet([row, short]);
      const file = [row, short].map((each) => Object.assign({}, each, change));
      expect(await importRows(store(), id, file)).toMatchObject({
        known: 0,
        conflicts: 2,
        shownConflicts: [{ fields: [field] }, { fields: [field] }],
      });
    });

    it('lists the first 20 conflicts, and counts all', async () => {
      const rows = Array.from({ length: 25 }, (_, index) => makeTransaction(`tx_${index}`));
      const id = await addWallet(rows);
      const files = rows.map((row) => Object.assign({}, row, { asset: 'ETH' }));
      const outcome = await importRows(store(), id, files);
      expect(outcome).toMatchObject({ conflicts: 25, known: 0 });
      expect(outcome.shownConflicts).toHaveLength(20);
    });

    it('recognises a synced row with equal values or missing fields', async () => {
      const row = makeTransaction('tx_1', { amount: parseDecimal('1.50'), txid: 'a' });
      const id = await addWallet([row]);
      const file = [{ ...row, amount: parseDecimal('1.5'), txid: null }];
      expect(await importRows(store(), id, file)).toEqual({ ...NO_CHANGE, rows: 1, known: 1 });
      expect(await listAll(store(), id)).toEqual([row]);
    });

    it('recognises synced rows by asset, type, amount and txid if the file has no ids', async () => {
      const synced = [
        makeTransaction('tx_1', { txid: 'a' }),
        makeTransaction('tx_2', { txid: 'a', timestampMs: T0 + 5 }),
        makeTransaction('tx_3', { timestampMs: T0 + 123 }),
      ];
      const id = await addWallet(synced);
      const files = [
        bare({
          txid: 'a',
          timestampMs: T0 + 99_000,
          address: 'other',
          amount: parseDecimal('1.500'),
        }),
        bare({ txid: 'a' }),
        bare({ txid: 'a', timestampMs: T0 + 7 }),
        bare(),
        bare({ timestampMs: T0 + 124 }),
      ];
      expect(await importRows(store(), id, files)).toMatchObject({ added: 2, known: 3 });
      const listed = await listAll(store(), id);
      expect(listed.map(({ timestampMs }) => timestampMs - T0)).toEqual([99_000, 124, 123, 5, 0]);
      const again = await importRows(store(), id, files, { id: 'import_two' });
      expect(again).toEqual({ ...NO_CHANGE, rows: 5, known: 5 });
      await expectSound();
    });

    it('keeps the time of creation of a row that another file completes with its time of booking', async () => {
      const id = await addWallet();
      const row = { ...makeTransaction('tx_1', { timestampMs: T0 + 5 }), id: 'tx_1' };
      await importRows(store(), id, [row]);
      const booked = { ...row, timestampMs: T0 + 3_600_000, hasBookingTime: true };
      const second = await importRows(store(), id, [booked], { id: 'import_two' });
      expect(second).toMatchObject({ known: 1, changed: 0 });
      const completed = { ...booked, txid: 'a' };
      const third = await importRows(store(), id, [completed], { id: 'import_three' });
      expect(third).toMatchObject({ changed: 1 });
      expect(await listAll(store(), id)).toEqual([{ ...row, txid: 'a' }]);
    });

    it('takes rows of one second for different ones if both times have milliseconds', async () => {
      const id = await addWallet([makeTransaction('tx_1', { timestampMs: T0 + 123 })]);
      const files = [bare({ timestampMs: T0 + 124 }), bare({ timestampMs: T0 + 122 })];
      expect(await importRows(store(), id, files)).toMatchObject({ added: 2, known: 0 });
      expect(await listAll(store(), id)).toHaveLength(3);
      await expectSound();
    });

    it('replaces an imported row by the synced row with the same id, with the time of the exchange', async () => {
      const id = await addWallet();
      const row = makeTransaction('tx_1', { timestampMs: T0 + 500, txid: 'a' });
      await importRows(store(), id, [
        { ...row, amount: parseDecimal('9'), timestampMs: T0, address: 'of the file', txid: 'b' },
      ]);
      await sync(id, [row]);
      expect(await listAll(store(), id)).toEqual([{ ...row, address: 'of the file' }]);
      expect(await store().undoImport('import_one', T0)).toMatchObject({ removed: 0 });
      expect(await listAll(store(), id)).toHaveLength(1);
      await expectSound();
    });

    it('replaces each imported row without id by at most one equal synced row', async () => {
      const id = await addWallet();
      const files = [bare({ txid: 'a', address: 'x' }), bare({ txid: 'a', address: 'y' }), bare()];
      await importRows(store(), id, files);
      const first = makeTransaction('tx_1', { txid: 'a', timestampMs: T0 + 900 });
      await sync(id, [first]);
      expect(await listAll(store(), id)).toHaveLength(3);
      const others = [
        makeTransaction('tx_2', { txid: 'a', timestampMs: T0 + 901 }),
        makeTransaction('tx_3', { txid: 'a', timestampMs: T0 + 902 }),
        makeTransaction('tx_4', { timestampMs: T0 + 400 }),
      ];
      await sync(id, [first, ...others]);
      const listed = await listAll(store(), id);
      expect(listed.map((row) => row.id)).toEqual(['tx_3', 'tx_2', 'tx_1', 'tx_4']);
      expect(new Set(listed.map((row) => row.address))).toEqual(new Set(['x', 'y', null]));
      expect(await importRows(store(), id, files, { id: 'import_two' })).toMatchObject({
        known: 3,
      });
      await expectSound();
    });

    it('replaces an imported row when the synced row later gets its txid', async () => {
      const id = await addWallet([makeTransaction('tx_1', { status: 'pending' })]);
      await importRows(store(), id, [bare({ txid: 'a', timestampMs: T0 + 60_000 })]);
      expect(await listAll(store(), id)).toHaveLength(2);
      const completed = makeTransaction('tx_1', { txid: 'a' });
      await sync(id, [completed]);
      expect(await listAll(store(), id)).toEqual([completed]);
    });

    it('keeps an imported row when an equal synced row changes its status', async () => {
      const pending = makeTransaction('tx_1', { txid: 'a', status: 'pending' });
      const id = await addWallet([pending]);
      const files = [bare({ txid: 'a' }), bare({ txid: 'a', timestampMs: T0 + 1 })];
      expect(await importRows(store(), id, files)).toMatchObject({ added: 1, known: 1 });
      await sync(id, [{ ...pending, status: 'completed', timestampMs: T0 - 5 }]);
      expect(await listAll(store(), id)).toHaveLength(2);
      const second = makeTransaction('tx_2', { txid: 'a' });
      await sync(id, [second]);
      expect((await listAll(store(), id)).map((row) => row.id)).toEqual(['tx_2', 'tx_1']);
      await expectSound();
    });

    it('reports the same state of a wallet with imported rows to callers and operators', async () => {
      const id = await addWallet();
      const states = async (): Promise<readonly (boolean | undefined)[]> => {
        const listed = (await store().listWallets()).find((wallet) => wallet.id === id);
        const { sync: shown } = await store().readWalletStatus(id);
        return [listed?.sync.hasImports, shown.hasImports];
      };
      expect(await states()).toEqual([false, false]);
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      const file = [makeTransaction('tx_1')];
      await importRows(store(), 'wallet_two', file, { id: 'import_of_two' });
      expect(await states()).toEqual([false, false]);
      await importRows(store(), id, file);
      expect(await states()).toEqual([true, true]);
      await store().undoImport('import_one', T0);
      expect(await states()).toEqual([false, false]);
    });

    it('changes imported rows by a later import, and undoes the imports in any order', async () => {
      const versions = ['pending', 'failed', 'completed'] as const;
      const orders = ['123', '132', '213', '231', '312', '321'];
      await addProject(store());
      // The wallets have rows with the same id, and other values.
      for (const order of orders) {
        const id = `wallet_${order}`;
        await store().addWallet(makeWallet(id), CREDENTIALS);
        for (const [index, status] of versions.entries()) {
          const rows = [makeTransaction('tx_1', { status, txid: order })];
          const outcome = await importRows(store(), id, rows, {
            id: `import_${order}_${index + 1}`,
          });
          expect(outcome).toMatchObject(index === 0 ? { added: 1 } : { changed: 1, added: 0 });
        }
      }
      for (const order of orders) {
        const id = `wallet_${order}`;
        const standing = new Set([1, 2, 3]);
        for (const no of order) {
          await store().undoImport(`import_${order}_${no}`, T0);
          standing.delete(Number(no));
          const rows = await listAll(store(), id);
          const status = versions[Math.max(...standing) - 1];
          expect(rows).toMatchObject(status === undefined ? [] : [{ status, txid: order }]);
        }
        expect(await listAll(store(), id)).toEqual([]);
      }
      await expectSound();
    });

    it('restores no row that synchronisation has read since', async () => {
      const id = await addWallet();
      const row = (status: 'pending' | 'completed') => makeTransaction('tx_1', { status });
      await importRows(store(), id, [row('pending')]);
      await importRows(store(), id, [row('completed')], { id: 'import_two' });
      await sync(id, [row('completed')]);
      expect(await store().undoImport('import_two', T0)).toMatchObject({ removed: 0, restored: 0 });
      expect(await store().undoImport('import_one', T0)).toMatchObject({ removed: 0, restored: 0 });
      expect(await listAll(store(), id)).toEqual([row('completed')]);
      await expectSound();
    });

    it('restores each row of an import that was changed by others', async () => {
      const id = await addWallet();
      const rows = (names: readonly string[], status: 'completed' | 'failed' | 'pending') =>
        names.map((name) => makeTransaction(name, { status, txid: name }));
      const both = ['tx_1', 'tx_2'];
      await importRows(store(), id, rows(both, 'pending'));
      // The same row is changed by the third import of another wallet.
      await store().addWallet(makeWallet('wallet_two'), CREDENTIALS);
      for (const [no, status] of (['pending', 'pending', 'failed'] as const).entries()) {
        const names = { id: `import_of_two_${no}` };
        await importRows(store(), 'wallet_two', rows(['tx_1'], status), names);
      }
      await importRows(store(), id, rows(['tx_1'], 'failed'), { id: 'import_two' });
      await importRows(store(), id, rows(['tx_2'], 'failed'), { id: 'import_three' });
      await importRows(store(), id, rows(both, 'completed'), { id: 'import_four' });
      const read = async () =>
        (await listAll(store(), id)).map((row) => `${row.id} ${row.txid} ${row.status}`).toSorted();
      await store().undoImport('import_two', T0);
      expect(await read()).toEqual(['tx_1 tx_1 completed', 'tx_2 tx_2 completed']);
      await store().undoImport('import_four', T0);
      expect(await read()).toEqual(['tx_1 tx_1 pending', 'tx_2 tx_2 failed']);
    });

    it('restores and removes more rows than a batch, and answers callers meanwhile', async () => {
      const id = await addWallet();
      const rows = (status: 'completed' | 'pending') =>
        Array.from({ length: 900 }, (_, no) => makeTransaction(`tx_${no}`, { status }));
      await importRows(store(), id, rows('pending'));
      await importRows(store(), id, rows('completed'), { id: 'import_two' });
      const undo = (importId: string, outcome: object) =>
        countTurns(async () =>
          expect(await store().undoImport(importId, T0)).toMatchObject(outcome),
        );
      expect(await undo('import_two', { restored: 900 })).toBeGreaterThanOrEqual(2);
      const statuses = (await listAll(store(), id)).map(({ status }) => status);
      expect([statuses.length, new Set(statuses)]).toEqual([900, new Set(['pending'])]);
      expect(await undo('import_one', { removed: 900 })).toBeGreaterThanOrEqual(2);
    });

    it('replaces a row without id by its values after a later import or its undo', async () => {
      const id = await addWallet();
      const one = bare({ txid: 'a', amount: parseDecimal('1') });
      await importRows(store(), id, [one]);
      const [imported] = await listAll(store(), id);
      const corrected = { ...imported!, amount: parseDecimal('2'), txid: 'b' };
      expect(await importRows(store(), id, [corrected], { id: 'import_two' })).toMatchObject({
        changed: 1,
      });
      await expectSound();
      const row = makeTransaction('tx_1', { txid: 'b', amount: parseDecimal('2') });
      await sync(id, [row]);
      expect(await listAll(store(), id)).toEqual([row]);
      await importRows(store(), id, [one], { id: 'import_three' });
      const again = (await listAll(store(), id)).find((each) => each.id !== 'tx_1');
      await importRows(store(), id, [{ ...again!, txid: 'c' }], { id: 'import_four' });
      await store().undoImport('import_four', T0);
      await sync(id, [makeTransaction('tx_2', { txid: 'a', amount: parseDecimal('1') })]);
      expect((await listAll(store(), id)).map((each) => each.id)).toEqual(['tx_2', 'tx_1']);
      await expectSound();
    });

    it('adds no row if a file changes a row by its id and has an equal row without id', async () => {
      const id = await addWallet();
      await importRows(store(), id, [makeTransaction('tx_1')]);
      const files = [bare(), makeTransaction('tx_1', { asset: 'ETH' })];
      const first = await importRows(store(), id, files, { id: 'import_two' });
      expect(first).toMatchObject({ added: 1, changed: 1 });
      const again = await importRows(store(), id, files, { id: 'import_three' });
      expect(again).toEqual({ ...NO_CHANGE, rows: 2, known: 2 });
    });

    it('keeps values that are missing in a later import', async () => {
      const id = await addWallet();
      await importRows(store(), id, [makeTransaction('tx_1', { address: 'a', status: 'pending' })]);
      await importRows(store(), id, [makeTransaction('tx_1')], { id: 'import_two' });
      expect(await listAll(store(), id)).toEqual([makeTransaction('tx_1', { address: 'a' })]);
    });

    it('changes nothing in a dry run, and reports the same result as the import', async () => {
      const id = await addWallet([makeTransaction('tx_1')]);
      const before = await store().checkIntegrity({ fix: false, nowMs: T0 });
      const files = [
        makeTransaction('tx_1', { asset: 'X' }),
        makeTransaction('tx_2'),
        bare(),
        bare(),
      ];
      const dry = await importRows(store(), id, files, { isDryRun: true });
      expect(await listAll(store(), id)).toEqual([makeTransaction('tx_1')]);
      expect(await store().listImports()).toEqual([]);
      expect(await importRows(store(), id, files)).toEqual(dry);
      expect(dry).toMatchObject({ added: 2, known: 1, conflicts: 1 });
      expect(before.every(({ ok }) => ok)).toBe(true);
    });

    it('lists imports with their file and counts, even after they were undone', async () => {
      const id = await addWallet();
      await importRows(store(), id, [makeTransaction('tx_1')], { sha256: 'ab', nowMs: T0 + 1 });
      const record = {
        id: 'import_one',
        walletId: id,
        importNo: 1,
        fileName: 'rows.jsonl',
        sha256: 'ab',
        rows: 1,
        added: 1,
        known: 0,
        changed: 0,
        conflicts: 0,
        importedAtMs: T0 + 1,
        undoneAtMs: null,
      };
      expect(await store().listImports(id)).toEqual([record]);
      expect(await store().undoImport('import_one', T0 + 2)).toEqual({
        walletId: id,
        removed: 1,
        restored: 0,
      });
      expect(await store().listImports()).toEqual([{ ...record, undoneAtMs: T0 + 2 }]);
      await expect(store().undoImport('import_one', T0)).rejects.toThrow('import_one');
      await expect(store().undoImport('import_none', T0)).rejects.toThrow('import_none');
      expect(await store().listImports('wallet_other')).toEqual([]);
    });

    it('stores nothing if it is stopped between two batches', async () => {
      const id = await addWallet();
      const rows = Array.from({ length: IMPORT_BATCH_ROWS + 1 }, (_, index) =>
        makeTransaction(`tx_${index}`),
      );
      const stop = new AbortController();
      const importing = importRows(store(), id, rows, {
        signal: stop.signal,
        onProgress: () => stop.abort(),
      });
      await expect(importing).rejects.toThrow('aborted');
      expect(await listAll(store(), id)).toEqual([]);
      expect(await store().listImports()).toEqual([]);
      await expectSound();
      const turns = await countTurns(async () =>
        expect(await importRows(store(), id, rows)).toMatchObject({ added: rows.length }),
      );
      expect(turns).toBeGreaterThanOrEqual(2);
      expect(await store().undoImport('import_one', T0)).toMatchObject({ removed: rows.length });
    });
  });
}
