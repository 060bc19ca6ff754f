/** Organizations, projects and API keys. */
import { RecordExistsError, RecordNotFoundError } from '../errors.ts';
import type { ApiKeyRecord } from '../records.ts';
import type { Store } from '../store.ts';
import type { PostgresConnection } from './connection.ts';
import type { PostgresRow, Statement } from './statement.ts';
import type { PostgresDatabase } from './database.ts';
import { isForeignKeyViolation, isUniqueViolation } from './postgres-error.ts';

export const API_KEY_COLUMNS = `api_key.id, project.org_id, api_key.project_id, api_key.label,
  api_key.hash, api_key.created_at_ms, api_key.expires_at_ms, api_key.revoked_at_ms`;
/** Number of {@link API_KEY_COLUMNS}. */
export const API_KEY_COLUMN_COUNT = 8;

const ADD_ORGANIZATION: Statement = {
  name: 'add_organization',
  text: 'INSERT INTO organization (id, name, created_at_ms) VALUES ($1, $2, $3)',
};
const ADD_PROJECT: Statement = {
  name: 'add_project',
  text: 'INSERT INTO project (id, org_id, name, created_at_ms) VALUES ($1, $2, $3, $4)',
};
const FIND_PROJECT: Statement = {
  name: 'find_project',
  text: 'SELECT 1 FROM project WHERE id = $1',
};
const ADD_API_KEY: Statement = {
  name: 'add_api_key',
  text: `INSERT INTO api_key (id, project_id, label, hash, created_at_ms, expires_at_ms)
    VALUES ($1, $2, $3, $4, $5, $6)`,
};
const LIST_API_KEYS: Statement = {
  name: 'list_api_keys',
  text: `SELECT ${API_KEY_COLUMNS} FROM api_key JOIN project ON project.id = api_key.project_id
    WHERE api_key.project_id = $1 OR $1 IS NULL ORDER BY api_key.created_at_ms, api_key.id`,
};
const REVOKE_API_KEY: Statement = {
  name: 'revoke_api_key',
  text: 'UPDATE api_key SET revoked_at_ms = coalesce(revoked_at_ms, $2) WHERE id = $1',
};

/** See `AdminStore.createOrganization`. */
export async function createOrganization(
  database: PostgresDatabase,
  { id, name, createdAtMs }: Parameters<Store['createOrganization']>[0],
): Promise<void> {
  const record = { kind: 'organization', id };
  await addRecord(database, record, undefined, (connection) =>
    connection.run(ADD_ORGANIZATION, id, name, createdAtMs),
  );
}

/** See `AdminStore.createProject`. */
export async function createProject(
  database: PostgresDatabase,
  { id, orgId, name, createdAtMs }: Parameters<Store['createProject']>[0],
): Promise<void> {
  const owner = { kind: 'organization', id: orgId };
  const record = { kind: 'project', id };
  await addRecord(database, record, owner, (connection) =>
    connection.run(ADD_PROJECT, id, orgId, name, createdAtMs),
  );
}

/** Checks that a project exists. @throws {RecordNotFoundError} if it does not. */
export async function requireProject(database: PostgresDatabase, id: string): Promise<void> {
  const { rowCount } = await database.run(FIND_PROJECT, id);
  if (rowCount === 0) throw new RecordNotFoundError('project', id);
}

/** See `AdminStore.createApiKey`. */
export async function createApiKey(
  database: PostgresDatabase,
  key: Parameters<Store['createApiKey']>[0],
): Promise<void> {
  const { id, projectId, label, hash, createdAtMs, expiresAtMs } = key;
  const owner = { kind: 'project', id: projectId };
  await addRecord(database, { kind: 'API key', id }, owner, (connection) => {
    connection.changed.add(id);
    return connection.run(ADD_API_KEY, id, projectId, label, hash, createdAtMs, expiresAtMs);
  });
}

/** See `AdminStore.listApiKeys`. */
export async function listApiKeys(
  database: PostgresDatabase,
  projectId: string | undefined,
): Promise<readonly ApiKeyRecord[]> {
  return (await database.read(LIST_API_KEYS, projectId ?? null)).map(toApiKey);
}

/** See `AdminStore.revokeApiKey`. */
export async function revokeApiKey(
  database: PostgresDatabase,
  id: string,
  revokedAtMs: number,
): Promise<void> {
  const revoked = await database.write((connection) => {
    connection.changed.add(id);
    return connection.run(REVOKE_API_KEY, id, revokedAtMs);
  });
  if (revoked.rowCount === 0) throw new RecordNotFoundError('API key', id);
}

/** Reads a row of {@link API_KEY_COLUMNS}. */
export function toApiKey(row: PostgresRow): ApiKeyRecord {
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

interface RecordName {
  readonly kind: string;
  readonly id: string;
}

/** Adds a record; its keys detect an existing one and a missing owner. */
async function addRecord(
  database: PostgresDatabase,
  record: RecordName,
  owner: RecordName | undefined,
  add: (connection: PostgresConnection) => Promise<unknown>,
): Promise<void> {
  try {
    await database.write(add);
  } catch (error) {
    if (isUniqueViolation(error)) throw new RecordExistsError(record.kind, record.id);
    if (owner !== undefined && isForeignKeyViolation(error)) {
      throw new RecordNotFoundError(owner.kind, owner.id);
    }
    throw error;
  }
}
