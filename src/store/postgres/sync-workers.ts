/** The processes that synchronise. */
import type { SyncStore, WorkerPresence } from '../sync.ts';
import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';

const DELETE_SILENT: Statement = {
  name: 'remove_silent_workers',
  text: 'DELETE FROM sync_worker WHERE seen_at_ms < $1 OR seen_at_ms > $2',
};
const ANNOUNCE: Statement = {
  name: 'announce_worker',
  text: `INSERT INTO sync_worker (id, seen_at_ms) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms`,
};
const COUNT: Statement = {
  name: 'count_workers',
  text: `SELECT count(*), floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
    FROM sync_worker`,
};
const DELETE: Statement = {
  name: 'remove_worker',
  text: 'DELETE FROM sync_worker WHERE id = $1',
};

/** See `SyncStore.announceWorker`. */
export function announceWorker(
  database: PostgresDatabase,
  { id, nowMs, aliveSinceMs }: Parameters<SyncStore['announceWorker']>[0],
): Promise<WorkerPresence> {
  return database.write(async (connection) => {
    const results = await connection.runAll([
      [ANNOUNCE, id, nowMs],
      [DELETE_SILENT, aliveSinceMs, nowMs + (nowMs - aliveSinceMs)],
      [COUNT],
    ]);
    const [count, storeTimeMs] = results.at(-1)?.rows[0] ?? [];
    return { count: count as number, storeTimeMs: storeTimeMs as number };
  });
}

/** See `SyncStore.removeWorker`. */
export async function removeWorker(database: PostgresDatabase, id: string): Promise<void> {
  await database.run(DELETE, id);
}
