import { expect, it } from 'vitest';

import { type Query, sql } from '../../src/store/sql/query.ts';
import { numberOf } from '../../src/store/statements/written-wallet.ts';
import type { Store } from '../../src/store/store.ts';
import { listFailed } from './contract/fixtures.ts';
import { A, B, LATER, openTenants, readRows } from './two-tenants.ts';

const OF_WALLET = sql`wallet_no = ${numberOf(B.wallet)}`;
const OF_IMPORT_WALLET = sql`wallet_no = ${numberOf(B.importWallet)}`;

/** Damages of one tenant, and what a repair leaves of them. */
const DAMAGES: readonly (readonly [what: string, damage: Query, left: readonly string[]])[] = [
  [
    'counts of a day',
    sql`UPDATE transaction_count SET count = count + 1 WHERE period LIKE 'day %' AND ${OF_WALLET}`,
    [],
  ],
  ['a missing row', sql`DELETE FROM wallet_transaction WHERE id = 'tx_1' AND ${OF_WALLET}`, []],
  [
    'a corrupted row',
    sql`UPDATE wallet_transaction SET amount = '9' WHERE id = 'tx_1' AND ${OF_WALLET}`,
    [],
  ],
  [
    'a corrupted imported row',
    sql`UPDATE wallet_transaction SET amount = '9' WHERE id = 'tx_i' AND ${OF_IMPORT_WALLET}`,
    ['rows'],
  ],
  [
    'a missing imported row',
    sql`DELETE FROM wallet_transaction WHERE id = 'tx_i' AND ${OF_IMPORT_WALLET}`,
    [],
  ],
  [
    'rows with the number of another project',
    sql`UPDATE wallet_transaction SET project_no = 99 WHERE ${OF_WALLET}`,
    [],
  ],
  [
    'a corrupted balance',
    sql`UPDATE wallet_balance SET amount = '9' WHERE asset = 'BTC' AND ${OF_WALLET}`,
    ['balances'],
  ],
];

it.each(DAMAGES)(
  'doctor repairs %s of one tenant like without another, whose rows stay',
  async (_what, damage, left) => {
    await using alone = await openTenants(B);
    await using among = await openTenants(A, B);
    for (const { store } of [alone, among]) {
      await store.database.change(damage);
      await store.database.change(sql`UPDATE wallet_sync SET next_run_at_ms = ${LATER + 1}
        WHERE next_run_at_ms IS NOT NULL`);
    }
    const { ofA } = await readRows(among.store);
    for (const fix of [false, true]) {
      const checks = await check(alone.store, fix);
      expect(checks.map(({ detail }) => detail).join()).toContain('_of_b');
      expect(await check(among.store, fix)).toEqual(checks);
    }
    expect((await readRows(among.store)).ofA).toEqual(ofA);
    expect(await listFailed(among.store, false, LATER)).toEqual(left);
  },
);

it('doctor does not re-read a wallet that was only imported, if another one is synchronised', async () => {
  await using among = await openTenants(A, B);
  const { database } = among.store;
  await database.change(
    sql`DELETE FROM wallet_transaction WHERE id = 'tx_i' AND ${OF_IMPORT_WALLET}`,
  );
  const readState = () => database.row(sql`SELECT * FROM wallet_sync WHERE ${OF_IMPORT_WALLET}`);
  const state = await readState();
  await check(among.store, true);
  expect(await readState()).toEqual(state);
});

it('doctor counts the rows of all wallets before it reads them', async () => {
  await using among = await openTenants(A, B);
  const totals = new Set<number>();
  await among.store.checkIntegrity({
    fix: false,
    nowMs: LATER,
    onProgress: ({ unit, total }) => void (unit === 'rows' && totals.add(total ?? 0)),
  });
  const rows = await among.store.database.rows(sql`SELECT 1 FROM wallet_transaction`);
  expect([...totals]).toEqual([rows.length]);
});

function check(store: Store, fix: boolean) {
  return store.checkIntegrity({ fix, nowMs: LATER });
}
