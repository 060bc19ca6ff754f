import { expect, it } from 'vitest';

import { importedTransactionId, transactionId } from '../../../src/domain/id.ts';
import { matchKeyOf } from '../../../src/store/rules/equal-rows.ts';
import type { Store } from '../../../src/store/store.ts';
import { claim, listAll, makeTransaction, makeWindow, T0 } from './fixtures.ts';

/** A wallet of an older program, in which rows have no origin. */
export interface WalletWithoutOrigins {
  readonly walletNo: number;
  readonly id: string;
  readonly leaseToken: number;
  readonly lastSyncAtMs: number | null;
  /** The ids of its rows, BTC deposits of 1.5 at `T0`. */
  readonly rows: readonly string[];
}

const synced = (wallet: string) => transactionId(wallet, 'deposit:1');
const imported = (wallet: string) => importedTransactionId(wallet, 'import:1', T0);

export const WALLETS_WITHOUT_ORIGINS: readonly WalletWithoutOrigins[] = [
  {
    walletNo: 1,
    id: 'wallet_synced',
    leaseToken: 3,
    lastSyncAtMs: 5,
    rows: [synced('wallet_synced'), imported('wallet_synced'), 'tx_own'],
  },
  {
    walletNo: 2,
    id: 'wallet_never_read',
    leaseToken: 0,
    lastSyncAtMs: null,
    rows: [synced('wallet_never_read'), imported('wallet_never_read')],
  },
  {
    walletNo: 3,
    id: 'wallet_only_synced',
    leaseToken: 1,
    lastSyncAtMs: 5,
    rows: [synced('wallet_only_synced')],
  },
];

/**
 * Tests the origin of rows after the migration of an older database.
 *
 * @param openMigrated writes {@link WALLETS_WITHOUT_ORIGINS} into an older database, and migrates it.
 */
export function describeOrigins(
  openMigrated: () => Promise<{ readonly store: Store; readonly cleanup: () => Promise<void> }>,
): void {
  it('is an import if the wallet was never read or the id is not from the exchange', async () => {
    const { store, cleanup } = await openMigrated();
    try {
      const key = matchKeyOf(makeTransaction('tx_1'));
      const origins = async (wallet: string) =>
        (await store.listTransactionsAfter(wallet, undefined, 10)).map(
          ({ id, importNo, matchKey }) => [id, importNo, matchKey],
        );
      expect(new Set(await origins('wallet_synced'))).toEqual(
        new Set([
          [synced('wallet_synced'), null, null],
          [imported('wallet_synced'), 1, key],
          ['tx_own', 1, null],
        ]),
      );
      expect(new Set(await origins('wallet_never_read'))).toEqual(
        new Set([
          [synced('wallet_never_read'), 1, null],
          [imported('wallet_never_read'), 1, key],
        ]),
      );
      expect(await origins('wallet_only_synced')).toEqual([
        [synced('wallet_only_synced'), null, null],
      ]);
      expect(await store.listImports()).toMatchObject([
        { walletId: 'wallet_never_read', importNo: 1, fileName: null, added: 2, undoneAtMs: null },
        { walletId: 'wallet_synced', importNo: 1, rows: 2, added: 2 },
      ]);
      const lease = await claim(store, 'wallet_synced');
      const row = makeTransaction('tx_new', { timestampMs: T0 + 1000 });
      await store.recordWindow(lease, makeWindow({ transactions: [row] }));
      expect((await listAll(store, 'wallet_synced')).map(({ id }) => id)).toContain(
        imported('wallet_synced'),
      );
      const equal = makeTransaction('tx_equal');
      await store.recordWindow(lease, makeWindow({ transactions: [equal] }));
      expect((await listAll(store, 'wallet_synced')).map(({ id }) => id)).not.toContain(
        imported('wallet_synced'),
      );
      const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    } finally {
      await cleanup();
    }
  });
}
