/** Numbers of wallets and webhooks, and the size of the database, for the operator. */
import type { AdminStore } from '../admin.ts';
import type { ServingStore, WalletCount } from '../serving.ts';
import type { Session } from '../sql/database.ts';
import { EngineText, sql } from '../sql/query.ts';
import type { WebhookCount } from '../webhooks.ts';

/** Views in SQLite, functions in PostgreSQL. */
const CALL = new EngineText({ sqlite: '', postgres: '()' });

const DATABASE_BYTES = new EngineText({
  sqlite: '(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())',
  postgres: 'pg_database_size(current_database())',
});

/** Returns the method of the command line. */
export function sizeStatement(session: Session) {
  return {
    async readDatabaseBytes() {
      const row = await session.row<{ readonly bytes: number }>(
        sql`SELECT ${DATABASE_BYTES} AS bytes`,
      );
      return row?.bytes ?? 0;
    },
  } satisfies Partial<AdminStore>;
}

/** Returns the methods of metrics. */
export function statisticsStatements(session: Session) {
  return {
    countWallets: () =>
      session.rows<WalletCount>(sql`SELECT exchange, state, count,
          oldest_sync_at_ms AS "oldestSyncAtMs", quarantined_count AS "quarantinedCount"
        FROM wallet_statistics${CALL} ORDER BY exchange, state`),

    countWebhooks: () =>
      session.rows<WebhookCount>(sql`SELECT state, count, pending_count AS "pendingCount",
          failing_since_ms AS "failingSinceMs"
        FROM webhook_statistics${CALL} ORDER BY state`),
  } satisfies Partial<ServingStore>;
}
