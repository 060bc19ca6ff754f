/** The role that the service reads with: it sees one wallet at a time (see the migration). */
import { setTimeout as sleep } from 'node:timers/promises';

import type { PostgresConnection } from './connection.ts';
import type { Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { isMadeMeanwhile } from './postgres-error.ts';

/** The tables that the service reads. Row-level security limits `wallet_…` tables to one wallet. */
const READ_TABLES = [
  'schema_migration',
  'master_key',
  'project',
  'api_key',
  'wallet',
  'wallet_sync',
  'wallet_transaction',
  'wallet_asset',
  'wallet_count_node',
  'wallet_count',
  'wallet_balances',
  'wallet_time_change',
  'wallet_revision',
];

/** The functions by which the role reads data of all wallets. */
const FUNCTIONS = ['count_wallets()', 'has_count_backlog()', 'count_webhooks()'];

const DESCRIBE: Statement = {
  name: 'describe_role',
  // Since version 16 the creator of a role administers it but still needs the right to use it.
  text: `SELECT CASE
        WHEN current_setting('server_version_num')::integer < 160000
          THEN pg_has_role(current_user, oid, 'MEMBER')
        ELSE pg_has_role(current_user, oid, 'SET')
      END
    FROM pg_roles WHERE rolname = $1`,
};
const MAY_LOG_IN: Statement = {
  name: 'may_log_in',
  text: 'SELECT rolcanlogin FROM pg_roles WHERE rolname = $1',
};
const DESCRIBE_SCHEMA: Statement = {
  name: 'describe_schema',
  text: "SELECT has_schema_privilege($1, current_schema(), 'USAGE'), current_schema()::text",
};

/** Finds which of these tables exist: a schema that is not up to date lacks some of them. */
export const FIND_TABLES: Statement = {
  name: 'find_tables',
  text: `SELECT relname::text FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1::text[])`,
};

/** Finds which of these functions exist, for the same reason. */
const FIND_FUNCTIONS: Statement = {
  name: 'find_functions',
  text: `SELECT name FROM unnest($1::text[]) AS made (name) WHERE to_regprocedure(name) IS NOT NULL`,
};

/** Maximum attempts. Migrations of other databases on the server may change the same role concurrently. */
const ROLE_TRIES_MAX = 8;
const ROLE_RETRY_MS = 25;

/**
 * Creates the role if it is missing, and allows this user to use it.
 *
 * @throws {StoreUnavailableError} if this user has no right to do so; the operator must create the role.
 */
export async function makeServingRole(database: PostgresDatabase, role: string): Promise<void> {
  const name = quoteIdentifier(role);
  await changeRole(async () => {
    const [found] = await database.read(DESCRIBE, role);
    if (found === undefined) await database.execute(`CREATE ROLE ${name} NOLOGIN`);
    const [mayTakeOn] = found ?? (await database.read(DESCRIBE, role))[0] ?? [];
    if (mayTakeOn !== true) await database.execute(`GRANT ${name} TO CURRENT_USER`);
  });
}

/**
 * Allows the role to log in: the coordinator of a Citus cluster connects to the other nodes as the
 * role that a statement runs as. The role has no password; docs/postgresql.md says who may connect.
 */
export async function allowLogin(database: PostgresDatabase, role: string): Promise<void> {
  await changeRole(async () => {
    const [found] = await database.read(MAY_LOG_IN, role);
    if (found?.[0] !== true) await database.execute(`ALTER ROLE ${quoteIdentifier(role)} LOGIN`);
  });
}

async function changeRole(change: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isMadeMeanwhile(error) || tries === ROLE_TRIES_MAX) throw error;
      await sleep(tries * ROLE_RETRY_MS);
    }
  }
}

/** Identifier of a wallet that does not exist. Its shard exists. */
const PROBED_WALLET = 'wallet_probe';
const PROBE: Statement = {
  name: 'probe_serving_role',
  text: 'SELECT 1 FROM wallet_transaction WHERE wallet_id = $1 LIMIT 1',
};

/**
 * Reads in the same way as a listing: as the role of the connection and, on a Citus cluster, on a node that
 * stores a shard.
 *
 * @throws {StoreUnavailableError} if the role cannot read there.
 */
export async function probeServingRole(database: PostgresDatabase): Promise<void> {
  await database.readOfWallet(PROBED_WALLET, PROBE, PROBED_WALLET);
}

/** Grants the role the rights that the service needs. */
export async function grantServingRole(
  connection: PostgresConnection,
  role: string,
): Promise<void> {
  const name = quoteIdentifier(role);
  const [mayUse, schema] = (await connection.run(DESCRIBE_SCHEMA, role)).rows[0] ?? [];
  if (mayUse !== true) {
    await connection.execute(`GRANT USAGE ON SCHEMA ${quoteIdentifier(String(schema))} TO ${name}`);
  }
  const { rows } = await connection.run(FIND_TABLES, READ_TABLES);
  await connection.execute(`GRANT SELECT ON ${rows.join(', ')} TO ${name}`);
  const functions = (await connection.run(FIND_FUNCTIONS, FUNCTIONS)).rows;
  await connection.execute(`GRANT EXECUTE ON FUNCTION ${functions.join(', ')} TO ${name}`);
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
