import { describe, expect, it } from 'vitest';

import type { Store } from '../../../src/store/store.ts';
import {
  addOneWallet,
  claim,
  findServed,
  HOSTILE_BALANCES,
  listBalances,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWindow,
  type OpenStore,
  PROJECT_ID,
  T0,
  useOpened,
} from './fixtures.ts';
import { storeRows } from '../store-rows.ts';
import { importRows } from './import-fixtures.ts';

/** Tests revisions, which validate cached responses. */
export function describeRevisions(openStore: OpenStore): void {
  describe('revisions', () => {
    const opened = useOpened(openStore);
    const store = () => opened().store;

    it('change with the transactions and with the balances, and with nothing else', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const first = await readRevisions(store(), id);
      const row = makeTransaction('tx_1', { status: 'pending' });
      await store().recordWindow(lease, makeWindow({ transactions: [row] }));
      const second = await readRevisions(store(), id);
      expect(second.transactions).not.toBe(first.transactions);
      expect(second.balances).toBe(first.balances);

      await store().recordWindow(lease, makeWindow({ transactions: [row] }));
      await store().recordOutcome(lease, { nextRunAtMs: T0, syncedAtMs: T0 });
      expect(await readRevisions(store(), id)).toEqual(second);

      const settled = makeTransaction('tx_1', { status: 'completed' });
      await store().recordWindow(lease, makeWindow({ transactions: [settled] }));
      const third = await readRevisions(store(), id);
      expect(third.transactions).not.toBe(second.transactions);
      await storeRows(store(), id, [makeTransaction('tx_2')]);
      expect((await readRevisions(store(), id)).transactions).not.toBe(third.transactions);

      await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      const last = await readRevisions(store(), id);
      expect(last.balances).not.toBe(first.balances);
      await store().recordBalances(lease, makeBalances([makeBalance('BTC')]));
      expect(await readRevisions(store(), id)).toEqual(last);
      const unknown = makeBalance('BTC', { networksUnknown: true });
      await store().recordBalances(lease, makeBalances([unknown]));
      const changed = await readRevisions(store(), id);
      expect(changed.balances).not.toBe(last.balances);
      const unverified = { ...makeBalances([unknown]), withdrawableUnverified: true };
      await store().recordBalances(lease, unverified);
      expect((await readRevisions(store(), id)).balances).not.toBe(changed.balances);
    });

    it('change with an import that only adds rows, and not with one whose rows are known', async () => {
      const id = await addOneWallet(store());
      const rows = [makeTransaction('tx_1')];
      const before = await readRevisions(store(), id);
      await importRows(store(), id, rows);
      const after = await readRevisions(store(), id);
      expect(after.transactions).not.toBe(before.transactions);
      expect(after.balances).toBe(before.balances);
      await importRows(store(), id, rows, { id: 'import_two', sha256: 'other' });
      expect(await readRevisions(store(), id)).toEqual(after);
    });

    it('remain with balances whose texts have half of a surrogate pair', async () => {
      const id = await addOneWallet(store());
      const lease = await claim(store(), id);
      const network = { ...HOSTILE_BALANCES[1]!.networks[0]!, name: 'half \ud83d of' };
      const balance = makeBalance('BTC\ud800', { networks: [network] });
      await store().recordBalances(lease, makeBalances([balance]));
      const first = await readRevisions(store(), id);
      await store().recordBalances(lease, makeBalances([balance]));
      expect(await readRevisions(store(), id)).toEqual(first);
      expect(await listBalances(store(), id)).toEqual([
        { ...balance, asset: 'BTC\ufffd', networks: [{ ...network, name: 'half \ufffd of' }] },
      ]);
    });

    it('change with a repair, before which wrong totals may have been cached', async () => {
      const id = await addOneWallet(store());
      await storeRows(store(), id, [makeTransaction('tx_1')]);
      const before = await readRevisions(store(), id);
      await opened().damage('UPDATE wallet_content SET transaction_count = 2');
      await store().checkIntegrity({ fix: true, nowMs: T0 });
      expect((await readRevisions(store(), id)).transactions).not.toBe(before.transactions);
    });

    it('are different for different wallets', async () => {
      const id = await addOneWallet(store());
      const { transactions, balances } = await readRevisions(store(), id);
      expect(transactions).not.toBe(balances);
      expect(Number.isSafeInteger(transactions) && transactions > 0).toBe(true);
    });
  });
}

export async function readRevisions(
  store: Store,
  walletId: string,
): Promise<{ readonly transactions: number; readonly balances: number }> {
  const wallet = await findServed(store, walletId, PROJECT_ID);
  if (wallet === undefined) throw new Error('there is no such wallet');
  return { transactions: wallet.transactionsRevision, balances: wallet.balancesRevision };
}
