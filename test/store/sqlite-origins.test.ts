import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe } from 'vitest';

import type { Store } from '../../src/store/store.ts';
import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { applyMigrations, readMigrations } from '../../src/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { T0 } from './contract/fixtures.ts';
import { describeOrigins, WALLETS_WITHOUT_ORIGINS } from './contract/origins-contract.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

describe('the origin of rows of an older SQLite store', () => {
  describeOrigins(openMigrated);
});

async function openMigrated(): Promise<{ store: Store; cleanup: () => Promise<void> }> {
  const { path, remove } = makeTemporaryDatabase();
  mkdirSync(dirname(path), { recursive: true });
  const raw = new DatabaseSync(path);
  const migrations = readMigrations();
  const first = migrations.findIndex(({ name }) => name === 'imports');
  applyMigrations(new SqliteConnection(raw), migrations.slice(0, first));
  const run = (sql: string, ...values: readonly (string | number | null)[]) =>
    raw.prepare(sql).run(...values);
  run(`INSERT INTO organization VALUES ('org_1', 'o', 1)`);
  run(`INSERT INTO project VALUES ('project_1', 'org_1', 'p', 1)`);
  for (const { walletNo, id, leaseToken, lastSyncAtMs, rows } of WALLETS_WITHOUT_ORIGINS) {
    run(`INSERT INTO wallet VALUES (?, ?, 'project_1', 'binance', NULL, NULL, 1)`, walletNo, id);
    run(`INSERT INTO wallet_credentials VALUES (?, 'k', x'00')`, walletNo);
    run(
      'INSERT INTO wallet_sync (wallet_no, lease_token, last_sync_at_ms) VALUES (?, ?, ?)',
      walletNo,
      leaseToken,
      lastSyncAtMs,
    );
    run('INSERT INTO wallet_count_backlog VALUES (?)', walletNo);
    for (const row of rows) {
      run(
        `INSERT INTO wallet_transaction (wallet_no, timestamp_ms, id, asset, type, status, amount)
          VALUES (?, ?, ?, 'BTC', 1, 2, '1.50')`,
        walletNo,
        T0,
        row,
      );
    }
  }
  raw.close();
  const store = openSqliteStore({ path });
  await store.migrate();
  const cleanup = async (): Promise<void> => {
    await store.close();
    remove();
  };
  return { store, cleanup };
}
