/** A page of PostgreSQL whose bytes have changed on the disk: what it contains is refused, and `teller doctor` finds it. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { deriveMasterKey } from '../../src/domain/master-key.ts';
import { StoreUnavailableError } from '../../src/store/errors.ts';
import { createTenant } from '../http/tenants.ts';
import { listAll, makeTransaction, T0 } from '../store/contract/fixtures.ts';
import { migrateTestStore, openTestStore } from '../store/postgres-database.ts';
import { PostgresServer } from '../store/postgres-server.ts';
import { runSql } from '../store/run-sql.ts';
import { storeRows } from '../store/store-rows.ts';
import { MASTER_KEY_TEXT } from '../sync/harness.ts';

/** In the first page, where its rows are. */
const OFFSET = 8000;

let server: PostgresServer;
beforeAll(async () => {
  server = new PostgresServer();
  await server.create();
}, 60_000);
afterAll(() => server.remove());

/** Changes one bit of a table on the disk while the server is stopped. */
async function corrupt(table: string): Promise<void> {
  const [row] = await runSql(
    server.url,
    'CHECKPOINT',
    `SELECT current_setting('data_directory') AS folder, pg_relation_filepath('${table}') AS file`,
  );
  await server.shutDown();
  const file = openSync(join(String(row?.['folder']), String(row?.['file'])), 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, OFFSET);
  writeSync(file, Buffer.of(byte[0]! ^ 1), 0, 1, OFFSET);
  closeSync(file);
  await server.start();
}

it('serves no row of a corrupted page, and doctor reports the page', async () => {
  const store = openTestStore(server.url);
  await migrateTestStore(store);
  const { walletId } = await createTenant(store, deriveMasterKey(MASTER_KEY_TEXT));
  await storeRows(store, walletId, [makeTransaction('tx_1'), makeTransaction('tx_2')]);
  await store.close();
  await corrupt('wallet_transaction');

  const reopened = openTestStore(server.url);
  const failure = await listAll(reopened, walletId).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StoreUnavailableError);
  expect(failure).toMatchObject({ message: expect.stringContaining('is corrupted') });
  // The server counts what its processes have read when they end.
  await expect
    .poll(() => reopened.checkIntegrity({ fix: false, nowMs: T0 }))
    .toContainEqual({
      name: 'pages',
      ok: false,
      detail: expect.stringMatching(
        /^the server has read [1-9]\d* corrupted pages; restore a backup$/,
      ),
    });
  await reopened.close();
});
