import type { SqliteConnection } from './connection.ts';

/** See `AdminStore.findMasterKeyId`. */
export function findMasterKeyId(connection: SqliteConnection): string | undefined {
  return connection.readRow('SELECT id FROM master_key')?.[0] as string | undefined;
}

/** See `AdminStore.recordMasterKeyId`. */
export function recordMasterKeyId(connection: SqliteConnection, id: string): string {
  return connection.write(() => {
    connection.change(
      'INSERT INTO master_key (only_row, id) VALUES (1, ?) ON CONFLICT DO NOTHING',
      id,
    );
    return findMasterKeyId(connection) ?? id;
  });
}
