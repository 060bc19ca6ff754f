import { randomBytes } from 'node:crypto';

import { createId } from '../../src/domain/id.ts';
import type { ManageContext } from '../../src/manage/context.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { openMigratedStore } from '../store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../store/temporary-database.ts';

/** Webhooks may be sent to this machine, where every name leads. */
export const LOCAL_TARGETS = {
  allowed: { http: true, private: true },
  resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
};

/** What an import of a file without rows returns. */
export const NO_ROWS = {
  rows: 0,
  added: 0,
  known: 0,
  changed: 0,
  conflicts: 0,
  warnings: [],
  conflictRows: [],
  skipped: [],
  unusedOptions: [],
};

/** Opens a store with a project, and the context in which `src/manage/` changes it. */
export async function openManageContext() {
  const database = makeTemporaryDatabase();
  const store = await openMigratedStore({ path: database.path });
  const context: ManageContext = {
    store,
    actor: { kind: 'command', id: 'test' },
    now: () => NOW_MS,
    randomBytes,
    loadMasterKey: async () => MASTER_KEY,
  };
  const orgId = createId('org', randomBytes);
  const projectId = createId('project', randomBytes);
  await store.createOrganization({ id: orgId, name: 'o', createdAtMs: NOW_MS });
  await store.createProject({ id: projectId, orgId, name: 'p', createdAtMs: NOW_MS });
  const close = async (): Promise<void> => {
    await store.close();
    database.remove();
  };
  return { store, context, projectId, close };
}
