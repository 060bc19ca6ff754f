/**
 * SQLite appends the pages of a transaction to the write-ahead log, and flushes the log before the commit returns. A
 * checkpoint writes pages of the flushed log into the database file. After it was flushed, the log is written from its
 * beginning again, with a new header that is flushed before the frames (https://www.sqlite.org/wal.html). So a power cut
 * may leave any subset of the sectors that were written since the last flush.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Random } from '../../simulator/random.ts';
import { openConnection } from '../../src/store/sqlite/open-connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { WalletLease } from '../../src/store/sync.ts';
import { recordFigures } from '../prove/figures.ts';
import { FIRST_SEED, RUNS_FACTOR } from '../random-cases.ts';
import {
  addOneWallet,
  claim,
  makeTransaction,
  makeWindow,
  T0,
} from '../store/contract/fixtures.ts';
import { makeTemporaryDatabase } from '../store/temporary-database.ts';

/** Windows before the checkpoint, and fewer after it, so that frames of the former windows follow those of the later. */
const FIRST_WINDOWS = 6;
const LATER_WINDOWS = 3;
const ROWS = 20;
/** Random states of each kind. */
const STATES = 8 * RUNS_FACTOR;
const SECTORS_LOST_MAX = 5;
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
/** https://www.sqlite.org/fileformat.html#the_write_ahead_log */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const SALT_BYTES = 8;
const OPTIONS = { busyTimeoutMs: 1000, readOnly: false, isNew: false };

/** A log of acknowledged windows. */
interface Log {
  readonly bytes: Buffer;
  /** The end of the frames at each acknowledgement. */
  readonly ends: readonly number[];
  /** The content of the file before the first window. */
  readonly former: Buffer;
  /** Where a cut may change the file: a new header of a used log is flushed before its frames. */
  readonly from: number;
  /** The database file under the log, and the windows that it contains. */
  readonly database: Buffer;
  readonly windowsBefore: number;
}

let path = '';
let remove: () => void;
let first: Log;
let reused: Log;

beforeAll(async () => {
  ({ path, remove } = makeTemporaryDatabase());
  const store = openSqliteStore({ path });
  await store.migrate();
  await addOneWallet(store);
  const lease = await claim(store, 'wallet_one');
  await store.close();
  const none = { former: Buffer.alloc(0), from: 0, database: readFileSync(path), windowsBefore: 0 };
  const writer = openSqliteStore({ path });
  first = { ...none, ...(await writeWindows(writer, lease, 0, FIRST_WINDOWS)) };
  checkpoint();
  const checkpointed = {
    former: first.bytes,
    from: LOG_HEADER_BYTES,
    database: readFileSync(path),
    windowsBefore: FIRST_WINDOWS,
  };
  reused = {
    ...checkpointed,
    ...(await writeWindows(writer, lease, FIRST_WINDOWS, LATER_WINDOWS)),
  };
  await writer.close();
});
afterAll(() => remove());

/** Stores windows. Returns the log, and its end at each acknowledgement. */
async function writeWindows(
  store: Store,
  lease: WalletLease,
  from: number,
  count: number,
): Promise<Pick<Log, 'bytes' | 'ends'>> {
  const ends: number[] = [];
  let bytes = Buffer.alloc(0);
  for (let index = from; index < from + count; index += 1) {
    const fromMs = T0 + index;
    const window = { fromMs, toMs: fromMs + 1 };
    const transactions = Array.from({ length: ROWS }, (_, row) =>
      makeTransaction(`tx_${index}_${row}`, { timestampMs: fromMs }),
    );
    await store.recordWindow(lease, makeWindow({ window, covered: window, transactions }));
    bytes = readFileSync(`${path}-wal`);
    ends.push(findEnd(bytes));
  }
  return { bytes, ends };
}

/** Returns the end of the frames that have the salt of the header: frames behind them are of a former use of the log. */
function findEnd(log: Buffer): number {
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  const salt = log.subarray(16, 16 + SALT_BYTES);
  let end = LOG_HEADER_BYTES;
  while (end < log.length && log.subarray(end + 8, end + 8 + SALT_BYTES).equals(salt)) {
    end += frameBytes;
  }
  return end;
}

/** Writes all pages of the log into the database file. */
function checkpoint(): void {
  const connection = openConnection({ ...OPTIONS, path });
  const [result] = connection.readAll('PRAGMA wal_checkpoint(PASSIVE)');
  connection.close();
  expect(result).toMatchObject({ busy: 0, checkpointed: result!['log'] });
}

/** Returns the number of whole windows after a power cut; fails if a part of one is stored, or anything differs. */
async function countWindows(database: Buffer, log: Buffer): Promise<number> {
  const file = `${path}-left`;
  writeFileSync(file, database);
  writeFileSync(`${file}-wal`, log);
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
    rmSync(file);
  }
}

/**
 * Expects each window that was acknowledged before the first changed byte of its log, and no other: a frame has the checksum
 * of all bytes before it.
 */
async function expectAcknowledged(log: Log, left: Buffer): Promise<void> {
  const changedAt = log.bytes.findIndex((byte, index) => byte !== left[index]);
  const acknowledged = log.ends.filter((end) => changedAt === -1 || end <= changedAt).length;
  expect(await countWindows(log.database, left)).toBe(log.windowsBefore + acknowledged);
}

function makeNoise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.integer(0, 255)));
}

/** Returns a copy of what was written in which random sectors have their former content or noise. */
function loseSectors(
  random: Random,
  written: Buffer,
  former: Buffer,
  { from, to }: { readonly from: number; readonly to: number },
): Buffer {
  const left = Buffer.from(written);
  const before = Buffer.alloc(written.length);
  former.copy(before);
  for (let lost = random.integer(1, SECTORS_LOST_MAX); lost > 0; lost -= 1) {
    const at = random.integer(from, to - 1);
    const start = Math.max(from, at - (at % SECTOR_BYTES));
    const end = Math.min(to, start + SECTOR_BYTES - (start % SECTOR_BYTES));
    const content = random.percent(50)
      ? before.subarray(start, end)
      : makeNoise(random, end - start);
    content.copy(left, start);
  }
  return left;
}

describe.for(['first', 'second'] as const)('a power cut during the %s use of a log', (use) => {
  let log: Log;
  let end: number;
  beforeAll(() => {
    log = use === 'first' ? first : reused;
    end = log.ends.at(-1)!;
  });

  it('keeps exactly the windows that were acknowledged before any byte at which the log was cut', async ({
    task,
  }) => {
    const random = new Random(`cuts ${use} ${FIRST_SEED}`);
    const part = Math.floor(end / STATES);
    const cuts = Array.from(
      { length: STATES },
      (_, index) => index * part + random.integer(1, part),
    );
    cuts.push(0, ...log.ends);
    for (const cut of cuts) {
      // Old frames follow, or what the disk wrote instead.
      const rest =
        log.former.length > cut ? log.former.subarray(cut) : makeNoise(random, SECTOR_BYTES);
      await expectAcknowledged(log, Buffer.concat([log.bytes.subarray(0, cut), rest]));
    }
    recordFigures(task, { counts: { 'cuts of the log': cuts.length } });
  }, 120_000);

  it('keeps exactly the windows before the first of several lost sectors of the log', async ({
    task,
  }) => {
    const random = new Random(`sectors ${use} ${FIRST_SEED}`);
    for (let state = 0; state < STATES; state += 1) {
      const region = { from: log.from, to: end };
      await expectAcknowledged(log, loseSectors(random, log.bytes, log.former, region));
    }
    recordFigures(task, { counts: { 'logs with lost sectors': STATES } });
  }, 120_000);
});

it('the second use of a log leaves frames of the first one behind its own', () => {
  expect(reused.ends.at(-1)).toBeLessThan(first.bytes.length);
});

/** Returns a database file of which a checkpoint has written the chosen sectors. */
function writePartly(isWritten: (sector: number) => boolean): Buffer {
  const { database: before } = first;
  const { database: after } = reused;
  let left = Buffer.from(before);
  for (let start = 0; start < after.length; start += SECTOR_BYTES) {
    if (!isWritten(start / SECTOR_BYTES)) continue;
    const end = start + SECTOR_BYTES;
    if (left.length < end) left = Buffer.concat([left, Buffer.alloc(end - left.length)]);
    after.copy(left, start, start, end);
  }
  return left;
}

it('a checkpoint that has written any sectors of the database file loses nothing', async ({
  task,
}) => {
  const random = new Random(`checkpoints ${FIRST_SEED}`);
  const sectors = reused.database.length / SECTOR_BYTES;
  const states = [
    (sector: number) => sector === 0,
    (sector: number) => sector !== 0,
    (sector: number) => sector === sectors - 1,
    ...Array.from({ length: STATES }, () => {
      const chance = random.integer(1, 99);
      return () => random.percent(chance);
    }),
  ];
  for (const isWritten of states) {
    expect(await countWindows(writePartly(isWritten), first.bytes)).toBe(FIRST_WINDOWS);
  }
  recordFigures(task, { counts: { 'checkpoints that were cut': states.length } });
}, 120_000);

it('every connection flushes the log before a commit returns, and does not trust the schema of a file', async () => {
  for (const isNew of [true, false]) {
    const file = `${path}-copy-${isNew}`;
    copyFileSync(path, file);
    const connection = openConnection({ ...OPTIONS, path: file, isNew });
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
