/** The keys of the management API. */
import { RecordNotFoundError } from '../errors.ts';
import type { ManagementKeyRecord, ManageStore } from '../manage.ts';
import type { Database } from '../sql/database.ts';
import { allOf, raw, sql } from '../sql/query.ts';
import { requireProject } from './tenants.ts';

const COLUMNS = raw(`id, project_id AS "projectId", label, hash, created_at_ms AS "createdAtMs",
  expires_at_ms AS "expiresAtMs", revoked_at_ms AS "revokedAtMs"`);

/** Returns the methods of management keys. */
export function manageKeyStatements(database: Database) {
  return {
    createManagementKey: ({ id, projectId, label, hash, createdAtMs, expiresAtMs }) =>
      database.write(async (session) => {
        if (projectId !== null) await requireProject(session, projectId);
        await session.change(sql`INSERT INTO management_key
            (id, project_id, label, hash, created_at_ms, expires_at_ms)
          VALUES (${id}, ${projectId}, ${label}, ${hash}, ${createdAtMs}, ${expiresAtMs})`);
      }),

    revokeManagementKey: (id, revokedAtMs) =>
      database.write(async (session) => {
        const revoked = await session.change(sql`UPDATE management_key
          SET revoked_at_ms = coalesce(revoked_at_ms, ${revokedAtMs}) WHERE id = ${id}`);
        if (revoked === 0) throw new RecordNotFoundError('management key', id);
      }),

    findManagementKey: ({ id, hash }) =>
      database.row<ManagementKeyRecord>(sql`SELECT ${COLUMNS} FROM management_key
        WHERE id = ${id} AND hash = ${hash}`),

    listManagementKeys: (projectId) =>
      database.rows<ManagementKeyRecord>(sql`SELECT ${COLUMNS} FROM management_key
        WHERE ${allOf(projectId !== undefined && sql`project_id = ${projectId}`)}
        ORDER BY created_at_ms, id`),
  } satisfies Partial<ManageStore>;
}
