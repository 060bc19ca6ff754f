import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe } from 'vitest';

import { SqliteConnection } from '../../src/store/sqlite/connection.ts';
import { applyMigrations, readMigrations } from '../../src/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import {
  describeDirections,
  encodeUndirectedCounts,
  type MigratedStore,
  UNDIRECTED_WALLETS,
  type UndirectedWallet,
} from './contract/directions-contract.ts';
import { T0 } from './contract/fixtures.ts';
import { makeTemporaryDatabase } from './temporary-database.ts';

describe('the migration of an SQLite store to types with a direction', () => {
  describeDirections(openMigrated);
});

async function openMigrated(): Promise<MigratedStore> {
  const { path, remove } = makeTemporaryDatabase();
  mkdirSync(dirname(path), { recursive: true });
  const raw = new DatabaseSync(path);
  const migrations = readMigrations();
  const first = migrations.findIndex(({ name }) => name === 'directions');
  applyMigrations(new SqliteConnection(raw), migrations.slice(0, first));
  raw.exec(`INSERT INTO organization VALUES ('org_1', 'o', 1);
    INSERT INTO project VALUES ('project_1', 'org_1', 'p', 1)`);
  for (const wallet of UNDIRECTED_WALLETS) addWallet(raw, wallet);
  raw.close();
  const store = openSqliteStore({ path });
  await store.migrate();
  const cleanup = async (): Promise<void> => {
    await store.close();
    remove();
  };
  return { store, cleanup };
}

function addWallet(raw: DatabaseSync, wallet: UndirectedWallet): void {
  const { walletNo, id, exchange, types, sources } = wallet;
  const run = (sql: string, ...values: readonly (string | number | Uint8Array)[]) =>
    raw.prepare(sql).run(...values);
  run(`INSERT INTO wallet VALUES (?, ?, 'project_1', ?, NULL, NULL, 1)`, walletNo, id, exchange);
  run(`INSERT INTO wallet_credentials VALUES (?, 'k', x'00')`, walletNo);
  run(
    `INSERT INTO wallet_sync
        (wallet_no, history_complete, next_run_at_ms, transactions_revision, balances_revision)
      VALUES (?, 1, 1, 1, 1)`,
    walletNo,
  );
  for (const [row, type] of types.entries()) {
    run(
      `INSERT INTO wallet_transaction
          (wallet_no, timestamp_ms, id, asset, type, status, amount)
        VALUES (?, ?, ?, ?, ?, 2, '1.5')`,
      walletNo,
      T0 + row,
      `tx_${walletNo}_${row}`,
      `A${row % 2}`,
      type,
    );
  }
  for (const source of sources) {
    run('INSERT INTO wallet_coverage VALUES (?, ?, 0, ?, 1)', walletNo, source, T0 - 1);
  }
  run(`INSERT INTO wallet_asset VALUES (?1, 'A0', 1), (?1, 'A1', 2)`, walletNo);
  run('INSERT INTO wallet_count_node VALUES (?, 1, ?)', walletNo, encodeUndirectedCounts(wallet));
}
