/** The role that the service reads with: it sees one wallet at a time (see the migration). */
import type { PostgresConnection, Statement } from './connection.ts';

/** What the service reads. Of `wallet_…` row-level security shows one wallet. */
const READ_TABLES = [
  'schema_migration',
  'master_key',
  'project',
  'api_key',
  'wallet',
  'wallet_sync',
  'wallet_transaction',
  'wallet_transaction_count',
  'wallet_balance',
  'wallet_network',
];

const DESCRIBE: Statement = {
  name: 'describe_role',
  // Since 16 who makes a role administers it, and still has to be allowed to take it on.
  text: `SELECT CASE
        WHEN current_setting('server_version_num')::integer < 160000
          THEN pg_has_role(current_user, oid, 'MEMBER')
        ELSE pg_has_role(current_user, oid, 'SET')
      END,
      has_schema_privilege(oid, current_schema(), 'USAGE'), current_schema()
    FROM pg_roles WHERE rolname = $1`,
};

/**
 * Makes the role where it is missing and lets it read what the service needs.
 *
 * @throws {StoreUnavailableError} where this user may not: the operator makes the role then.
 */
export async function grantServingRole(
  connection: PostgresConnection,
  role: string,
): Promise<void> {
  const name = quoteIdentifier(role);
  let [found] = (await connection.run(DESCRIBE, role)).rows;
  if (found === undefined) {
    await connection.execute(`CREATE ROLE ${name} NOLOGIN`);
    [found] = (await connection.run(DESCRIBE, role)).rows;
  }
  const [mayTakeOn, mayUseSchema, schema] = found ?? [];
  if (mayTakeOn !== true) await connection.execute(`GRANT ${name} TO CURRENT_USER`);
  if (mayUseSchema !== true) {
    await connection.execute(`GRANT USAGE ON SCHEMA ${quoteIdentifier(String(schema))} TO ${name}`);
  }
  await connection.execute(`GRANT SELECT ON ${READ_TABLES.join(', ')} TO ${name}`);
  await connection.execute(`GRANT EXECUTE ON FUNCTION count_wallets() TO ${name}`);
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
