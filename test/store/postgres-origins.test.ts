import { describe } from 'vitest';

import type { Store } from '../../src/store/store.ts';
import { T0 } from './contract/fixtures.ts';
import { describeOrigins, WALLETS_WITHOUT_ORIGINS } from './contract/origins-contract.ts';
import {
  createTestDatabase,
  migrateTestStore,
  openStoreBefore,
  openTestStore,
} from './postgres-database.ts';

describe('the origin of rows of an older PostgreSQL store', () => {
  describeOrigins(openMigrated);
});

async function openMigrated(): Promise<{ store: Store; cleanup: () => Promise<void> }> {
  const database = await createTestDatabase();
  const old = openStoreBefore('imports', database.url);
  await migrateTestStore(old);
  await old.close();
  await database.query(`INSERT INTO organization VALUES ('org_1', 'o', 1);
    INSERT INTO project VALUES ('project_1', 'org_1', 'p', 1)`);
  for (const { id, leaseToken, lastSyncAtMs, rows } of WALLETS_WITHOUT_ORIGINS) {
    const query = (sql: string, ...values: readonly (string | number | null)[]) =>
      database.query(sql, [id, ...values]);
    await query(`INSERT INTO wallet VALUES ($1, 'project_1', 'binance', NULL, NULL, 1)`);
    await query(`INSERT INTO wallet_credentials VALUES ($1, 'k', '')`);
    await query(
      `INSERT INTO wallet_sync (wallet_id, lease_token, last_sync_at_ms, transactions_revision,
          balances_revision) VALUES ($1, $2, $3, 1, 1)`,
      leaseToken,
      lastSyncAtMs,
    );
    await query('INSERT INTO wallet_count_backlog VALUES ($1)');
    for (const row of rows) {
      await query(
        `INSERT INTO wallet_transaction (wallet_id, timestamp_ms, id, asset, type, status, amount)
          VALUES ($1, $2, $3, 'BTC', 1, 2, '1.50')`,
        T0,
        row,
      );
    }
  }
  const store = openTestStore(database.url);
  await store.migrate();
  const cleanup = async (): Promise<void> => {
    await store.close();
    await database.drop();
  };
  return { store, cleanup };
}
