/** Projects of organizations. */
import { createId } from '../domain/id.ts';
import type { ProjectRecord } from '../store/records.ts';
import { RecordNotFoundError } from '../store/errors.ts';
import { audited, type ManageContext, type ManagedStore } from './context.ts';

/** Creates a project. @throws {RecordNotFoundError} if the organization does not exist. */
export async function createProject(
  context: ManageContext,
  { orgId, name }: Pick<ProjectRecord, 'orgId' | 'name'>,
): Promise<ProjectRecord> {
  const id = createId('project', context.randomBytes);
  const project = { id, orgId, name, createdAtMs: context.now() };
  const change = { action: 'project.create', targets: { orgId, projectId: id }, detail: { name } };
  await audited(context, change, project).createProject(project);
  return project;
}

/**
 * Returns a project, also to check the project by which a list is filtered: a misspelt one must not look like an empty
 * one.
 *
 * @throws {RecordNotFoundError}
 */
export async function requireProject(
  store: Pick<ManagedStore, 'findProject'>,
  id: string,
): Promise<ProjectRecord> {
  const project = await store.findProject(id);
  if (project === undefined) throw new RecordNotFoundError('project', id);
  return project;
}
