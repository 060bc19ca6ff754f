/** The audit log. */
import { Type } from 'typebox';

import { object } from '../../../domain/shapes.ts';
import { LIST_PARAMETERS, listByTime, type ListQuery, textParameter } from '../lists.ts';
import type { RouteTable } from '../route.ts';
import { viewAudit } from '../../../manage/views.ts';
import { ID, INSTANT, nullable } from './fields.ts';

const AUDIT_ENTRY = object('AuditEntry', 'A change: when, by whom, and what.', {
  id: ID,
  at: INSTANT,
  actor: Type.Object({ kind: Type.String(), id: Type.String() }),
  action: Type.String(),
  targets: Type.Record(Type.String(), Type.String()),
  detail: nullable(Type.Record(Type.String(), Type.Unknown())),
});

interface AuditFilters extends ListQuery {
  readonly projectId?: string;
  readonly walletId?: string;
}

/** Adds the route of the audit log. */
export function addAuditRoutes(routes: RouteTable): void {
  routes.addList<AuditFilters>({
    path: '/v0/audit',
    operationId: 'listAudit',
    summary: 'Lists every change, newest first; with a key of one project, only its own.',
    query: {
      ...LIST_PARAMETERS,
      projectId: textParameter('Only changes of this project.', (projectId) => ({ projectId })),
      walletId: textParameter(
        'Only changes of this wallet, which may have been removed.',
        (walletId) => ({ walletId }),
      ),
    },
    response: AUDIT_ENTRY,
    list: async (request) => {
      const { key, context } = request;
      const { projectId, walletId } = request.query;
      if (projectId !== undefined) {
        request.requireVisible(projectId, 'project');
        await context.store.readProject(projectId);
      }
      const seen = key.projectId ?? projectId;
      return listByTime(
        request,
        (range) =>
          context.store.listAudit({
            ...range,
            ...(seen !== undefined && { projectId: seen }),
            ...(walletId !== undefined && { walletId }),
          }),
        { atMs: ({ atMs }) => atMs, view: viewAudit },
      );
    },
  });
}
