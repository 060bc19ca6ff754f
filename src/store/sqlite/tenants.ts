/** Organizations, projects and API keys. */
import { RecordExistsError, RecordNotFoundError } from '../errors.ts';
import type { ApiKeyRecord } from '../records.ts';
import type { SqliteConnection, SqliteRow } from './connection.ts';

export const API_KEY_COLUMNS = `api_key.id, project.org_id, api_key.project_id, api_key.label,
  api_key.hash, api_key.created_at_ms, api_key.expires_at_ms, api_key.revoked_at_ms`;
/** Columns of {@link API_KEY_COLUMNS}. */
export const API_KEY_COLUMN_COUNT = 8;
const SELECT_API_KEY = `SELECT ${API_KEY_COLUMNS} FROM api_key
  JOIN project ON project.id = api_key.project_id`;

/** See `AdminStore.createOrganization`. */
export function createOrganization(
  connection: SqliteConnection,
  org: { readonly id: string; readonly name: string; readonly createdAtMs: number },
): void {
  const added = connection.change(
    'INSERT INTO organization (id, name, created_at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    org.id,
    org.name,
    org.createdAtMs,
  );
  if (added === 0) throw new RecordExistsError('organization', org.id);
}

/** See `AdminStore.createProject`. */
export function createProject(
  connection: SqliteConnection,
  project: {
    readonly id: string;
    readonly orgId: string;
    readonly name: string;
    readonly createdAtMs: number;
  },
): void {
  connection.write(() => {
    if (
      connection.readRow('SELECT 1 FROM organization WHERE id = ?', project.orgId) === undefined
    ) {
      throw new RecordNotFoundError('organization', project.orgId);
    }
    const added = connection.change(
      `INSERT INTO project (id, org_id, name, created_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
      project.id,
      project.orgId,
      project.name,
      project.createdAtMs,
    );
    if (added === 0) throw new RecordExistsError('project', project.id);
  });
}

/** Checks that a project exists. @throws {RecordNotFoundError} if it does not. */
export function requireProject(connection: SqliteConnection, projectId: string): void {
  if (connection.readRow('SELECT 1 FROM project WHERE id = ?', projectId) === undefined) {
    throw new RecordNotFoundError('project', projectId);
  }
}

/** See `AdminStore.createApiKey`. */
export function createApiKey(
  connection: SqliteConnection,
  key: Omit<ApiKeyRecord, 'orgId' | 'revokedAtMs'>,
): void {
  connection.write(() => {
    requireProject(connection, key.projectId);
    const added = connection.change(
      `INSERT INTO api_key (id, project_id, label, hash, created_at_ms, expires_at_ms)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      key.id,
      key.projectId,
      key.label,
      key.hash,
      key.createdAtMs,
      key.expiresAtMs,
    );
    if (added === 0) throw new RecordExistsError('API key', key.id);
  });
}

/** See `AdminStore.listApiKeys`. */
export function listApiKeys(
  connection: SqliteConnection,
  projectId: string | undefined,
): readonly ApiKeyRecord[] {
  const order = 'ORDER BY api_key.created_at_ms, api_key.id';
  const rows =
    projectId === undefined
      ? connection.readRows(`${SELECT_API_KEY} ${order}`)
      : connection.readRows(`${SELECT_API_KEY} WHERE api_key.project_id = ? ${order}`, projectId);
  return rows.map(toApiKey);
}

/** See `AdminStore.revokeApiKey`. */
export function revokeApiKey(connection: SqliteConnection, id: string, revokedAtMs: number): void {
  const revoked = connection.change(
    'UPDATE api_key SET revoked_at_ms = coalesce(revoked_at_ms, ?) WHERE id = ?',
    revokedAtMs,
    id,
  );
  if (revoked === 0) throw new RecordNotFoundError('API key', id);
}

/** Returns the API key of a row of {@link API_KEY_COLUMNS}. */
export function toApiKey(row: SqliteRow): ApiKeyRecord {
  const [id, orgId, projectId, label, hash, createdAtMs, expiresAtMs, revokedAtMs] = row;
  return {
    id: id as string,
    orgId: orgId as string,
    projectId: projectId as string,
    label: label as string | null,
    hash: hash as Uint8Array,
    createdAtMs: createdAtMs as number,
    expiresAtMs: expiresAtMs as number | null,
    revokedAtMs: revokedAtMs as number | null,
  };
}
