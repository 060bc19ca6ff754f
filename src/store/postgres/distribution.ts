/** The tables of a Citus cluster; docs/postgresql.md explains the type of each. */
import { StoreUnavailableError } from '../errors.ts';
import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { allowLogin, FIND_TABLES } from './serving-role.ts';
import { ADD_MISSING_REVISIONS } from './shard-revisions.ts';
import { WALLET_TABLES } from './wallets.ts';

/**
 * Tables on the coordinator only: tables without a wallet, so that tenants and keys need no other node, and
 * tables that are searched across wallets, so that one statement finds and locks the next due wallet.
 */
export const COORDINATOR_TABLES: readonly string[] = [
  'schema_migration',
  'master_key',
  'organization',
  'project',
  'api_key',
  'wallet',
  'wallet_sync',
  'wallet_count_backlog',
  'sync_worker',
  'webhook_endpoint',
  'webhook_delivery',
];

/** Tables that are distributed by wallet, so that all rows of a wallet are on one node. */
export const DISTRIBUTED_TABLES: readonly string[] = WALLET_TABLES.filter(
  (table) => !COORDINATOR_TABLES.includes(table),
);

const HAS_CITUS: Statement = {
  name: 'has_citus',
  text: "SELECT 1 FROM pg_extension WHERE extname = 'citus'",
};
/** Reads the catalog, because the view `citus_tables` is not in every search path. */
const LIST_DONE: Statement = {
  name: 'list_citus_tables',
  text: `SELECT relation.relname::text FROM pg_dist_partition
    JOIN pg_class AS relation ON relation.oid = pg_dist_partition.logicalrelid
    JOIN pg_namespace AS namespace ON namespace.oid = relation.relnamespace
    WHERE namespace.nspname = current_schema() AND partmethod = 'h'`,
};
/** Selects reference tables, which earlier versions created instead of tables on the coordinator. */
const LIST_REFERENCE_TABLES: Statement = {
  name: 'list_citus_reference_tables',
  text: `SELECT relation.relname::text FROM pg_dist_partition
    JOIN pg_class AS relation ON relation.oid = pg_dist_partition.logicalrelid
    WHERE relation.relnamespace = current_schema()::regnamespace
      AND partmethod = 'n' AND repmodel = 't' AND relation.relname = ANY ($1::text[])`,
};
/** Takes the advisory lock for the distribution of tables. */
const LOCK = 'SELECT pg_advisory_xact_lock(7364720522)';

/** Returns the names of the distributed tables of this schema. */
export async function listDistributedTables(
  database: PostgresDatabase,
): Promise<ReadonlySet<string>> {
  if ((await database.run(HAS_CITUS)).rowCount === 0) return new Set();
  return new Set((await database.read(LIST_DONE)).map(([table]) => table as string));
}

/**
 * Distributes the tables of the schema to the nodes of a Citus cluster, each in its own transaction.
 * Skips tables that are already distributed, so that an interrupted run can be repeated. A concurrent run
 * waits for the first one.
 *
 * @returns the tables that this run has distributed.
 * @throws {StoreUnavailableError} if the extension is not installed.
 */
export async function distributeTables(
  database: PostgresDatabase,
  servingRole: string,
): Promise<readonly string[]> {
  if ((await database.run(HAS_CITUS)).rowCount === 0) {
    throw new StoreUnavailableError(
      'the database has no citus extension; install Citus on every node, run CREATE EXTENSION ' +
        'citus in the database and add the nodes (docs/postgresql.md)',
    );
  }
  await allowLogin(database, servingRole);
  const made: string[] = [];
  await returnReferenceTables(database);
  const found = await database.read(FIND_TABLES, DISTRIBUTED_TABLES);
  const present = new Set(found.map(([table]) => table));
  for (const [table, command] of listCommands()) {
    if (!present.has(table)) continue;
    if (await distributeTable(database, table, command)) made.push(table);
  }
  for (const table of DISTRIBUTED_TABLES) {
    if (present.has(table)) await removeLocalRows(database, table);
  }
  if (present.has('wallet_revision')) await database.execute(ADD_MISSING_REVISIONS);
  return made;
}

/** Makes reference tables plain tables of the coordinator again, all in one transaction. */
async function returnReferenceTables(database: PostgresDatabase): Promise<void> {
  await database.maintain(async (connection) => {
    await connection.execute(LOCK);
    const next = async (): Promise<string | undefined> =>
      (await connection.run(LIST_REFERENCE_TABLES, COORDINATOR_TABLES)).rows[0]?.[0] as
        | string
        | undefined;
    // The command also changes the tables that foreign keys connect with this one.
    for (let table = await next(); table !== undefined; table = await next()) {
      const values = `'${table}', cascade_via_foreign_keys => true`;
      await connection.execute(`SELECT undistribute_table(${values})`);
    }
  });
}

/** Distributes a table. Returns false if an earlier or concurrent run has already distributed it. */
function distributeTable(
  database: PostgresDatabase,
  table: string,
  command: string,
): Promise<boolean> {
  return database.maintain(async (connection) => {
    await connection.execute(LOCK);
    const { rows } = await connection.run(LIST_DONE);
    if (rows.some(([name]) => name === table)) return false;
    await connection.execute(command);
    return true;
  });
}

/**
 * Removes the rows that a table had before it was distributed. Citus copies them to the shards and leaves
 * the originals, encrypted credentials too, on the coordinator, where no query sees them.
 */
async function removeLocalRows(database: PostgresDatabase, table: string): Promise<void> {
  const sql = `SELECT truncate_local_data_after_distributing_table('${table}')`;
  await database.maintain((connection) => connection.execute(sql));
}

/** Returns each table and the command that distributes it. */
function listCommands(): readonly (readonly [table: string, command: string])[] {
  const [first = ''] = DISTRIBUTED_TABLES;
  return DISTRIBUTED_TABLES.map((table) => {
    const group = table === first ? 'none' : first;
    const values = `'${table}', 'wallet_id', colocate_with => '${group}'`;
    return [table, `SELECT create_distributed_table(${values})`] as const;
  });
}
