/** The tables of a Citus cluster; docs/postgresql.md explains the type of each. */
import { StoreUnavailableError } from '../errors.ts';
import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { allowLogin, FIND_TABLES } from './serving-role.ts';
import { ADD_MISSING_REVISIONS } from './shard-revisions.ts';
import { WALLET_TABLES } from './wallets.ts';

/**
 * On the coordinator only: what belongs to no wallet, so that tenants and keys need no other node, and what
 * is looked at across wallets, so that one statement finds and locks the wallet that is due longest.
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
];

/** By the wallet, and all of one wallet on one shard. */
export const DISTRIBUTED_TABLES: readonly string[] = WALLET_TABLES.filter(
  (table) => !COORDINATOR_TABLES.includes(table),
);

const HAS_CITUS: Statement = {
  name: 'has_citus',
  text: "SELECT 1 FROM pg_extension WHERE extname = 'citus'",
};
/** The catalog itself: the view `citus_tables` is in one schema and not in every search path. */
const LIST_DONE: Statement = {
  name: 'list_citus_tables',
  text: `SELECT relation.relname::text FROM pg_dist_partition
    JOIN pg_class AS relation ON relation.oid = pg_dist_partition.logicalrelid
    JOIN pg_namespace AS namespace ON namespace.oid = relation.relnamespace
    WHERE namespace.nspname = current_schema() AND partmethod = 'h'`,
};
/** Reference tables, which versions before the present one made of tables of the coordinator. */
const LIST_REFERENCE_TABLES: Statement = {
  name: 'list_citus_reference_tables',
  text: `SELECT relation.relname::text FROM pg_dist_partition
    JOIN pg_class AS relation ON relation.oid = pg_dist_partition.logicalrelid
    WHERE relation.relnamespace = current_schema()::regnamespace
      AND partmethod = 'n' AND repmodel = 't' AND relation.relname = ANY ($1::text[])`,
};
/** Of this program's advisory locks the one that whoever distributes tables holds. */
const LOCK = 'SELECT pg_advisory_xact_lock(7364720522)';

/** Returns the names of the distributed tables of this schema. */
export async function listDistributedTables(
  database: PostgresDatabase,
): Promise<ReadonlySet<string>> {
  if ((await database.run(HAS_CITUS)).rowCount === 0) return new Set();
  return new Set((await database.read(LIST_DONE)).map(([table]) => table as string));
}

/**
 * Spreads the tables of the schema over the nodes of a Citus cluster, each in a transaction of its
 * own. Tables that are spread already stay, so that an interrupted run can be repeated; of two runs
 * at the same time the second one waits for the first.
 *
 * @returns the tables that this run has spread.
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
    // Each takes those with it that are connected by foreign keys.
    for (let table = await next(); table !== undefined; table = await next()) {
      const values = `'${table}', cascade_via_foreign_keys => true`;
      await connection.execute(`SELECT undistribute_table(${values})`);
    }
  });
}

/** Returns false if the table is spread already, by an earlier run or by one at the same time. */
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
 * Rows that a table had before it was distributed stay on the coordinator, where no query sees
 * them: encrypted credentials too. They are removed once the copies are on the shards.
 */
async function removeLocalRows(database: PostgresDatabase, table: string): Promise<void> {
  const sql = `SELECT truncate_local_data_after_distributing_table('${table}')`;
  await database.maintain((connection) => connection.execute(sql));
}

/** Each table and the command that distributes it. */
function listCommands(): readonly (readonly [table: string, command: string])[] {
  const [first = ''] = DISTRIBUTED_TABLES;
  return DISTRIBUTED_TABLES.map((table) => {
    const group = table === first ? 'none' : first;
    const values = `'${table}', 'wallet_id', colocate_with => '${group}'`;
    return [table, `SELECT create_distributed_table(${values})`] as const;
  });
}
