/** What a process that starts checks of its database user, of the role of the service and of the standby. */
import { StoreRightMissingError, StoreUnavailableError } from '../errors.ts';
import type { Session } from '../sql/database.ts';
import { sql } from '../sql/query.ts';

/**
 * Checks that row-level security restricts the role of the service. A role that is missing is not refused: it reads nothing.
 *
 * @throws {StoreUnavailableError} if the role is a superuser, has BYPASSRLS, or has the rights of the owner of a table.
 */
export async function requireRestrictedRole(session: Session, role: string): Promise<void> {
  type Row = { readonly isExempt: boolean; readonly owner: string | null };
  // USAGE are the rights that a role has without SET ROLE, by which PostgreSQL decides whether it is an owner.
  const found = await session.row<Row>(sql`SELECT rolsuper OR rolbypassrls AS "isExempt",
      (SELECT min(pg_get_userbyid(relowner)::text) FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relrowsecurity
          AND pg_has_role(role.oid, relowner, 'USAGE')) AS owner
    FROM pg_roles AS role WHERE rolname = ${role}`);
  const reason = found && explainExemption(role, found.isExempt, found.owner);
  if (reason === undefined) return;
  throw new StoreUnavailableError(
    `the role of the service, ${role}, ${reason}: row-level security would not hide the rows of other wallets from it; ` +
      'set TELLER_DATABASE_ROLE to a role without these rights, and run `teller migrate` (docs/postgresql.md, roles)',
  );
}

function explainExemption(
  role: string,
  isExempt: boolean,
  owner: string | null,
): string | undefined {
  if (isExempt) return 'is a superuser or has BYPASSRLS';
  if (owner === null) return undefined;
  return owner === role ? 'owns the tables' : `has the rights of ${owner}, which owns the tables`;
}

/**
 * Checks that row-level security does not hide the rows of wallets from the user of this connection. A list would be empty.
 *
 * @throws {StoreRightMissingError}
 */
export async function requireAllRows(session: Session): Promise<void> {
  type Row = { readonly user: string; readonly isRestricted: boolean };
  const { user, isRestricted } = (await session.row<Row>(
    sql`SELECT current_user::text AS "user", row_security_active('wallet') AS "isRestricted"`,
  )) ?? { user: '', isRestricted: true };
  if (!isRestricted) return;
  throw new StoreRightMissingError(
    `the user ${user} may only serve, because row-level security hides the rows of wallets from it; connect as the owner ` +
      'of the tables, or run only `teller serve --no-sync` without a management port (docs/postgresql.md, roles)',
  );
}

/** Checks the server and the role of the connections of the service. @throws {StoreUnavailableError} */
export async function requireSafeReads(
  owner: Session,
  serving: Session,
  { servingRole, replicaUrl }: { readonly servingRole: string; readonly replicaUrl?: string },
): Promise<void> {
  await requireRestrictedReads(serving, servingRole);
  if (replicaUrl !== undefined) await requireStandby(owner, serving);
}

/**
 * Checks that row-level security restricts the connections of the service: a pooler may not have passed their role on.
 *
 * @throws {StoreUnavailableError}
 */
async function requireRestrictedReads(session: Session, role: string): Promise<void> {
  type Row = { readonly isRestricted: boolean };
  const found = await session.row<Row>(sql`SELECT row_security_active('wallet') AS "isRestricted"`);
  if (found?.isRestricted === true) return;
  throw new StoreUnavailableError(
    `row-level security does not hide the rows of other wallets from the service, which reads as ${role}; let a pooler pass ` +
      'startup options, or correct the rights of that role (docs/postgresql.md)',
  );
}

/** What a server has in common with its standbys only. */
interface Identity {
  readonly isStandby: boolean;
  /** When the server process has started. */
  readonly startedAt: string;
  /** When the schema was created. */
  readonly createdAt: string | null;
  /** The number that a server and its standbys have since `initdb`. */
  readonly systemId: string | undefined;
}

const ADVICE =
  'set TELLER_DATABASE_REPLICA_URL to a standby of the database of TELLER_DATABASE_URL, or unset it';

/**
 * Checks that a server is a standby of another one, or that server itself, to which the address of its standbys may lead while
 * there is none. Another server would not get the revocation of a key.
 *
 * @throws {StoreUnavailableError}
 */
async function requireStandby(primary: Session, standby: Session): Promise<void> {
  const [own, other] = await Promise.all([readIdentity(primary), readIdentity(standby)]);
  const isKnown = own.systemId !== undefined && other.systemId !== undefined;
  const isSame = !isKnown || own.systemId === other.systemId;
  if (!isSame || own.createdAt !== other.createdAt) {
    throw new StoreUnavailableError(
      `this is another database, not a standby, so it would accept keys after their revocation; ${ADVICE}`,
    );
  }
  if (other.isStandby || own.startedAt === other.startedAt) return;
  throw new StoreUnavailableError(
    `the server is no standby (it is not in recovery), so it would accept keys after their revocation; ${ADVICE}`,
  );
}

async function readIdentity(session: Session): Promise<Identity> {
  const found = await session.row<Identity>(sql`SELECT pg_is_in_recovery() AS "isStandby",
      pg_postmaster_start_time()::text AS "startedAt",
      (SELECT min(applied_at)::text FROM schema_migration) AS "createdAt",
      has_function_privilege('pg_control_system()', 'EXECUTE') AS "isAllowed"`);
  const { isAllowed = false, ...identity } = { ...found } as Identity & { isAllowed?: boolean };
  // The function is open to every role, unless an administrator has revoked that.
  const system = isAllowed
    ? await session.row<{ readonly id: string }>(
        sql`SELECT system_identifier::text AS id FROM pg_control_system()`,
      )
    : undefined;
  return { ...identity, systemId: system?.id };
}
