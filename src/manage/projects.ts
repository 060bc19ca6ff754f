/** Projects of organizations. */
import { createId } from '../domain/id.ts';
import type { ProjectRecord } from '../store/records.ts';
import { audited, type ManageContext } from './context.ts';

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
