/** Records of the running sync workers. */
import type { SyncStore, WorkerPresence } from '../sync.ts';
import type { SqliteConnection } from './connection.ts';

/** See `SyncStore.announceWorker`. */
export function announceWorker(
  connection: SqliteConnection,
  { id, nowMs, aliveSinceMs }: Parameters<SyncStore['announceWorker']>[0],
): WorkerPresence {
  return connection.write(() => {
    connection.change(
      'DELETE FROM sync_worker WHERE seen_at_ms < ? OR seen_at_ms > ?',
      aliveSinceMs,
      nowMs + (nowMs - aliveSinceMs),
    );
    connection.change(
      `INSERT INTO sync_worker (id, seen_at_ms) VALUES (?, ?)
         ON CONFLICT (id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms`,
      id,
      nowMs,
    );
    return { count: connection.readRow('SELECT count(*) FROM sync_worker')?.[0] as number };
  });
}

/** See `SyncStore.removeWorker`. */
export function removeWorker(connection: SqliteConnection, id: string): void {
  connection.change('DELETE FROM sync_worker WHERE id = ?', id);
}
