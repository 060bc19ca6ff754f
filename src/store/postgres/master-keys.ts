import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';

const FIND: Statement = { name: 'find_master_key', text: 'SELECT id FROM master_key' };
const RECORD: Statement = {
  name: 'record_master_key',
  text: 'INSERT INTO master_key (only_row, id) VALUES (1, $1) ON CONFLICT DO NOTHING',
};

/** See `AdminStore.findMasterKeyId`. */
export async function findMasterKeyId(database: PostgresDatabase): Promise<string | undefined> {
  return (await database.read(FIND))[0]?.[0] as string | undefined;
}

/** See `AdminStore.recordMasterKeyId`. */
export async function recordMasterKeyId(database: PostgresDatabase, id: string): Promise<string> {
  await database.run(RECORD, id);
  return (await findMasterKeyId(database)) ?? id;
}
