/** The migration of transactions to one code and one column of bytes. */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { parseDecimal } from '../../src/domain/decimal.ts';
import {
  type Transaction,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../src/domain/transaction.ts';
import type { PostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { encodeText } from '../../src/store/postgres/text-encoding.ts';
import { encodeContent } from '../../src/store/postgres/transaction-content.ts';
import { encodeTransactionId } from '../../src/store/postgres/transaction-id.ts';
import { contentOf } from '../../src/store/postgres/transaction-rows.ts';
import { STATUS_CODES, TYPE_CODES } from '../../src/store/transaction-codes.ts';
import { HOSTILE_TEXTS, listAll, T0 } from './contract/fixtures.ts';
import {
  createTestDatabase,
  insertWallet,
  migrateTestStore,
  openStoreBefore,
  openTestStore,
  type TestDatabase,
} from './postgres-database.ts';

const WALLET_ID = 'wallet_one';
const ROWS = 300;

const digits = (unit: string, length: number): string => unit.repeat(length).slice(0, length);
/** Values of every form, and values that are nearly of one. */
const TEXTS: readonly (string | null)[] = [
  null,
  ...HOSTILE_TEXTS,
  '',
  ...[14, 15, 16, 17, 64, 510, 512].flatMap((length) => [
    digits('c0ffee', length),
    `0x${digits('c0ffee', length)}`,
    digits('C0FFEE', length),
    digits('c0FFee', length),
    digits('1234567890', length),
  ]),
  ...[238, 239, 240, 1000].map((length) => 'é'.repeat(length / 2) + 'z'.repeat(length % 2)),
  `0X${digits('c0ffee', 64)}`,
  `${digits('c0ffee', 64)}\n`,
];

const arbitraryText = fc.constantFrom(...TEXTS);
const arbitraryAsset = fc.constantFrom('BTC', '', 'z'.repeat(238), 'é'.repeat(120), '\0');
const arbitraryAmount = fc.constantFrom('0', '1.50', '12345678901234567890').map(parseDecimal);
const arbitraryRow = fc.record({
  asset: arbitraryAsset,
  type: fc.constantFrom(...TRANSACTION_TYPES),
  status: fc.constantFrom(...TRANSACTION_STATUSES),
  amount: arbitraryAmount,
  txid: arbitraryText,
  address: arbitraryText,
  feeCost: fc.option(arbitraryAmount),
  feeCurrency: arbitraryText,
});

let database: TestDatabase;
let store: PostgresStore;

beforeEach(async () => {
  database = await createTestDatabase();
  store = openTestStore(database.url);
});

afterEach(async () => {
  await store.close();
  await database.drop();
});

async function insertOldRow(row: Transaction): Promise<void> {
  const texts = [row.asset, row.amount, row.txid, row.address, row.feeCost, row.feeCurrency];
  await database.query(
    `INSERT INTO wallet_transaction (wallet_id, id, timestamp_ms, type, status, asset, amount, txid,
        address, fee_cost, fee_currency) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      WALLET_ID,
      encodeTransactionId(row.id),
      row.timestampMs,
      TYPE_CODES[row.type],
      STATUS_CODES[row.status],
      ...texts.map((text) => (text === null ? null : encodeText(text))),
    ],
  );
}

it('keeps every value, in the form in which new rows have it', async () => {
  const old = openStoreBefore('transaction-content', database.url);
  await migrateTestStore(old);
  await old.close();
  await insertWallet(database, WALLET_ID);
  const rows = fc
    .sample(arbitraryRow, ROWS)
    .map((row, no) => Object.assign({ id: `tx_${no}`, timestampMs: T0 + no }, row));
  for (const row of rows) await insertOldRow(row);
  await store.migrate();
  expect(await listAll(store, WALLET_ID)).toEqual(rows.toReversed());
  const stored = await database.query(
    'SELECT content FROM wallet_transaction ORDER BY timestamp_ms',
  );
  expect(stored).toEqual(rows.map((row) => ({ content: encodeContent(contentOf(row)) })));
  expect(await store.copyTransactions(WALLET_ID, rows)).toEqual({ added: 0 });
  const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});
