import type { PathRequest } from '../route.ts';

/** Returns the id of the project of the path. @throws {ProblemError | RecordNotFoundError} if the key may not see it. */
export async function findProjectId(request: PathRequest): Promise<string> {
  const { id = '' } = request.params;
  request.requireVisible(id, 'project');
  await request.context.store.readProject(id);
  return id;
}
