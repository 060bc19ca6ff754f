/** The driver reads encrypted connections differently from others. */
import { afterEach, beforeEach, expect, it } from 'vitest';

import { addOneWallet, makeQuery, makeTransaction, T0 } from './contract/fixtures.ts';
import {
  createTestDatabase,
  migrateTestStore,
  openTestStore,
  type TestDatabase,
} from './postgres-database.ts';
import { startTlsProxy } from './tls-proxy.ts';
import { storeRows } from './store-rows.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

it('lists pages of every size through an encrypted connection', async () => {
  const plain = openTestStore(database.url);
  await migrateTestStore(plain);
  const walletId = await addOneWallet(plain);
  const rows = Array.from({ length: 1000 }, (_, no) =>
    makeTransaction(`tx_${no}`, { timestampMs: T0 + no, txid: '7'.repeat(no % 90) }),
  );
  await storeRows(plain, walletId, rows);
  const proxy = await startTlsProxy(database.url);
  const store = openTestStore(proxy.url);
  const wallet = await plain.readWalletKey(walletId);
  for (const limit of [1, 10, 1000]) {
    const query = makeQuery({ limit });
    const expected = await plain.listTransactions(wallet, query);
    const found = await store.listTransactions(wallet, query);
    expect(found.totalCount).toBe(1000);
    expect(found.json).toBe(expected.json);
  }
  expect(proxy.encrypted()).toBeGreaterThan(0);
  await Promise.all([store.close(), plain.close()]);
  proxy.server.close();
});
