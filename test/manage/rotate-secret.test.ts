/** Rotations of the secret of a webhook at the same time. */
import { randomBytes } from 'node:crypto';

import { expect, it } from 'vitest';

import { createId } from '../../src/domain/id.ts';
import type { ManageContext } from '../../src/manage/context.ts';
import { addWebhook, rotateWebhookSecret } from '../../src/manage/webhooks.ts';
import { MASTER_KEY, NOW_MS } from '../http/service-harness.ts';
import { openMigratedStore } from '../store/migrated-sqlite.ts';
import { makeTemporaryDatabase } from '../store/temporary-database.ts';

const TARGETS = {
  allowed: { http: true, private: true },
  resolveName: async () => [{ address: '127.0.0.1', family: 4 }],
};

it('only the first of two rotations that have read the same secret is stored', async () => {
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
  const added = { projectId, url: 'http://127.0.0.1:9/', events: [], walletIds: null };
  const { webhook } = await addWebhook(context, TARGETS, added);
  const late: ManageContext = {
    ...context,
    store: {
      ...store,
      readWebhook: async (id) => {
        const read = await store.readWebhook(id);
        await rotateWebhookSecret(context, id);
        return read;
      },
    },
  };
  const lost = rotateWebhookSecret(late, webhook.id);
  await expect(lost).rejects.toMatchObject({ code: 'webhook_changed' });
  await store.close();
  database.remove();
});
