/** The keys of the management API, and the lists of tenants that it shows page by page. */
import type { OrganizationRecord, ProjectRecord } from '../copy.ts';
import { RecordExistsError, RecordNotFoundError } from '../errors.ts';
import type { ListRange, ManagementKeyRecord, ManageStore, ManageWrites } from '../manage.ts';
import type { ApiKeyRecord } from '../records.ts';
import type { Database } from '../sql/database.ts';
import { type Query, raw, sql } from '../sql/query.ts';
import { API_KEY_COLUMNS, requireProject } from './tenants.ts';

const COLUMNS = raw(`id, project_id AS "projectId", label, hash, created_at_ms AS "createdAtMs",
  expires_at_ms AS "expiresAtMs", revoked_at_ms AS "revokedAtMs"`);
const PROJECT_COLUMNS = raw('id, org_id AS "orgId", name, created_at_ms AS "createdAtMs"');

/** Returns the methods that change management keys. */
export function manageKeyWrites(
  database: Database,
): Pick<ManageWrites, 'createManagementKey' | 'revokeManagementKey'> {
  return {
    createManagementKey: ({ id, projectId, label, hash, createdAtMs, expiresAtMs }) =>
      database.write(async (session) => {
        if (projectId !== null) await requireProject(session, projectId);
        const added = await session.change(sql`INSERT INTO management_key
            (id, project_id, label, hash, created_at_ms, expires_at_ms)
          VALUES (${id}, ${projectId}, ${label}, ${hash}, ${createdAtMs}, ${expiresAtMs})
          ON CONFLICT DO NOTHING`);
        if (added === 0) throw new RecordExistsError('management key', id);
        session.changed.add(id);
      }),

    revokeManagementKey: (id, revokedAtMs) =>
      database.write(async (session) => {
        const revoked = await session.change(sql`UPDATE management_key
          SET revoked_at_ms = coalesce(revoked_at_ms, ${revokedAtMs}) WHERE id = ${id}`);
        if (revoked === 0) throw new RecordNotFoundError('management key', id);
        session.changed.add(id);
      }),
  };
}

/** The reads of this file. */
type Reads = Pick<
  ManageStore,
  | 'findManagementKey'
  | 'listManagementKeys'
  | 'listOrganizationsPage'
  | 'listProjectsPage'
  | 'listApiKeysPage'
  | 'findProject'
  | 'findApiKey'
>;

/** Returns the methods that read management keys and tenants. */
export function manageKeyReads(database: Database): Reads {
  return {
    findManagementKey: ({ id, hash }) =>
      database.row<ManagementKeyRecord>(sql`SELECT ${COLUMNS} FROM management_key
        WHERE id = ${id} AND hash = ${hash}`),

    listManagementKeys: (projectId) =>
      database.rows<ManagementKeyRecord>(sql`SELECT ${COLUMNS} FROM management_key
        ${projectId === undefined ? raw('') : sql`WHERE project_id = ${projectId}`}
        ORDER BY created_at_ms, id`),

    listOrganizationsPage: (range) =>
      database.rows<OrganizationRecord>(sql`SELECT id, name, created_at_ms AS "createdAtMs"
        FROM organization WHERE true ${inOrder(range, raw('created_at_ms, id'))}`),

    listProjectsPage: (range) =>
      database.rows<ProjectRecord>(sql`SELECT ${PROJECT_COLUMNS} FROM project
        WHERE ${range.orgId === undefined ? raw('true') : sql`org_id = ${range.orgId}`}
        ${inOrder(range, raw('created_at_ms, id'))}`),

    listApiKeysPage: (range) =>
      database.rows<ApiKeyRecord>(sql`SELECT ${API_KEY_COLUMNS}
        FROM api_key JOIN project ON project.id = api_key.project_id
        WHERE api_key.project_id = ${range.projectId}
        ${inOrder(range, raw('api_key.created_at_ms, api_key.id'))}`),

    findProject: (id) =>
      database.row<ProjectRecord>(sql`SELECT ${PROJECT_COLUMNS} FROM project WHERE id = ${id}`),

    findApiKey: (id) =>
      database.row<ApiKeyRecord>(sql`SELECT ${API_KEY_COLUMNS}
        FROM api_key JOIN project ON project.id = api_key.project_id WHERE api_key.id = ${id}`),
  };
}

/** Returns the end of a query of a list, oldest first. @param columns the time and the id. */
function inOrder({ after, limit }: ListRange, columns: Query): Query {
  const isLater =
    after === undefined ? raw('') : sql`AND (${columns}) > (${after.atMs}, ${after.id})`;
  return sql`${isLater} ORDER BY ${columns} LIMIT ${limit}`;
}
