/** The running sync workers. */
import type { Database } from '../sql/database.ts';
import { EngineText, sql } from '../sql/query.ts';
import type { SyncStore } from '../sync.ts';

/** Unix ms of the clock that all workers share; SQLite's workers share the clock of their machine. */
const SHARED_TIME = new EngineText({
  sqlite: 'NULL',
  postgres: 'CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)',
});

/** Returns the methods of workers. */
export function workerStatements(database: Database) {
  return {
    announceWorker: ({ id, nowMs, aliveSinceMs }) =>
      database.write(async (session) => {
        await session.change(sql`DELETE FROM sync_worker
          WHERE seen_at_ms < ${aliveSinceMs} OR seen_at_ms > ${nowMs + (nowMs - aliveSinceMs)}`);
        await session.change(sql`INSERT INTO sync_worker (id, seen_at_ms) VALUES (${id}, ${nowMs})
          ON CONFLICT (id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms`);
        const row = await session.row<{ readonly count: number; readonly time: number | null }>(
          sql`SELECT count(*) AS count, ${SHARED_TIME} AS time FROM sync_worker`,
        );
        const { count = 1, time = null } = row ?? {};
        return time === null ? { count } : { count, storeTimeMs: time };
      }),

    async removeWorker(id) {
      await database.change(sql`DELETE FROM sync_worker WHERE id = ${id}`);
    },
  } satisfies Partial<SyncStore>;
}
