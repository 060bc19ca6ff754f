/** The role that the service reads with: it sees one wallet at a time (see the migration). */
import type { PostgresConnection, Statement } from './connection.ts';
import type { PostgresDatabase } from './database.ts';
import { isMadeMeanwhile } from './postgres-error.ts';

/** What the service reads. Of `wallet_…` row-level security shows one wallet. */
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
];

/** What it is told of all wallets. */
const FUNCTIONS = ['count_wallets()', 'has_count_backlog()'];

const DESCRIBE: Statement = {
  name: 'describe_role',
  // Since 16 who makes a role administers it, and still has to be allowed to take it on.
  text: `SELECT CASE
        WHEN current_setting('server_version_num')::integer < 160000
          THEN pg_has_role(current_user, oid, 'MEMBER')
        ELSE pg_has_role(current_user, oid, 'SET')
      END
    FROM pg_roles WHERE rolname = $1`,
};
const DESCRIBE_SCHEMA: Statement = {
  name: 'describe_schema',
  text: "SELECT has_schema_privilege($1, current_schema(), 'USAGE'), current_schema()::text",
};

/** Roles are the server's: migrations of its other databases may be making the same one. */
const MAKING_TRIES_MAX = 3;

/**
 * Makes the role where it is missing, and allows this user to take it on.
 *
 * @throws {StoreUnavailableError} where this user may not: the operator makes the role then.
 */
export async function makeServingRole(database: PostgresDatabase, role: string): Promise<void> {
  const name = quoteIdentifier(role);
  for (let tries = 1; ; tries += 1) {
    try {
      const [found] = await database.read(DESCRIBE, role);
      if (found === undefined) await database.execute(`CREATE ROLE ${name} NOLOGIN`);
      const [mayTakeOn] = found ?? (await database.read(DESCRIBE, role))[0] ?? [];
      if (mayTakeOn !== true) await database.execute(`GRANT ${name} TO CURRENT_USER`);
      return;
    } catch (error) {
      if (!isMadeMeanwhile(error) || tries === MAKING_TRIES_MAX) throw error;
    }
  }
}

/** Lets the role read what the service needs. */
export async function grantServingRole(
  connection: PostgresConnection,
  role: string,
): Promise<void> {
  const name = quoteIdentifier(role);
  const [mayUse, schema] = (await connection.run(DESCRIBE_SCHEMA, role)).rows[0] ?? [];
  if (mayUse !== true) {
    await connection.execute(`GRANT USAGE ON SCHEMA ${quoteIdentifier(String(schema))} TO ${name}`);
  }
  await connection.execute(`GRANT SELECT ON ${READ_TABLES.join(', ')} TO ${name}`);
  await connection.execute(`GRANT EXECUTE ON FUNCTION ${FUNCTIONS.join(', ')} TO ${name}`);
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
