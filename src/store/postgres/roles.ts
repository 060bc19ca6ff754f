/**
 * The roles that read: the role of the service sees one wallet at a time, the role for readers sees the four views of
 * docs/sql.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import type { Session } from '../sql/database.ts';
import { records, sql } from '../sql/query.ts';
import { listTables } from '../statements/tables.ts';
import type { PostgresConnection } from './connection.ts';
import { isMadeMeanwhile } from './postgres-error.ts';

/** The tables that the service reads. Row-level security limits those of wallets to one wallet. */
const SERVED = listTables(({ isServed }) => isServed === true);
/** The functions that the service calls, for the operator's metrics. */
export const SERVED_FUNCTIONS: readonly string[] = ['wallet_statistics()', 'webhook_statistics()'];
const READ = ['transactions', 'balances', 'withdrawal_networks', 'wallets'];
/** The tables below these views. A node of a cluster reads the tables of a view as the role that reads the view. */
const READ_BELOW = [
  'project',
  'wallet',
  'wallet_sync',
  'wallet_content',
  'wallet_transaction',
  'wallet_balance',
  'wallet_network',
];

/** Maximum attempts. Migrations of other databases on the server may change the same role concurrently. */
const ROLE_TRIES_MAX = 8;
const ROLE_RETRY_MS = 25;

/**
 * Creates the role of the service if it is missing, and allows this user to use it.
 *
 * @throws {StoreUnavailableError} if this user has no right to do so; the operator must create the role.
 */
export async function makeServingRole(connection: PostgresConnection, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await changeRole(async () => {
    const known = await describeRole(connection, role);
    if (known === undefined) await connection.execute(`CREATE ROLE ${name} NOLOGIN`);
    const { mayUse } = known ?? (await describeRole(connection, role)) ?? {};
    if (mayUse !== true) await connection.execute(`GRANT ${name} TO CURRENT_USER`);
  });
}

/**
 * Allows the role to log in: a node of a Citus cluster connects to the others as the role that a statement runs as. The
 * role has no password; docs/postgresql.md says who may connect.
 */
export async function allowLogin(connection: PostgresConnection, role: string): Promise<void> {
  await changeRole(async () => {
    const known = await describeRole(connection, role);
    if (known?.mayLogIn !== true) {
      await connection.execute(`ALTER ROLE ${pg.escapeIdentifier(role)} LOGIN`);
    }
  });
}

type KnownRole = Readonly<Record<'mayUse' | 'mayLogIn', boolean>>;

function describeRole(session: Session, role: string): Promise<KnownRole | undefined> {
  // Since version 16 the creator of a role administers it but still needs the right to use it.
  return session.row<KnownRole>(sql`SELECT rolcanlogin AS "mayLogIn", CASE
        WHEN current_setting('server_version_num')::integer < 160000
          THEN pg_has_role(current_user, oid, 'MEMBER')
        ELSE pg_has_role(current_user, oid, 'SET')
      END AS "mayUse"
    FROM pg_roles WHERE rolname = ${role}`);
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

/**
 * Grants the role of the service what it reads, and the role for readers the four views if that role exists. Every run of
 * `teller migrate` does so, because the role for readers may be created later.
 */
export async function grantRoles(
  connection: PostgresConnection,
  roles: { readonly serving: string; readonly reader: string; readonly isDistributed: boolean },
): Promise<void> {
  await grant(connection, roles.serving, SERVED, SERVED_FUNCTIONS);
  const reader = await describeRole(connection, roles.reader);
  if (reader === undefined) return;
  await grant(connection, roles.reader, roles.isDistributed ? [...READ, ...READ_BELOW] : READ);
  if (roles.isDistributed) await showAllWallets(connection, roles.reader);
}

/** Shows a role the rows of all wallets in the tables that it reads, which row-level security hides. */
async function showAllWallets(connection: PostgresConnection, role: string): Promise<void> {
  const tables = await connection.rows<{ readonly name: string }>(sql`SELECT relname::text AS name
    FROM pg_class AS relation
    WHERE relnamespace = current_schema()::regnamespace AND relrowsecurity
      AND has_table_privilege(${role}, oid, 'SELECT')
      AND NOT EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = relation.oid AND polname = 'all_wallets')`);
  for (const { name } of tables.filter((table) => READ_BELOW.includes(table.name))) {
    await connection.execute(
      `CREATE POLICY all_wallets ON ${name} FOR SELECT TO ${pg.escapeIdentifier(role)} USING (true)`,
    );
  }
}

/** Grants what a role lacks: a grant needs every node of a cluster, so it is not repeated. */
async function grant(
  connection: PostgresConnection,
  role: string,
  relations: readonly string[],
  functions: readonly string[] = [],
): Promise<void> {
  const names = (list: readonly string[]) => records(list, { name: ['text', (name) => name] });
  const missing = await connection.rows<{ readonly command: string }>(sql`
    SELECT format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), ${role}::text) AS command
      WHERE NOT has_schema_privilege(${role}, current_schema(), 'USAGE')
    UNION ALL
    SELECT format('GRANT SELECT ON %I TO %I', name, ${role}::text) FROM ${names(relations)} AS relation
      WHERE NOT has_table_privilege(${role}, name, 'SELECT')`);
  const uncallable = await connection.rows<{ readonly command: string }>(sql`
    SELECT format('GRANT EXECUTE ON FUNCTION %s TO %I', name, ${role}::text) AS command
      FROM ${names(functions)} AS called
      WHERE NOT has_function_privilege(${role}, name, 'EXECUTE')`);
  for (const { command } of [...missing, ...uncallable]) await connection.execute(command);
}
