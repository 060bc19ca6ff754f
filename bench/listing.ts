/**
 * What a page with its total costs, by the size of the wallet, the filters and the depth of the
 * page, asked of the store itself: nothing keeps answers there. All of it as ratios within one run.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parseDecimal } from '../src/domain/decimal.ts';
import type { TransactionQuery } from '../src/domain/query.ts';
import type { Transaction } from '../src/domain/transaction.ts';
import { readMigrations } from '../src/store/sqlite/migrations.ts';
import { openConnection } from '../src/store/sqlite/open-connection.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import { insertTransaction } from '../src/store/sqlite/transaction-writes.ts';
import { requireWalletNo } from '../src/store/sqlite/wallets.ts';
import type { Store } from '../src/store/store.ts';
import { addProject, CREDENTIALS, makeQuery, makeWallet } from '../test/store/contract/fixtures.ts';
import type { Measurement } from './measurement.ts';

const SMALL_ROWS = 1000;
const MEDIUM_ROWS = 100_000;
/** The deepest page ends behind row 1,001,000. */
export const LARGE_ROWS = 1_100_000;
const BATCH_ROWS = 20_000;
const ROUNDS = 25;
const CALLS = 40;
const PAGE_CALLS = 4;

const ASSETS = ['BTC', 'ETH', 'USDT', 'EUR'];
const RARE_ASSET = 'RARE';
const RARE_EVERY = 5000;
const START_MS = Date.UTC(2010, 0, 1);
const INTERVAL_MS = 300_000;
const FILTERS = ['asset', 'type', 'status', 'since', 'before'] as const;

/** All of it; `rows` replaces the size of the largest wallet. */
export async function measureListing(rows: number): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'teller-listing-'));
  const path = join(folder, 'counted.db');
  const store = openSqliteStore({ path });
  try {
    await store.migrate();
    await addProject(store);
    const imported = await measureImports(store, folder, rows);
    for (const count of [SMALL_ROWS, MEDIUM_ROWS]) await fillWallet(store, count);
    const bytes = { name: 'stored bytes per transaction', value: bytesPerRow(path, rows) };
    return [
      ...imported,
      { ...bytes, unit: 'bytes', target: '≤ 350' },
      ...(await measureFilters(store, rows)),
      ...(await measurePages(store, rows)),
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The largest wallet, and the same rows inserted without counting them, batch by batch in turn. */
async function measureImports(store: Store, folder: string, rows: number): Promise<Measurement[]> {
  const barePath = join(folder, 'bare.db');
  const bareStore = openSqliteStore({ path: barePath });
  await bareStore.migrate();
  await addProject(bareStore);
  const walletId = walletOf(rows);
  for (const each of [store, bareStore]) await each.addWallet(makeWallet(walletId), CREDENTIALS);
  await bareStore.close();
  const options = { busyTimeoutMs: 0, readOnly: false, isNew: false };
  const bare = openConnection({ ...options, path: barePath, migrations: readMigrations() });
  const walletNo = requireWalletNo(bare, walletId);
  const elapsedMs = { counted: 0, bare: 0 };
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const batch = makeRows(from, Math.min(rows, from + BATCH_ROWS));
    elapsedMs.counted += await time(() => store.importTransactions(walletId, batch));
    elapsedMs.bare += await time(async () =>
      bare.write(() => batch.forEach((row) => insertTransaction(bare, walletNo, row))),
    );
  }
  bare.close();
  rmSync(barePath);
  const rate = Math.round(rows / (elapsedMs.counted / 1000));
  const ratio = elapsedMs.bare / elapsedMs.counted;
  return [
    {
      name: `import of ${rows} rows into the store`,
      value: rate,
      unit: 'rows/s',
      target: '≥ 100000',
    },
    makeRatio('that against inserting without counting', ratio, '≥ 0.5'),
  ];
}

/** The first page of every combination of filters, large wallets against the smallest. */
async function measureFilters(store: Store, rows: number): Promise<Measurement[]> {
  const sizes = [SMALL_ROWS, MEDIUM_ROWS, rows];
  const combinations = Array.from({ length: 2 ** FILTERS.length }, (_, bits) =>
    FILTERS.filter((_name, bit) => (bits & (1 << bit)) !== 0),
  );
  const asked = combinations.flatMap((names) =>
    sizes.map((count) => ({ walletId: walletOf(count), query: queryOf(names, count) })),
  );
  const elapsedMs = await compare(store, asked, CALLS);
  const ratioOf = (combination: number, size: number): number => {
    const [small = 0, ...large] = elapsedMs.slice(combination * sizes.length);
    return small / (large[size - 1] ?? 0);
  };
  const medianOf = (size: number): number => {
    const ratios = combinations.map((_, combination) => ratioOf(combination, size));
    return ratios.sort((left, right) => left - right)[ratios.length >> 1] ?? 0;
  };
  return [
    ...combinations.map((names, combination) => {
      const filter = names.join(' ') || 'no filter';
      const name = `first page, ${filter}: ${rows} rows against ${SMALL_ROWS}`;
      return makeRatio(name, ratioOf(combination, 2), '≥ 0.6');
    }),
    ...[MEDIUM_ROWS, rows].map((count, index) => {
      const name = `first page, median of all filters: ${count} rows against ${SMALL_ROWS}`;
      return makeRatio(name, medianOf(index + 1));
    }),
  ];
}

async function measurePages(store: Store, rows: number): Promise<Measurement[]> {
  const walletId = walletOf(rows);
  const compareQueries = async (queries: readonly Partial<TransactionQuery>[]): Promise<number> => {
    const asked = queries.map((query) => ({
      walletId,
      query: makeQuery({ limit: 1000, ...query }),
    }));
    const [first = 0, second = 0] = await compare(store, asked, PAGE_CALLS);
    return first / second;
  };
  const page = Math.min(1000, Math.floor(rows / 1000) - 1);
  const deepest = await compareQueries([{}, { page }]);
  const filter = { type: 'deposit', status: 'completed' } as const;
  const filteredPage = Math.floor(page / 3);
  const filtered = await compareQueries([filter, { ...filter, page: filteredPage }]);
  const rare = await compareQueries([
    { asset: RARE_ASSET, limit: 100 },
    { asset: RARE_ASSET, limit: 100, page: Math.max(0, Math.floor(rows / RARE_EVERY / 100) - 1) },
  ]);
  return [
    makeRatio(`page ${page} of 1,000 against page 0`, deepest, '≥ 0.8'),
    makeRatio(`page ${filteredPage} of 1,000 against page 0, filtered`, filtered),
    makeRatio(`oldest page of an asset of every ${RARE_EVERY}th row against page 0`, rare),
  ];
}

interface Asked {
  readonly walletId: string;
  readonly query: TransactionQuery;
}

/** Milliseconds of each question, the best of some rounds in which all take turns. */
async function compare(store: Store, asked: readonly Asked[], calls: number): Promise<number[]> {
  const best = asked.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { walletId, query }] of asked.entries()) {
      const elapsed = await time(async () => {
        for (let call = 0; call < calls; call += 1) await store.listTransactions(walletId, query);
      });
      best[index] = Math.min(best[index] ?? Infinity, elapsed);
    }
  }
  return best;
}

/** Filters that a tenth of the rows or more match, and the half of the time in the middle. */
function queryOf(names: readonly (typeof FILTERS)[number][], rows: number): TransactionQuery {
  const values = {
    asset: { asset: 'BTC' },
    type: { type: 'deposit' },
    status: { status: 'completed' },
    since: { sinceMs: START_MS + (rows * INTERVAL_MS) / 4 },
    before: { beforeMs: START_MS + (rows * INTERVAL_MS * 3) / 4 },
  } as const;
  return makeQuery(Object.assign({}, ...names.map((name) => values[name])));
}

async function fillWallet(store: Store, rows: number): Promise<void> {
  await store.addWallet(makeWallet(walletOf(rows)), CREDENTIALS);
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    await store.importTransactions(
      walletOf(rows),
      makeRows(from, Math.min(rows, from + BATCH_ROWS)),
    );
  }
}

function makeRows(from: number, to: number): readonly Transaction[] {
  return Array.from({ length: to - from }, (_, index) => makeRow(from + index));
}

function makeRow(row: number): Transaction {
  const timestampMs = START_MS + row * INTERVAL_MS + (row % 7);
  const digits = String((row * 2_654_435_761) % 1_000_000_000).padStart(9, '0');
  const asset = row % RARE_EVERY === 0 ? RARE_ASSET : (ASSETS[row % ASSETS.length] as string);
  return {
    id: `tx_${timestampMs.toString(16).padStart(12, '0')}${digits.repeat(3).slice(0, 20)}`,
    asset,
    type: row % 3 === 0 ? 'withdrawal' : 'deposit',
    amount: parseDecimal(`${row % 1000}.${digits}`),
    timestampMs,
    status: row % 5 === 0 ? 'pending' : 'completed',
    txid: `0x${digits.repeat(7)}${row % 10}`,
    address: `0x${digits.repeat(4)}${String(row).padStart(4, '0').slice(-4)}`,
    feeCost: row % 3 === 0 ? parseDecimal('0.0005') : null,
    feeCurrency: row % 3 === 0 ? asset : null,
  };
}

function walletOf(rows: number): string {
  return `wallet_${rows}`;
}

function bytesPerRow(path: string, rows: number): number {
  return Math.round(statSync(path).size / (rows + SMALL_ROWS + MEDIUM_ROWS));
}

function makeRatio(name: string, ratio: number, target?: string): Measurement {
  const measurement = { name, value: Number(ratio.toFixed(2)), unit: 'ratio' };
  return target === undefined ? measurement : { ...measurement, target };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

if (process.argv[1] === import.meta.filename) {
  const results = await measureListing(Number(process.argv[2] ?? LARGE_ROWS));
  console.table(Object.fromEntries(results.map(({ name, ...rest }) => [name, rest])));
}
