import { requireProject } from '../../../manage/projects.ts';
import type { PathRequest } from '../route.ts';

/** Returns the id of the project of the path. @throws {ProblemError | RecordNotFoundError} if the key may not see it. */
export async function findProjectId(request: PathRequest): Promise<string> {
  const { id = '' } = request.params;
  request.requireVisible(id, 'project');
  await requireProject(request.context.store, id);
  return id;
}
