import { DAY_MS } from '../../../src/domain/duration.ts';
import { describe, expect, it } from 'vitest';

import { parseDecimal } from '../../../src/domain/decimal.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import type { Recheck } from '../../../src/store/records.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  addOneWallet,
  claim,
  HOSTILE_TEXTS,
  listAll,
  makeBalances,
  makeTransaction,
  makeWindow,
  type OpenStore,
  T0,
  useStore,
} from './fixtures.ts';
import { storeRows } from '../store-rows.ts';

/** Tests the effects of a recorded window. */
export function describeWindows(openStore: OpenStore): void {
  describe('windows', () => {
    const store = useStore(openStore);

    it('keeps fields that the new reading omits, and updates the others', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const first = makeTransaction('tx_1', {
        status: 'pending',
        txid: 'abc',
        address: 'bc1q',
        feeCost: parseDecimal('0.10'),
        feeCurrency: 'BTC',
      });
      const second = makeTransaction('tx_1', {
        status: 'completed',
        type: 'transfer_out',
        asset: 'ETH',
        amount: parseDecimal('1.40'),
        address: 'bc1p',
      });
      await store().recordWindow(lease, makeWindow({ transactions: [first] }));
      await store().recordWindow(lease, makeWindow({ transactions: [second] }));
      expect(await listAll(store(), id)).toEqual([
        {
          ...second,
          txid: 'abc',
          address: 'bc1p',
          feeCost: '0.10',
          feeCurrency: 'BTC',
        },
      ]);
    });

    it('keeps the earlier time, for any order of the readings', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      for (const timestampMs of [T0 + 5, T0 + 9, T0 + 2]) {
        const transactions = [makeTransaction('tx_1', { timestampMs })];
        await store().recordWindow(lease, makeWindow({ transactions }));
      }
      expect(await listAll(store(), id)).toEqual([
        makeTransaction('tx_1', { timestampMs: T0 + 2 }),
      ]);
    });

    it.each<Partial<Transaction>>([
      { asset: 'ETH' },
      { type: 'reward' },
      { status: 'failed' },
      { amount: parseDecimal('1.50') },
      { txid: 'def' },
      { address: 'bc1p' },
      { feeCost: parseDecimal('0') },
      { feeCurrency: 'BNB' },
    ])('stores a single new value: %o', async (change) => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      for (const known of [{}, { txid: 'abc', address: 'bc1q', feeCurrency: 'BTC' }]) {
        const first = makeTransaction('tx_1', known);
        const second = makeTransaction('tx_1', { ...known, ...change });
        await store().recordWindow(lease, makeWindow({ transactions: [first] }));
        await store().recordWindow(lease, makeWindow({ transactions: [second] }));
        expect(await listAll(store(), id)).toEqual([second]);
        await storeRows(store(), id, [makeTransaction('tx_1')]);
      }
    });

    it('changes nothing when a window is re-read', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const window = makeWindow({
        transactions: [makeTransaction('tx_1'), makeTransaction('tx_2', { txid: 'abc' })],
        quarantined: [{ key: 'k', source: 'deposits', raw: '{}', reason: 'r' }],
      });
      await store().recordWindow(lease, window);
      const before = [await store().readWalletStatus(id), await listAll(store(), id)];
      await store().recordWindow(lease, window);
      expect([await store().readWalletStatus(id), await listAll(store(), id)]).toEqual(before);
    });

    it('writes a window completely or not at all', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const before = await store().readWalletStatus(id);
      const bad = { ...makeTransaction('tx_2'), amount: null } as unknown as Transaction;
      const window = makeWindow({
        transactions: [makeTransaction('tx_1'), bad],
        quarantined: [{ key: 'k', source: 'deposits', raw: '{}', reason: 'r' }],
        rechecks: [{ transactionId: 'tx_1', timestampMs: T0, dueAtMs: T0 }],
      });
      await expect(store().recordWindow(lease, window)).rejects.toThrow(Error);
      const emptyRange = makeWindow({
        covered: { fromMs: T0, toMs: T0 },
        transactions: [makeTransaction('tx_1')],
      });
      await expect(store().recordWindow(lease, emptyRange)).rejects.toThrow(Error);
      expect(await store().readWalletStatus(id)).toEqual(before);
      expect(await listDue(store(), id, T0)).toEqual([]);
    });
  });

  describeQuarantine(openStore);
  describeRechecks(openStore);
}

function describeQuarantine(openStore: OpenStore): void {
  describe('quarantine', () => {
    const store = useStore(openStore);
    const row = { key: 'deposits:1', source: 'deposits', raw: '{"a":1}', reason: 'no amount' };

    it('keeps the latest reading of a row until the row is mapped', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordWindow(lease, makeWindow({ quarantined: [row], readAtMs: T0 + 1 }));
      const later = { ...row, raw: '{"a":2}', reason: 'no asset' };
      await store().recordWindow(lease, makeWindow({ quarantined: [later], readAtMs: T0 + 2 }));
      expect(await store().readWalletStatus(id)).toMatchObject({
        quarantined: [{ ...later, quarantinedAtMs: T0 + 2 }],
        quarantinedCount: 1,
      });
      // In another window, because its time can be read now.
      const window = { fromMs: T0 + 5000, toMs: T0 + 6000 };
      const mappedKeys = ['deposits:1', 'deposits:2'];
      await store().recordWindow(lease, makeWindow({ window, covered: window, mappedKeys }));
      expect(await store().readWalletStatus(id)).toMatchObject({
        quarantined: [],
        quarantinedCount: 0,
      });
    });

    it('re-reads a row in the window and from the source that returned it last', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordWindow(lease, makeWindow({ quarantined: [row] }));
      const window = { fromMs: T0 + 2000, toMs: T0 + 3000 };
      const source = 'ledger';
      const quarantined = [{ ...row, source }];
      const later = { source, window, quarantined, quarantineDueAtMs: T0 + 9000 };
      await store().recordWindow(lease, makeWindow(later));
      const due = (of: string, nowMs: number) =>
        store().listQuarantineWindows(id, { source: of, nowMs, limit: 10 });
      expect(await due(row.source, T0 + 9000)).toEqual([]);
      expect(await due(source, T0 + 8999)).toEqual([]);
      expect(await due(source, T0 + 9000)).toEqual([window]);
    });

    it('keeps the last one of two readings of a row in a window', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const last = { ...row, raw: '{"a":2}' };
      await store().recordWindow(lease, makeWindow({ quarantined: [row, last] }));
      const { quarantined } = await store().readWalletStatus(id);
      expect(quarantined).toMatchObject([last]);
    });

    it('keeps the rows of the history when balances are read', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      await store().recordWindow(lease, makeWindow({ quarantined: [row] }));
      const bad = { key: 'balances:1', raw: '{}', reason: 'no asset' };
      const keys = async () =>
        (await store().readWalletStatus(id)).quarantined.map(({ key }) => key).toSorted();
      await store().recordBalances(lease, { ...makeBalances([]), quarantined: [bad] });
      expect(await keys()).toEqual(['balances:1', row.key]);
      await store().recordBalances(lease, makeBalances([]));
      expect(await keys()).toEqual([row.key]);
    });

    it('keeps the rows of a part that the exchange no longer returns, and lists them later', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const window = { fromMs: T0, toMs: T0 + 1000 };
      const older = { ...row, key: 'deposits:2', window: { fromMs: T0, toMs: T0 + 500 } };
      const newer = { ...row, key: 'deposits:3', window: { fromMs: T0 + 500, toMs: T0 + 1000 } };
      await store().recordWindow(lease, makeWindow({ quarantined: [row, older, newer] }));
      // Of windows before and after the one that is read again.
      for (const [key, fromMs] of [
        ['deposits:4', T0 - 1000],
        ['deposits:5', T0 + 1000],
      ] as const) {
        const other = { fromMs, toMs: fromMs + 1000 };
        const quarantined = [{ ...row, key, window: other }];
        await store().recordWindow(
          lease,
          makeWindow({ window: other, covered: other, quarantined }),
        );
      }
      const source = 'withdrawals';
      const ofOther = { ...row, key: 'withdrawals:6', source };
      await store().recordWindow(lease, makeWindow({ source, quarantined: [ofOther] }));
      const later = { covered: null, completeFromMs: T0 + 500, quarantineDueAtMs: T0 + 9000 };
      await store().recordWindow(lease, makeWindow({ window, ...later }));
      const { quarantined } = await store().readWalletStatus(id);
      expect(quarantined.map(({ key }) => key).toSorted()).toEqual([
        ...['1', '2', '4', '5'].map((no) => `deposits:${no}`),
        ofOther.key,
      ]);
      const due = async (nowMs: number, of = row.source) =>
        (await store().listQuarantineWindows(id, { source: of, nowMs, limit: 10 }))
          .map(({ fromMs }) => fromMs - T0)
          .toSorted((a, b) => a - b);
      expect(await due(T0 + 5999)).toEqual([]);
      expect(await due(T0 + 6000, source)).toEqual([0]);
      expect(await due(T0 + 8999)).toEqual([-1000, 1000]);
      // The first row is in the part of `older` too, because the rest was read.
      expect(await due(T0 + 9000)).toEqual([-1000, 0, 1000]);
      // Planned under a clock that was ahead.
      expect(await due(T0 - 10 * DAY_MS)).toEqual([-1000, 0, 1000]);
    });

    it('lists the windows with unreadable rows, and removes re-read rows', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const read = async (fromMs: number, toMs: number, keys: string[], dueAtMs: number) => {
        const window = { fromMs: T0 + fromMs, toMs: T0 + toMs };
        const quarantined = keys.map((key) => ({ ...row, key }));
        const record = { window, covered: window, quarantined, quarantineDueAtMs: T0 + dueAtMs };
        await store().recordWindow(lease, makeWindow(record));
      };
      const due = async (nowMs: number, source = 'deposits') =>
        (await store().listQuarantineWindows(id, { source, nowMs: T0 + nowMs, limit: 10 })).map(
          ({ fromMs, toMs }) => [fromMs - T0, toMs - T0],
        );
      await read(0, 100, ['a', 'b'], 50);
      await read(200, 300, ['c'], 40);
      expect(await due(39)).toEqual([]);
      expect(await due(50)).toEqual([
        [200, 300],
        [0, 100],
      ]);
      expect(await due(50, 'withdrawals')).toEqual([]);
      await read(0, 101, ['b'], 60);
      const { quarantined } = await store().readWalletStatus(id);
      expect(quarantined.map(({ key }) => key).toSorted()).toEqual(['b', 'c']);
      expect(await due(59)).toEqual([[200, 300]]);
      await read(201, 301, [], 60);
      expect(await due(60)).toEqual([
        [200, 201],
        [0, 101],
      ]);
    });

    it('removes a re-read row if its window had to be divided', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const read = async (fromMs: number, toMs: number, keys: readonly string[] = []) => {
        const window = { fromMs: T0 + fromMs, toMs: T0 + toMs };
        const quarantined = keys.map((key) => ({ ...row, key }));
        await store().recordWindow(lease, makeWindow({ window, covered: window, quarantined }));
        const due = { source: row.source, nowMs: T0 + 6000, limit: 10 };
        const windows = await store().listQuarantineWindows(id, due);
        return windows.map((range) => [range.fromMs - T0, range.toMs - T0]);
      };
      expect(await read(0, 400, ['a'])).toEqual([[0, 400]]);
      // Newest first, oldest first, and a part between them.
      expect(await read(300, 400)).toEqual([[0, 300]]);
      expect(await read(0, 100)).toEqual([[100, 300]]);
      expect(await read(150, 200)).toEqual([[100, 300]]);
      expect(await read(100, 200)).toEqual([[200, 300]]);
      // The row is still in the last part.
      expect(await read(200, 300, ['a'])).toEqual([[200, 300]]);
      expect(await read(200, 300)).toEqual([]);
    });

    it('re-reads a quarantined row by its own range if it has one', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const row = { source: 'deposits', raw: '', reason: '' };
      const own = { fromMs: T0 - 500, toMs: T0 + 100 };
      const quarantined = [
        { ...row, key: 'whole', window: own },
        { ...row, key: 'part', window: null },
      ];
      const window = { fromMs: T0, toMs: T0 + 100 };
      const read = (range: typeof window, rows: typeof quarantined) =>
        store().recordWindow(
          lease,
          makeWindow({ window: range, quarantined: rows, quarantineDueAtMs: T0 }),
        );
      const due = () =>
        store().listQuarantineWindows(id, { source: 'deposits', nowMs: T0, limit: 10 });
      await read(window, quarantined);
      expect(await due()).toEqual([own, window]);
      await read(window, []);
      expect(await due()).toEqual([{ ...own, toMs: T0 }]);
      await read(own, []);
      expect(await due()).toEqual([]);
    });

    it('keeps rows with any text up to 64 KiB, and counts more rows than it lists', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const texts = [...HOSTILE_TEXTS, ...Array.from({ length: 120 }, (_, index) => `r${index}`)];
      const quarantined = texts.map((text, index) => ({
        key: `${String(index).padStart(3, '0')}${text.slice(0, 64)}`,
        source: 'deposits',
        raw: text,
        reason: text,
      }));
      await store().recordWindow(lease, makeWindow({ quarantined, readAtMs: T0 }));
      const status = await store().readWalletStatus(id);
      expect(status.quarantinedCount).toBe(quarantined.length);
      expect(status.quarantined).toMatchObject(quarantined.slice(0, 100));
    });
  });
}

/** Returns the due rechecks of deposits. */
async function listDue(
  store: Store,
  walletId: string,
  nowMs: number,
  limit = 10,
): Promise<readonly Recheck[]> {
  return store.listRechecks(walletId, { source: 'deposits', nowMs, limit });
}

function describeRechecks(openStore: OpenStore): void {
  describe('rechecks', () => {
    const store = useStore(openStore);

    it('lists due rows, longest due first, up to the limit', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const rechecks = [
        { transactionId: 'tx_b', timestampMs: T0 + 1, dueAtMs: T0 + 20 },
        { transactionId: 'tx_a', timestampMs: T0 + 2, dueAtMs: T0 + 20 },
        { transactionId: 'tx_c', timestampMs: T0 + 3, dueAtMs: T0 + 10 },
        { transactionId: 'tx_d', timestampMs: T0 + 4, dueAtMs: T0 + 30 },
      ];
      await store().recordWindow(lease, makeWindow({ rechecks }));
      const due = async (nowMs: number, limit: number): Promise<readonly string[]> =>
        (await listDue(store(), id, nowMs, limit)).map(({ transactionId }) => transactionId);
      expect(await due(T0 + 9, 10)).toEqual([]);
      expect(await due(T0 + 20, 10)).toEqual(['tx_c', 'tx_a', 'tx_b']);
      expect(await due(T0 + 30, 2)).toEqual(['tx_c', 'tx_a']);
      expect(await listDue(store(), id, T0 + 10)).toEqual([{ ...rechecks[2], source: 'deposits' }]);
      const ofOthers = { source: 'withdrawals', nowMs: T0 + 30, limit: 10 };
      expect(await store().listRechecks(id, ofOthers)).toEqual([]);
    });

    it('lists rows that are due only in years, because a clock was ahead', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      // A failed row of a week waits for a quarter of its age.
      const rechecks = [T0 + 1.75 * DAY_MS, T0 + 365 * DAY_MS].map((dueAtMs, index) => ({
        transactionId: `tx_${index}`,
        timestampMs: T0,
        dueAtMs,
      }));
      await store().recordWindow(lease, makeWindow({ rechecks }));
      expect(await listDue(store(), id, T0)).toEqual([{ ...rechecks[1], source: 'deposits' }]);
    });

    it('lists a row for the source and with the time that were recorded last', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const recheck = { transactionId: 'tx_1', timestampMs: T0, dueAtMs: T0 };
      await store().recordWindow(lease, makeWindow({ rechecks: [recheck] }));
      const changed = { ...recheck, timestampMs: T0 + 1 };
      const source = 'ledger';
      await store().recordWindow(lease, makeWindow({ source, rechecks: [changed] }));
      expect(await listDue(store(), id, T0)).toEqual([]);
      const due = await store().listRechecks(id, { source, nowMs: T0, limit: 10 });
      expect(due).toEqual([{ ...changed, source }]);
    });

    it('removes rechecks of rows that a later window contains without a recheck', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const recheck = (transactionId: string, dueAtMs: number) => ({
        transactionId,
        timestampMs: T0,
        dueAtMs,
      });
      await store().recordWindow(
        lease,
        makeWindow({ rechecks: ['tx_1', 'tx_2', 'tx_3'].map((txId) => recheck(txId, T0)) }),
      );
      await store().recordWindow(
        lease,
        makeWindow({
          transactions: [makeTransaction('tx_1'), makeTransaction('tx_2')],
          rechecks: [recheck('tx_2', T0 + 7)],
        }),
      );
      expect(await listDue(store(), id, T0 + 100)).toEqual([
        { ...recheck('tx_3', T0), source: 'deposits' },
        { ...recheck('tx_2', T0 + 7), source: 'deposits' },
      ]);
    });
  });
}
