/** Organizations, projects and API keys. */
import type { AdminStore } from '../admin.ts';
import { RecordNotFoundError } from '../errors.ts';
import type { ApiKeyRecord, ListRange, OrganizationRecord, ProjectRecord } from '../records.ts';
import type { Database, Session } from '../sql/database.ts';
import { type EngineText, type Query, raw, sql } from '../sql/query.ts';
import { readValue } from './read-value.ts';

/** The columns of an {@link ApiKeyRecord}, from `api_key` and `project`. */
export const API_KEY_COLUMNS = raw(`api_key.id, project.org_id AS "orgId",
  api_key.project_id AS "projectId", api_key.wallet_id AS "walletId", api_key.label, api_key.hash,
  api_key.created_at_ms AS "createdAtMs",
  api_key.expires_at_ms AS "expiresAtMs", api_key.revoked_at_ms AS "revokedAtMs"`);

const PROJECT_COLUMNS = raw('id, org_id AS "orgId", name, created_at_ms AS "createdAtMs"');
const KEYS_OF_PROJECTS = raw('FROM api_key JOIN project ON project.id = api_key.project_id');

/** Returns the methods of organizations, projects and API keys. */
export function tenantStatements(database: Database) {
  return {
    createOrganization: ({ id, name, createdAtMs }) =>
      database.write(async (session) => {
        await session.change(sql`INSERT INTO organization (id, name, created_at_ms)
          VALUES (${id}, ${name}, ${createdAtMs})`);
      }),

    createProject: ({ id, orgId, name, createdAtMs }) =>
      database.write(async (session) => {
        const org = await session.row(sql`SELECT 1 FROM organization WHERE id = ${orgId}`);
        if (org === undefined) throw new RecordNotFoundError('organization', orgId);
        await session.change(sql`INSERT INTO project (id, org_id, name, created_at_ms)
          VALUES (${id}, ${orgId}, ${name}, ${createdAtMs})`);
      }),

    createApiKey: ({ id, projectId, walletId = null, label, hash, createdAtMs, expiresAtMs }) =>
      database.write(async (session) => {
        await requireProject(session, projectId);
        await session.change(sql`INSERT INTO api_key
            (id, project_id, wallet_id, label, hash, created_at_ms, expires_at_ms)
          VALUES (${id}, ${projectId}, ${walletId}, ${label}, ${hash}, ${createdAtMs}, ${expiresAtMs})`);
        session.changed.add(id);
      }),

    revokeApiKey: (id, revokedAtMs) =>
      database.write(async (session) => {
        const revoked = await session.change(sql`UPDATE api_key
          SET revoked_at_ms = coalesce(revoked_at_ms, ${revokedAtMs}) WHERE id = ${id}`);
        if (revoked === 0) throw new RecordNotFoundError('API key', id);
        session.changed.add(id);
      }),

    listOrganizations: (range = {}) =>
      database.rows<OrganizationRecord>(sql`SELECT id, name, created_at_ms AS "createdAtMs"
        FROM organization WHERE true ${inOrder(range, raw('created_at_ms, id'))}`),

    listProjects: ({ orgId, ...range } = {}) =>
      database.rows<ProjectRecord>(sql`SELECT ${PROJECT_COLUMNS} FROM project
        WHERE ${orgId === undefined ? raw('true') : sql`org_id = ${orgId}`}
        ${inOrder(range, raw('created_at_ms, id'))}`),

    listApiKeys: ({ projectId, ...range } = {}) =>
      database.rows<ApiKeyRecord>(sql`SELECT ${API_KEY_COLUMNS} ${KEYS_OF_PROJECTS}
        WHERE ${projectId === undefined ? raw('true') : sql`api_key.project_id = ${projectId}`}
        ${inOrder(range, raw('api_key.created_at_ms, api_key.id'))}`),

    async readProject(id) {
      const project = await database.row<ProjectRecord>(
        sql`SELECT ${PROJECT_COLUMNS} FROM project WHERE id = ${id}`,
      );
      if (project === undefined) throw new RecordNotFoundError('project', id);
      return project;
    },

    async readApiKey(id) {
      const key = await database.row<ApiKeyRecord>(sql`SELECT ${API_KEY_COLUMNS}
        ${KEYS_OF_PROJECTS} WHERE api_key.id = ${id}`);
      if (key === undefined) throw new RecordNotFoundError('API key', id);
      return key;
    },
  } satisfies Partial<AdminStore>;
}

/**
 * Returns the number of a project in its tables.
 *
 * @param lock `FOR_UPDATE` for changes that are compared with other records of the project. Other locks follow this one, so
 * that none of two changes waits for the other.
 * @throws {RecordNotFoundError} if there is no such project.
 */
export async function requireProject(
  session: Session,
  id: string,
  lock: Query | EngineText = raw(''),
): Promise<number> {
  const query = sql`SELECT project_no FROM project WHERE id = ${id} ${lock}`;
  const no = await readValue<number>(session, query);
  if (no === undefined) throw new RecordNotFoundError('project', id);
  return no;
}

/** Returns the end of a query of a list, oldest first. @param columns the time and the id. */
function inOrder({ after, limit }: Partial<ListRange>, columns: Query): Query {
  const isLater =
    after === undefined ? raw('') : sql`AND (${columns}) > (${after.atMs}, ${after.id})`;
  const limited = limit === undefined ? raw('') : sql`LIMIT ${limit}`;
  return sql`${isLater} ORDER BY ${columns} ${limited}`;
}
