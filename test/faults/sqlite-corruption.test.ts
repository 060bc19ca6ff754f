/** Flipped bits in the database file: what is served is right or refused, and `teller doctor` finds the rest. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';

import { describe, expect, it } from 'vitest';

import { Random } from '../../simulator/random.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { recordFigures } from '../prove/figures.ts';
import { FIRST_SEED, RUNS_FACTOR } from '../random-cases.ts';
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
} from '../store/contract/fixtures.ts';
import { openMigratedStore } from '../store/migrated-sqlite.ts';
import { useTemporaryDatabase } from '../store/temporary-database.ts';

const WALLETS = ['wallet_one', 'wallet_two'];
/** Bits of a seed. Two hundred seeds take every bit of the small database. */
const SMALL_BITS = 2800;
const LARGE_BITS = 50;
const SMALL_ROWS = 40;
const PAGE_BYTES = 512;
const LARGE_ROWS = 5000;
/** Leads to every bit of a smaller file: a prime. */
const STEP = 15_485_863;
const TIMEOUT_MS = 1_800_000;

const balances = [makeBalance('BTC'), makeBalance('EUR')];

let path = '';
useTemporaryDatabase((made) => (path = made));

function makeRows(count: number): readonly Transaction[] {
  return Array.from({ length: count }, (_, minute) =>
    makeTransaction(`tx_${minute}`, { timestampMs: T0 + minute * 60_000, txid: `0xabc${minute}` }),
  );
}

/** Returns the bytes of a database in which two wallets have these rows. */
async function writeDatabase(rows: readonly Transaction[]): Promise<Buffer> {
  const writer = await openMigratedStore({ path });
  await addOneWallet(writer, WALLETS[0]);
  await writer.addWallet(makeWallet(WALLETS[1]!), CREDENTIALS);
  for (const walletId of WALLETS) {
    await synchronise(writer, walletId, rows);
    const lease = await claim(writer, walletId);
    await writer.recordBalances(lease, makeBalances(balances));
    await writer.releaseLease(lease);
  }
  await writer.close();
  const raw = new DatabaseSync(path);
  // Small pages: fewer bits belong to no row, and a row spans several pages.
  raw.exec(`PRAGMA journal_mode = DELETE; PRAGMA page_size = ${PAGE_BYTES}; VACUUM`);
  raw.close();
  return readFileSync(path);
}

/** What a flipped bit does. */
interface Flip {
  /** True if the doctor finds it, or if the database cannot be opened. */
  readonly isFound: boolean;
  /** What is served wrongly, in words. */
  readonly problems: readonly string[];
}

async function flip(bytes: Buffer, rows: readonly Transaction[], bit: number): Promise<Flip> {
  const flipped = Buffer.from(bytes);
  const at = Math.floor(bit / 8);
  flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit % 8)), at);
  writeFileSync(path, flipped);
  let store: Store;
  try {
    store = openSqliteStore({ path });
  } catch {
    return { isFound: true, problems: [] };
  }
  try {
    const failed = await listFailed(store, false, T0 + DAY_MS).catch(() => ['unreadable']);
    const isFound = failed.length > 0;
    const problems: string[] = [];
    for (const walletId of WALLETS) {
      const listed = await listAll(store, walletId).catch(() => undefined);
      const held = await listBalances(store, walletId).catch(() => undefined);
      const note = (problem: string): number =>
        problems.push(`bit ${bit}, ${walletId}: ${problem}`);
      if (listed?.some((row) => !isOneOf(row, rows)) === true) note('a wrong row is served');
      if (isFound) continue;
      if (!isDeepStrictEqual(listed, rows.toReversed())) note('other rows are served');
      if (!isDeepStrictEqual(held, balances)) note('other balances are served');
    }
    return { isFound, problems };
  } finally {
    await store.close();
  }
}

/** The rows of {@link makeRows} are numbered by their time. */
function isOneOf(row: Transaction, rows: readonly Transaction[]): boolean {
  const own = rows[(row.timestampMs - T0) / 60_000];
  return isDeepStrictEqual(row, own);
}

describe('a flipped bit', { timeout: TIMEOUT_MS }, () => {
  it('of a small database never serves a wrong value that the doctor does not find', async ({
    task,
  }) => {
    const rows = makeRows(SMALL_ROWS);
    const bytes = await writeDatabase(rows);
    const count = RUNS_FACTOR === 1 ? 60 : SMALL_BITS * RUNS_FACTOR;
    // Rounds take other bits, until they have taken all.
    const chosen = Array.from(
      { length: count },
      (_, index) => ((FIRST_SEED * SMALL_BITS + index) * STEP) % (bytes.length * 8),
    );
    const flips: Flip[] = [];
    for (const bit of chosen) flips.push(await flip(bytes, rows, bit));
    expect(flips.flatMap(({ problems }) => problems)).toEqual([]);
    const found = flips.filter(({ isFound }) => isFound).length;
    expect(found).toBeGreaterThan(0);
    recordFigures(task, {
      counts: { 'bits of a small database': count, 'of them found': found },
      maxima: { 'bits in the small database': bytes.length * 8 },
    });
  });

  it('of a large database never serves a wrong value that the doctor does not find', async ({
    task,
  }) => {
    const rows = makeRows(LARGE_ROWS);
    const bytes = await writeDatabase(rows);
    const count = RUNS_FACTOR === 1 ? 2 : LARGE_BITS * RUNS_FACTOR;
    const random = new Random(`bits ${FIRST_SEED}`);
    const problems: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const bit = random.integer(0, bytes.length * 8 - 1);
      problems.push(...(await flip(bytes, rows, bit)).problems);
    }
    expect(problems).toEqual([]);
    recordFigures(task, { counts: { 'bits of a large database': count } });
  });
});
