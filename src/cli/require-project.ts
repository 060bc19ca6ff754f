import { RecordNotFoundError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';

/**
 * Checks a filter by project, so that a misspelt one does not look like an empty project.
 *
 * @throws {RecordNotFoundError} if a project is named and does not exist.
 */
export async function requireProject(store: Store, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const projects = await store.listProjects();
  if (!projects.some((project) => project.id === id)) throw new RecordNotFoundError('project', id);
}
