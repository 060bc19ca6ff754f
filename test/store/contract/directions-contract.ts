import { expect, it } from 'vitest';

import { TRANSACTION_TYPES, type TransactionType } from '../../../src/domain/transaction.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  claim,
  findServed,
  listAll,
  listPage,
  makeTransaction,
  makeWindow,
  T0,
} from './fixtures.ts';

/** A wallet of an older program, in which types have no direction. */
export interface UndirectedWallet {
  readonly walletNo: number;
  readonly id: string;
  readonly exchange: string;
  /** Codes of types, one for each row: row `n` is `tx_<wallet>_<n>` of asset `A<n % 2>`, at `T0 + n`. */
  readonly types: readonly number[];
  readonly sources: readonly string[];
}

const TRANSFER = 3;
const ADJUSTMENT = 6;

export const UNDIRECTED_WALLETS: readonly UndirectedWallet[] = [
  {
    walletNo: 1,
    id: 'wallet_certified',
    exchange: 'binance',
    types: [1, 2, TRANSFER, 4, 5, ADJUSTMENT, 7, TRANSFER],
    sources: ['deposits', 'fiat-deposits', 'rewards', 'transfers', 'withdrawals'],
  },
  {
    walletNo: 2,
    id: 'wallet_other',
    exchange: 'mexc',
    types: [1, TRANSFER],
    sources: ['deposits', 'withdrawals'],
  },
  {
    walletNo: 3,
    id: 'wallet_plain',
    exchange: 'kraken',
    types: [1, 2, 1],
    sources: ['ledgers'],
  },
  {
    walletNo: 4,
    id: 'wallet_senders',
    exchange: 'bybit',
    types: [1, 2],
    sources: ['deposits', 'withdrawals'],
  },
];

/** A migrated database of an older program. */
export interface MigratedStore {
  readonly store: Store;
  readonly cleanup: () => Promise<void>;
}

/**
 * Returns the counts of a wallet in the format of an older program: a cell has six bits, a leaf no checksums.
 */
export function encodeUndirectedCounts({ types }: UndirectedWallet): Uint8Array {
  const start = Buffer.alloc(9);
  start.writeDoubleBE(T0, 1);
  const rows = types.flatMap((type, row) => {
    const code = ((row % 2) + 1) * 64 + type * 8 + 2;
    return [row === 0 ? 0 : 1, (code % 128) + 128, Math.floor(code / 128)];
  });
  return Buffer.concat([start, Buffer.from(rows)]);
}

/**
 * Tests the migration of rows with a type without direction.
 *
 * @param openMigrated writes {@link UNDIRECTED_WALLETS} into an older database, with complete histories and
 * revision 1, and migrates it.
 */
export function describeDirections(openMigrated: () => Promise<MigratedStore>): void {
  const run = (work: (store: Store) => Promise<void>) => async () => {
    const { store, cleanup } = await openMigrated();
    try {
      await work(store);
    } finally {
      await cleanup();
    }
  };

  it(
    'rows without a direction become other, and every count matches the rows',
    run(async (store) => {
      expect(await typesOf(store, 'wallet_certified')).toEqual(
        'deposit withdrawal other reward fee other other other'.split(' '),
      );
      expect(await typesOf(store, 'wallet_plain')).toEqual(['deposit', 'withdrawal', 'deposit']);
      for (const { id } of UNDIRECTED_WALLETS) await expectTotals(store, id);
      expect(await listFailed(store)).toEqual([]);
    }),
  );

  it(
    'sources that may have reported such rows are re-read, and the history is incomplete until then',
    run(async (store) => {
      const read = await Promise.all(UNDIRECTED_WALLETS.map(({ id }) => readState(store, id)));
      expect(read).toEqual([
        [['fiat-deposits', 'withdrawals'], false],
        [[], false],
        [['ledgers'], true],
        // Deposits are re-read for the senders of stored rows.
        [['withdrawals'], false],
      ]);
    }),
  );

  it(
    'a re-read row gets its direction and remains one row',
    run(async (store) => {
      const served = await findServed(store, 'wallet_certified', 'project_1');
      expect(served?.transactionsRevision).not.toBe(1);
      const before = await listAll(store, 'wallet_certified');
      const directed = ['transfer_in', 'debit', 'transfer_out'] as const;
      const ids = ['tx_1_2', 'tx_1_5', 'tx_1_7'];
      const transactions = ids.map((id, index) => {
        const { timestampMs, asset } = before.find((row) => row.id === id)!;
        return makeTransaction(id, { type: directed[index]!, timestampMs, asset });
      });
      const lease = await claim(store, 'wallet_certified');
      await store.recordWindow(lease, makeWindow({ source: 'transfers', transactions }));
      expect(await typesOf(store, 'wallet_certified')).toEqual(
        'deposit withdrawal transfer_in reward fee debit other transfer_out'.split(' '),
      );
      await expectTotals(store, 'wallet_certified');
      expect(await listFailed(store)).toEqual([]);
    }),
  );
}

async function typesOf(store: Store, walletId: string): Promise<readonly TransactionType[]> {
  const rows = await listAll(store, walletId);
  return rows.toReversed().map(({ type }) => type);
}

async function readState(store: Store, walletId: string) {
  const { coverage, sync } = await store.readWalletStatus(walletId);
  return [coverage.map(({ source }) => source), sync.historyComplete];
}

/** Compares the totals of each filter with the rows. */
async function expectTotals(store: Store, walletId: string): Promise<void> {
  const rows = await listAll(store, walletId);
  for (const type of TRANSACTION_TYPES) {
    for (const asset of [undefined, 'A0', 'A1']) {
      const transactions = rows.filter(
        (row) => row.type === type && (asset === undefined || row.asset === asset),
      );
      const filter = { type, ...(asset === undefined ? {} : { asset }), status: 'completed' };
      expect(await listPage(store, walletId, filter as object)).toEqual({
        totalCount: transactions.length,
        transactions,
      });
    }
  }
}

async function listFailed(store: Store): Promise<readonly string[]> {
  const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}
