/** Flipped bits in the database file: what is served is right or refused, and `teller doctor` finds the rest. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../src/domain/duration.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { RUNS_FACTOR } from '../random-cases.ts';
import {
  addOneWallet,
  claim,
  CREDENTIALS,
  listAll,
  listBalances,
  listFailed,
  makeBalance,
  makeBalances,
  makeTransaction,
  makeWallet,
  synchronise,
  T0,
} from './contract/fixtures.ts';
import { openMigratedStore } from './migrated-sqlite.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

const WALLETS = ['wallet_one', 'wallet_two'];
/** The first page has the header and the root of the schema, without which nothing is readable. */
const FIRST_PAGE_BYTES = 4096;

const rows: readonly Transaction[] = Array.from({ length: 40 }, (_, minute) =>
  makeTransaction(`tx_${minute}`, { timestampMs: T0 + minute * 60_000, txid: `0xabc${minute}` }),
);
const balances = [makeBalance('BTC'), makeBalance('EUR')];

let path = '';
let remove = (): void => undefined;
let bytes = Buffer.alloc(0);
let store: Store | undefined;

beforeEach(async () => {
  ({ path, remove } = makeTemporaryDatabase());
  const writer = await openMigratedStore({ path });
  await addOneWallet(writer, WALLETS[0]);
  await writer.addWallet(makeWallet(WALLETS[1]!), CREDENTIALS);
  for (const walletId of WALLETS) {
    await synchronise(writer, walletId, rows);
    await writer.recordBalances(await claim(writer, walletId), makeBalances(balances));
  }
  await writer.close();
  const raw = new DatabaseSync(path);
  raw.exec('PRAGMA journal_mode = DELETE');
  raw.close();
  bytes = readFileSync(path);
});
afterEach(async () => {
  await store?.close();
  remove();
});

/** Opens the database with one flipped bit. */
async function openFlipped(at: number, bit = 0): Promise<Store> {
  await store?.close();
  store = undefined;
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
  writeFileSync(path, flipped);
  store = openSqliteStore({ path });
  return store;
}

const find = (flipped: Store, fix = false): Promise<readonly string[]> =>
  listFailed(flipped, fix, T0 + DAY_MS);

/** Returns the place of the last character of each occurrence of a text. */
function findAll(text: string): readonly number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) {
    found.push(at + text.length - 1);
  }
  return found;
}

describe('a flipped bit', () => {
  it('in a transaction is found, and re-read after a fix', async () => {
    let found = 0;
    for (const at of findAll('0xabc20')) {
      const flipped = await openFlipped(at);
      const failed = await find(flipped);
      // Free space may contain former copies of the row.
      if (failed.length === 0) continue;
      found += 1;
      expect(failed).toEqual(['rows']);
      expect(await find(flipped, true)).toEqual([]);
      for (const walletId of WALLETS) {
        await synchronise(flipped, walletId, rows);
        expect(await listAll(flipped, walletId)).toEqual(rows.toReversed());
      }
      expect(await find(flipped)).toEqual([]);
    }
    expect(found).toBe(WALLETS.length);
  });

  it('in an index is found, and repaired by a fix', async () => {
    for (const at of findAll('wallet_one').slice(1, 3)) {
      const flipped = await openFlipped(at);
      expect(await find(flipped)).toEqual(['file']);
      expect(await find(flipped, true)).toEqual([]);
      expect(await listAll(flipped, 'wallet_one')).toEqual(rows.toReversed());
    }
  });

  it(
    'anywhere never serves a wrong transaction or balance that the doctor does not find',
    { timeout: 120_000 },
    async () => {
      const place = fc.integer({ min: FIRST_PAGE_BYTES, max: bytes.length - 1 });
      await fc.assert(
        fc.asyncProperty(place, fc.integer({ min: 0, max: 7 }), async (at, bit) => {
          const flipped = await openFlipped(at, bit).catch(() => undefined);
          if (flipped === undefined) return;
          const failed = await find(flipped).catch(() => ['unreadable']);
          for (const walletId of WALLETS) {
            const listed = await listAll(flipped, walletId).catch(() => undefined);
            // No digit of a listed transaction is wrong.
            if (listed !== undefined) expect(rows).toEqual(expect.arrayContaining([...listed]));
            if (failed.length > 0) continue;
            expect(listed).toEqual(rows.toReversed());
            expect(await listBalances(flipped, walletId)).toEqual(balances);
          }
        }),
        { numRuns: 60 * RUNS_FACTOR },
      );
    },
  );
});
