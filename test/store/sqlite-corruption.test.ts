/** Flipped bits in the database file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { addOneWallet, claim, makeTransaction, makeWindow, T0 } from './contract/fixtures.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

/** Each of these texts is in one row, and in its copies: the indexes. */
const COVERED = 'source-of-coverage';
const RECHECKED = 'tx_rechecked';
const RAW = '{"id":"quarantined"}';

let path = '';
let remove = (): void => undefined;
let store: SqliteStore;
let walletId = '';

beforeEach(async () => {
  ({ path, remove } = makeTemporaryDatabase());
  store = openSqliteStore({ path });
  await store.migrate();
  walletId = await addOneWallet(store);
  const lease = await claim(store, walletId);
  const covered = { fromMs: T0, toMs: T0 + 1000 };
  await store.recordWindow(lease, makeWindow({ source: COVERED, covered }));
  await store.recordWindow(
    lease,
    makeWindow({
      covered: null,
      transactions: [makeTransaction('tx_1')],
      quarantined: [{ key: 'key', source: 'deposits', raw: RAW, reason: 'unknown status' }],
      rechecks: [{ transactionId: RECHECKED, timestampMs: T0, dueAtMs: T0 + 1000 }],
    }),
  );
  await store.recordOutcome(lease, { nextRunAtMs: T0 + 5000, historyComplete: true });
  await store.releaseLease(lease);
  await store.close();
  writeLogIntoFile();
});
afterEach(async () => {
  await store.close();
  remove();
});

function writeLogIntoFile(): void {
  const raw = new DatabaseSync(path);
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  raw.close();
}

/** Flips the lowest bit of the last character of an occurrence of the text. */
function flipIn(text: string, occurrence: number): void {
  const bytes = readFileSync(path);
  let at = -1;
  for (let count = 0; count <= occurrence; count += 1) at = bytes.indexOf(text, at + 1);
  const last = at + text.length - 1;
  bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
  writeFileSync(path, bytes);
  store = openSqliteStore({ path });
}

async function listFailed(fix = false): Promise<readonly string[]> {
  const checks = await store.checkIntegrity({ fix, nowMs: T0 });
  return checks.filter(({ ok }) => !ok).map(({ name }) => name);
}

describe.each([
  ['coverage', COVERED, 0],
  ['the copy of coverage', COVERED, 1],
  ['a recheck', RECHECKED, 0],
  ['the copy of a recheck', RECHECKED, 2],
  ['quarantine', RAW, 0],
  ['the copy of quarantine', RAW, 1],
])('a flipped bit in %s', (_name, text, occurrence) => {
  it('is reported, and a fix makes the next synchronisation re-read the history', async () => {
    flipIn(text, occurrence);
    expect(await listFailed()).toEqual(['file', 'sync state']);
    const checks = await store.checkIntegrity({ fix: true, nowMs: T0 });
    expect(checks).toContainEqual({
      name: 'sync state',
      ok: true,
      detail: 'repaired: corrupted of wallet_one, whose whole history will be read again',
    });
    expect(await listFailed()).toEqual([]);
    const { coverage, quarantined, transactionCount } = await store.readWalletStatus(walletId);
    expect({ coverage, quarantined }).toEqual({ coverage: [], quarantined: [] });
    expect(transactionCount).toBe(1);
    expect(await store.listAllRechecks(walletId)).toEqual([]);
    const { historyComplete, nextRunAtMs } = await store.readSyncState(walletId);
    expect({ historyComplete, nextRunAtMs }).toEqual({ historyComplete: false, nextRunAtMs: T0 });
  });
});

it('corrupted coverage is not extended', async () => {
  flipIn(COVERED, 0);
  const lease = await claim(store, walletId);
  const [{ source } = { source: '' }] = await store.listCoverage(walletId);
  const covered = { fromMs: T0 + 1000, toMs: T0 + 2000 };
  await expect(store.recordWindow(lease, makeWindow({ source, covered }))).rejects.toThrow(
    'the database is corrupted; restore a backup',
  );
});
