/** The tables of a Citus cluster; docs/postgresql.md tells why each is what it is. */
import { StoreUnavailableError } from '../store.ts';
import type { Statement } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { WALLET_TABLES } from './wallets.ts';

/** Small, seldom written, and joined with everything: whole on every node. */
export const REFERENCE_TABLES = [
  'schema_migration',
  'master_key',
  'organization',
  'project',
  'api_key',
  'wallet',
] as const;

/**
 * Looked at across wallets: on the coordinator alone, where the wallet that is due longest is found
 * and locked by one statement.
 */
export const COORDINATOR_TABLES: readonly string[] = [
  'wallet_sync',
  'wallet_count_backlog',
  'sync_worker',
];

/** By the wallet, and all of one wallet on one shard. */
export const DISTRIBUTED_TABLES: readonly string[] = WALLET_TABLES.filter(
  (table) => !COORDINATOR_TABLES.includes(table),
);

const HAS_CITUS: Statement = {
  name: 'has_citus',
  text: "SELECT 1 FROM pg_extension WHERE extname = 'citus'",
};
const LIST_DONE: Statement = {
  name: 'list_citus_tables',
  text: `SELECT table_name::text FROM citus_tables
    WHERE citus_table_type IN ('reference', 'distributed')`,
};

/**
 * Makes the tables of the schema those of a Citus cluster, each in a transaction of its own; what is
 * one already stays, so that it can be repeated where it was interrupted.
 *
 * @returns the tables that were made so now.
 * @throws {StoreUnavailableError} where the extension is not installed.
 */
export async function distributeTables(database: PostgresDatabase): Promise<readonly string[]> {
  if ((await database.run(HAS_CITUS)).rowCount === 0) {
    throw new StoreUnavailableError(
      'the database has no citus extension; install Citus on every node, run CREATE EXTENSION ' +
        'citus in the database and add the nodes (docs/postgresql.md)',
    );
  }
  const done = new Set((await database.read(LIST_DONE)).map(([table]) => table));
  const made: string[] = [];
  for (const [table, command] of listCommands()) {
    if (done.has(table)) continue;
    await database.maintain((connection) => connection.execute(command));
    made.push(table);
  }
  return made;
}

/** Each table and the command that makes it what it is, in an order that foreign keys allow. */
function listCommands(): readonly (readonly [table: string, command: string])[] {
  const [first = ''] = DISTRIBUTED_TABLES;
  return [
    ...REFERENCE_TABLES.map(
      (table) => [table, `SELECT create_reference_table('${table}')`] as const,
    ),
    ...DISTRIBUTED_TABLES.map((table) => {
      const group = table === first ? 'none' : first;
      const values = `'${table}', 'wallet_id', colocate_with => '${group}'`;
      return [table, `SELECT create_distributed_table(${values})`] as const;
    }),
  ];
}
