/**
 * Citus: which tables are distributed over the nodes of a cluster, and which nodes respond. Statements are the same as on one
 * server, because each of them names one wallet, or reads tables of the coordinator only (docs/postgresql.md).
 */
import { StoreUnavailableError } from '../errors.ts';
import type { ClusterNode } from '../serving.ts';
import type { Session } from '../sql/database.ts';
import { sql } from '../sql/query.ts';
import type { LostNodes } from '../statements/integrity.ts';
import { listTables } from '../statements/tables.ts';
import type { PostgresConnection } from './connection.ts';
import { LOCK_SCHEMA, OVER_ONE_CONNECTION, readMigrations } from './migrations.ts';
import { SERVED_FUNCTIONS } from './roles.ts';

const DISTRIBUTED_TABLES = listTables(({ isDistributed }) => isDistributed === true);
const COORDINATOR_TABLES = listTables(({ isDistributed }) => isDistributed !== true);

/**
 * Distributes the tables of the schema with their rows, in the transaction of `connection`. Skips those that are already
 * distributed. A concurrent run waits for the first one.
 *
 * @returns the tables that this run has distributed or made known to all nodes.
 * @throws {StoreUnavailableError} if the extension is not installed.
 */
export async function distributeTables(connection: PostgresConnection): Promise<readonly string[]> {
  if (!(await hasCitus(connection))) {
    throw new StoreUnavailableError(
      'the database has no citus extension; install Citus on every node, run CREATE EXTENSION ' +
        'citus in the database and add the nodes (docs/postgresql.md)',
    );
  }
  await connection.execute(LOCK_SCHEMA);
  await connection.execute(OVER_ONE_CONNECTION);
  const before = await listKnown(connection);
  for (const table of COORDINATOR_TABLES) {
    // Tables that foreign keys connect with this one are added with it.
    if ((await listKnown(connection)).has(table)) continue;
    await connection.execute(
      `SELECT citus_add_local_table_to_metadata('${table}', cascade_via_foreign_keys => true)`,
    );
  }
  const [first = ''] = DISTRIBUTED_TABLES;
  for (const table of DISTRIBUTED_TABLES) {
    if (before.has(table)) continue;
    const group = table === first ? 'none' : first;
    await connection.execute(
      `SELECT create_distributed_table('${table}', 'wallet_no', colocate_with => '${group}')`,
    );
    // Citus leaves a copy of the rows on the coordinator, where no query sees them.
    await connection.execute(`SELECT truncate_local_data_after_distributing_table('${table}')`);
  }
  for (const name of SERVED_FUNCTIONS) {
    await connection.execute(`SELECT create_distributed_function('${name}')`);
  }
  // Citus replaces the views of a table, and omits their comments.
  for (const migration of readMigrations()) {
    const comments = migration.sql.split('\n').filter((line) => line.startsWith('COMMENT ON'));
    await connection.execute(comments.join('\n'));
  }
  return [...COORDINATOR_TABLES, ...DISTRIBUTED_TABLES].filter((table) => !before.has(table));
}

/** Returns true if the tables of this schema are distributed. */
export async function isDistributed(session: Session): Promise<boolean> {
  return (await hasCitus(session)) && (await listKnown(session)).has('wallet_content');
}

/** See `ServingStore.listNodes`. */
export async function listNodes(session: Session): Promise<readonly ClusterNode[]> {
  if (!(await isDistributed(session))) return [];
  return session.rows<ClusterNode>(sql`SELECT node.nodename || ':' || node.nodeport AS address,
      asked.success AS "isReachable"
    FROM run_command_on_workers('SELECT 1') AS asked
    JOIN pg_dist_node AS node ON node.nodename = asked.nodename AND node.nodeport = asked.nodeport
    WHERE node.groupid IN (SELECT placement.groupid FROM pg_dist_placement AS placement
      JOIN pg_dist_shard AS shard ON shard.shardid = placement.shardid
      WHERE shard.logicalrelid = 'wallet_content'::regclass)
    ORDER BY address`);
}

/** See `EngineChecks.findLost`. */
export async function findLost(session: Session): Promise<LostNodes> {
  const nodes = await listNodes(session);
  const addresses = nodes.filter(({ isReachable }) => !isReachable).map(({ address }) => address);
  if (addresses.length === 0) return { addresses, walletNos: new Set() };
  type Row = { readonly walletNo: number; readonly address: string };
  const wallets =
    await session.rows<Row>(sql`SELECT wallet_no AS "walletNo", nodename || ':' || nodeport AS address
    FROM wallet
    JOIN pg_dist_placement
      ON shardid = get_shard_id_for_distribution_column('wallet_content', wallet_no)
    JOIN pg_dist_node USING (groupid)`);
  const lost = wallets.filter(({ address }) => addresses.includes(address));
  return { addresses, walletNos: new Set(lost.map(({ walletNo }) => walletNo)) };
}

async function hasCitus(session: Session): Promise<boolean> {
  const found = await session.row(sql`SELECT 1 FROM pg_extension WHERE extname = 'citus'`);
  return found !== undefined;
}

/** Returns the tables of this schema that all nodes know. */
async function listKnown(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.rows<{ readonly name: string }>(sql`SELECT relname::text AS name
    FROM pg_dist_partition JOIN pg_class AS relation ON relation.oid = logicalrelid
    WHERE relnamespace = current_schema()::regnamespace`);
  return new Set(rows.map(({ name }) => name));
}
