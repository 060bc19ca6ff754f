import { describe } from 'vitest';

import {
  describeDirections,
  encodeUndirectedCounts,
  type MigratedStore,
  UNDIRECTED_WALLETS,
  type UndirectedWallet,
} from './contract/directions-contract.ts';
import { T0 } from './contract/fixtures.ts';
import {
  createTestDatabase,
  migrateTestStore,
  openStoreBefore,
  openTestStore,
  type TestDatabase,
} from './postgres-database.ts';

describe('the migration of a PostgreSQL store to types with a direction', () => {
  describeDirections(openMigrated);
});

async function openMigrated(): Promise<MigratedStore> {
  const database = await createTestDatabase();
  const old = openStoreBefore('directions', database.url);
  await migrateTestStore(old);
  await old.close();
  await database.query(`INSERT INTO organization VALUES ('org_1', 'o', 1);
    INSERT INTO project VALUES ('project_1', 'org_1', 'p', 1)`);
  for (const wallet of UNDIRECTED_WALLETS) await addWallet(database, wallet);
  const store = openTestStore(database.url);
  await store.migrate();
  const cleanup = async (): Promise<void> => {
    await store.close();
    await database.drop();
  };
  return { store, cleanup };
}

async function addWallet(database: TestDatabase, wallet: UndirectedWallet): Promise<void> {
  const query: TestDatabase['query'] = (sql, values) => database.query(sql, values);
  const { walletNo, id, exchange, types, sources } = wallet;
  await query(`INSERT INTO wallet VALUES ($1, 'project_1', $2, NULL, NULL, 1)`, [id, exchange]);
  await query(`INSERT INTO wallet_credentials VALUES ($1, 'k', '')`, [id]);
  await query(
    `INSERT INTO wallet_sync
        (wallet_id, history_complete, next_run_at_ms, transactions_revision, balances_revision)
      VALUES ($1, true, 1, 1, 1)`,
    [id],
  );
  for (const [row, type] of types.entries()) {
    await query(
      `INSERT INTO wallet_transaction
          (wallet_id, timestamp_ms, id, asset, type, status, amount)
        VALUES ($1, $2, $3, $4, $5, 2, '1.5')`,
      [id, T0 + row, `tx_${walletNo}_${row}`, `A${row % 2}`, type],
    );
  }
  for (const source of sources) {
    await query('INSERT INTO wallet_coverage VALUES ($1, $2, 0, $3, 1)', [id, source, T0 - 1]);
  }
  await query(`INSERT INTO wallet_asset VALUES ($1, 'A0', 1), ($1, 'A1', 2)`, [id]);
  await query(
    `INSERT INTO wallet_count_node (wallet_id, node_no, level, low_ms, low_id, body, row_count)
      VALUES ($1, 1, 0, 0, '', $2, $3)`,
    [id, encodeUndirectedCounts(wallet), types.length],
  );
}
