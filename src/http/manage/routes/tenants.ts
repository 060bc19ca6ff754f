/** Organizations and projects. */
import type { ManagedStore } from '../../../manage/context.ts';
import { createOrganization } from '../../../manage/organizations.ts';
import { createProject } from '../../../manage/projects.ts';
import { notFound } from '../explain-error.ts';
import { LIST_PARAMETERS, listByTime, type ListQuery, textParameter } from '../lists.ts';
import type { ManageRequest, RouteTable } from '../route.ts';
import { viewOrganization, viewProject } from '../../../manage/views.ts';
import { body, ID, NAME, ORGANIZATION, PROJECT } from './fields.ts';

interface ProjectQuery extends ListQuery {
  readonly orgId?: string;
}

/** Adds the routes of organizations and projects. */
export function addTenantRoutes(routes: RouteTable): void {
  addOrganizations(routes);
  addProjects(routes);
}

function addOrganizations(routes: RouteTable): void {
  routes.add({
    method: 'POST',
    path: '/v0/organizations',
    operationId: 'createOrganization',
    summary: 'Creates an organization.',
    ofInstallation: true,
    body: body('NewOrganization', { name: NAME }),
    status: 201,
    response: ORGANIZATION,
    run: async ({ context, body: { name } }) => createOrganization(context, { name: name.trim() }),
    view: viewOrganization,
  });
  routes.addList({
    path: '/v0/organizations',
    operationId: 'listOrganizations',
    summary: 'Lists organizations; with a key of one project, its own.',
    query: LIST_PARAMETERS,
    response: ORGANIZATION,
    list: async (request) => {
      const { store } = request.context;
      const own = await ownProject(request);
      return listByTime(
        request,
        async (range) => {
          if (own === undefined) return store.listOrganizations(range);
          return (await store.listOrganizations()).filter(({ id }) => id === own.orgId);
        },
        { atMs: ({ createdAtMs }) => createdAtMs, view: viewOrganization },
      );
    },
  });
}

function addProjects(routes: RouteTable): void {
  routes.add({
    method: 'POST',
    path: '/v0/projects',
    operationId: 'createProject',
    summary: 'Creates a project of an organization.',
    ofInstallation: true,
    body: body('NewProject', { orgId: ID, name: NAME }),
    status: 201,
    response: PROJECT,
    run: async ({ context, body: { orgId, name } }) =>
      createProject(context, { orgId, name: name.trim() }),
    view: viewProject,
  });
  routes.addList<ProjectQuery>({
    path: '/v0/projects',
    operationId: 'listProjects',
    summary: 'Lists projects; with a key of one project, only that.',
    query: {
      ...LIST_PARAMETERS,
      orgId: textParameter('Only projects of this organization.', (orgId) => ({ orgId })),
    },
    response: PROJECT,
    list: async (request) => {
      const { store } = request.context;
      const { orgId } = request.query;
      const own = await ownProject(request);
      return listByTime(
        request,
        async (range) => {
          if (own !== undefined) {
            if (orgId !== undefined && orgId !== own.orgId) throw notFound('organization');
            return [own];
          }
          const found = await store.listProjects({ ...range, ...(orgId && { orgId }) });
          if (found.length === 0 && orgId !== undefined) await requireOrganization(store, orgId);
          return found;
        },
        { atMs: ({ createdAtMs }) => createdAtMs, view: viewProject },
      );
    },
  });
}

/** @throws {ProblemError} */
async function requireOrganization(store: ManagedStore, id: string): Promise<void> {
  const all = await store.listOrganizations();
  if (!all.some((organization) => organization.id === id)) throw notFound('organization');
}

/** Returns the only project that the key can see; `undefined` for the whole installation. */
async function ownProject({ key, context }: ManageRequest<unknown, unknown>) {
  if (key.projectId === null) return undefined;
  return context.store.readProject(key.projectId);
}
