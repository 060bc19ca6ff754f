/**
 * A power cut leaves a prefix of what was written to the log since its last flush, with any bytes after it: SQLite appends
 * to the log, and flushes it before a commit returns (https://www.sqlite.org/wal.html).
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { Random } from '../../simulator/random.ts';
import { openConnection } from '../../src/store/sqlite/open-connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { recordFigures } from '../prove/figures.ts';
import { FIRST_SEED, RUNS_FACTOR } from '../random-cases.ts';
import {
  addOneWallet,
  claim,
  makeTransaction,
  makeWindow,
  T0,
} from '../store/contract/fixtures.ts';
import { useTemporaryDatabase } from '../store/temporary-database.ts';

const WINDOWS = 12;
const ROWS = 20;
const CUTS = 25 * RUNS_FACTOR;
/** The other settings of a connection (https://www.sqlite.org/pragma.html). */
const SETTINGS = [
  ['busy_timeout', 1000],
  ['cache_size', -65_536],
  ['mmap_size', 0],
  ['temp_store', 2],
  ['wal_autocheckpoint', 4000],
  ['journal_size_limit', 67_108_864],
] as const;
/** The least that a disk writes as a whole. */
const SECTOR_BYTES = 512;

let path = '';
useTemporaryDatabase((made) => (path = made));

/** Returns the bytes of the database before windows are stored, and of the log afterwards, without a checkpoint. */
async function writeWindows(): Promise<{ readonly database: Buffer; readonly log: Buffer }> {
  const store = openSqliteStore({ path });
  await store.migrate();
  await addOneWallet(store);
  const lease = await claim(store, 'wallet_one');
  await store.close();
  const database = readFileSync(path);
  const writer = openSqliteStore({ path });
  for (let index = 0; index < WINDOWS; index += 1) {
    const fromMs = T0 + index;
    await writer.recordWindow(
      lease,
      makeWindow({
        window: { fromMs, toMs: fromMs + 1 },
        covered: { fromMs, toMs: fromMs + 1 },
        transactions: Array.from({ length: ROWS }, (_, row) =>
          makeTransaction(`tx_${index}_${row}`, { timestampMs: fromMs }),
        ),
      }),
    );
  }
  const log = readFileSync(`${path}-wal`);
  await writer.close();
  return { database, log };
}

/** Returns the number of whole windows in a database; fails if a part of one is stored, or anything differs. */
async function countWindows(file: string): Promise<number> {
  const store = openSqliteStore({ path: file });
  try {
    const { transactionCount, coverage } = await store.readWalletStatus('wallet_one');
    const windows = transactionCount / ROWS;
    const covered = windows === 0 ? [] : [{ fromMs: T0, toMs: T0 + windows }];
    expect(coverage).toMatchObject(covered);
    const checks = await store.checkIntegrity({ fix: false, nowMs: T0 });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    return windows;
  } finally {
    await store.close();
  }
}

it('after a power cut at any byte of the log, whole windows are stored, and no fewer than with a shorter log', async ({
  task,
}) => {
  const { database, log } = await writeWindows();
  const random = new Random(`cuts ${FIRST_SEED}`);
  const cuts = Array.from(
    { length: CUTS },
    (_, index) =>
      Math.floor((log.length * index) / CUTS) +
      random.integer(0, Math.floor(log.length / CUTS) - 1),
  );
  let before = 0;
  for (const cut of [0, ...cuts, log.length]) {
    const torn = Buffer.alloc(SECTOR_BYTES, cut % 256);
    const file = `${path}-cut-${cut}`;
    writeFileSync(file, database);
    writeFileSync(`${file}-wal`, Buffer.concat([log.subarray(0, cut), torn]));
    const windows = await countWindows(file);
    expect(Number.isInteger(windows)).toBe(true);
    expect(windows).toBeGreaterThanOrEqual(before);
    before = windows;
  }
  expect(before).toBe(WINDOWS);
  recordFigures(task, { counts: { 'cuts of the log': CUTS } });
}, 120_000);

it('a page of the log that the disk did not write ends the log', async ({ task }) => {
  const { database, log } = await writeWindows();
  const random = new Random(`holes ${FIRST_SEED}`);
  for (let run = 0; run < CUTS; run += 1) {
    const hole = random.integer(0, Math.floor(log.length / SECTOR_BYTES) - 1) * SECTOR_BYTES;
    const file = `${path}-hole-${run}`;
    writeFileSync(file, database);
    const torn = Buffer.from(log);
    torn.subarray(hole, hole + SECTOR_BYTES).fill(0);
    writeFileSync(`${file}-wal`, torn);
    expect(Number.isInteger(await countWindows(file))).toBe(true);
  }
  recordFigures(task, { counts: { 'holes in the log': CUTS } });
}, 120_000);

it('every connection flushes the log before a commit returns, and does not trust the schema of a file', async () => {
  const store = openSqliteStore({ path });
  await store.migrate();
  await store.close();
  copyFileSync(path, `${path}-copy`);
  const options = { busyTimeoutMs: 1000, readOnly: false };
  for (const isNew of [true, false]) {
    const connection = openConnection({ ...options, path: `${path}-copy`, isNew });
    expect(connection.readValue('PRAGMA journal_mode')).toBe('wal');
    // 2 is FULL: https://www.sqlite.org/pragma.html#pragma_synchronous
    expect(connection.readValue('PRAGMA synchronous')).toBe(2);
    // Otherwise a file from elsewhere can call functions from its views and indexes.
    expect(connection.readValue('PRAGMA trusted_schema')).toBe(0);
    for (const [setting, value] of SETTINGS) {
      expect([setting, connection.readValue(`PRAGMA ${setting}`)]).toEqual([setting, value]);
    }
    // Refused, so that no statement can change the schema of a file without a check of it.
    connection.execute('PRAGMA writable_schema = ON');
    expect(connection.readValue('PRAGMA writable_schema')).toBe(0);
    connection.close();
  }
});
