/** Numbers of wallets and webhooks, for the operator's metrics. */
import type { ServingStore, WalletCount } from '../serving.ts';
import type { Session } from '../sql/database.ts';
import { EngineText, sql } from '../sql/query.ts';
import type { WebhookCount } from '../webhooks.ts';

/** Views in SQLite, functions in PostgreSQL. */
const CALL = new EngineText({ sqlite: '', postgres: '()' });

/** Returns the methods of metrics. */
export function statisticsStatements(
  session: Session,
): Pick<ServingStore, 'countWallets' | 'countWebhooks'> {
  return {
    countWallets: () =>
      session.rows<WalletCount>(sql`SELECT exchange, state, count,
          oldest_sync_at_ms AS "oldestSyncAtMs", quarantined_count AS "quarantinedCount"
        FROM wallet_statistics${CALL} ORDER BY exchange, state`),

    countWebhooks: () =>
      session.rows<WebhookCount>(sql`SELECT state, count, pending_count AS "pendingCount",
          failing_since_ms AS "failingSinceMs"
        FROM webhook_statistics${CALL} ORDER BY state`),
  };
}
