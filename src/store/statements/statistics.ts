/** Numbers of wallets and webhooks, and the size of the database, for the operator. */
import type { AdminStore } from '../admin.ts';
import type { ServingStore, WalletCount } from '../serving.ts';
import type { Session } from '../sql/database.ts';
import { EngineText, sql } from '../sql/query.ts';
import type { WebhookCount } from '../webhooks.ts';
import { readValue } from './read-value.ts';

/** Views in SQLite, functions in PostgreSQL. */
const CALL = new EngineText({ sqlite: '', postgres: '()' });

const DATABASE_BYTES = new EngineText({
  sqlite: '(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())',
  postgres: 'pg_database_size(current_database())',
});

/** Returns the methods of metrics, which the role of the service reads, and of the size of the database. */
export function statisticsStatements(serving: Session, database: Session) {
  return {
    readDatabaseBytes: async () =>
      (await readValue<number>(database, sql`SELECT ${DATABASE_BYTES}`)) ?? 0,

    countWallets: () =>
      serving.rows<WalletCount>(sql`SELECT exchange, state, count,
          oldest_sync_at_ms AS "oldestSyncAtMs", quarantined_count AS "quarantinedCount"
        FROM wallet_statistics${CALL} ORDER BY exchange, state`),

    countWebhooks: () =>
      serving.rows<WebhookCount>(sql`SELECT state, count, pending_count AS "pendingCount",
          failing_since_ms AS "failingSinceMs"
        FROM webhook_statistics${CALL} ORDER BY state`),
  } satisfies Partial<ServingStore & AdminStore>;
}
