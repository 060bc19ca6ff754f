/** Problems of a file that `teller doctor` reports, and cannot repair. */
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { addOneWallet, findCheck, makeTransaction } from './contract/fixtures.ts';
import { openMigratedStore } from './migrated-sqlite.ts';
import { storeRows } from './store-rows.ts';
import { useTemporaryDatabase } from './temporary-database.ts';

/** Problems that a finding lists. */
const LISTED_MAX = 10;

let path = '';
useTemporaryDatabase((made) => (path = made));
let store: Store;

beforeEach(async () => {
  store = await openMigratedStore({ path });
  const id = await addOneWallet(store);
  const rows = Array.from({ length: 2 * LISTED_MAX }, (_, no) => makeTransaction(`tx_${no}`));
  await storeRows(store, id, rows);
});
afterEach(async () => {
  await store.close();
});

/** Changes the file while it is closed. */
async function damage(change: () => void): Promise<void> {
  await store.close();
  change();
  store = openSqliteStore({ path });
}

it('reports an index that cannot be rebuilt, because two rows have its key', async () => {
  await damage(() => {
    const bytes = readFileSync(path);
    // The first occurrence is in the table, the page of which comes before those of its indexes.
    bytes.write('tx_18', bytes.indexOf('tx_19'));
    writeFileSync(path, bytes);
  });
  const detail = expect.stringMatching(/wallet_transaction.*; repair indexes with --fix/);
  expect(await findCheck(store, 'file', true)).toMatchObject({ ok: false, detail });
});

it('lists ten corrupted entries of indexes at most', async () => {
  await damage(() => {
    const raw = new DatabaseSync(path, { defensive: false });
    raw.exec(`PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ', asset,', ', amount,') WHERE name = 'wallet_transaction_by_asset'`);
    raw.close();
  });
  const { detail } = await findCheck(store, 'file');
  expect(detail.match(/wallet_transaction_by_asset/g)).toHaveLength(LISTED_MAX);
});

it('lists ten changed tables and views at most, and the number of all', async () => {
  await damage(() => {
    const raw = new DatabaseSync(path);
    for (let no = 0; no <= LISTED_MAX; no += 1) raw.exec(`CREATE VIEW v${no} AS SELECT 1`);
    raw.close();
  });
  const { detail } = await findCheck(store, 'tables');
  expect(detail.match(/view v/g)).toHaveLength(LISTED_MAX);
  expect(detail).toMatch(new RegExp(`^${LISTED_MAX + 1} were changed: `));
});
