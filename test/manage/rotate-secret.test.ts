/** Rotations of the secret of a webhook at the same time. */
import { expect, it } from 'vitest';

import type { ManageContext } from '../../src/manage/context.ts';
import { addWebhook, rotateWebhookSecret } from '../../src/manage/webhooks.ts';
import { LOCAL_TARGETS, openManageContext } from './manage-context.ts';

it('only the first of two rotations that have read the same secret is stored', async () => {
  const { store, context, projectId, close } = await openManageContext();
  const added = { projectId, url: 'http://127.0.0.1:9/', events: [], walletIds: null };
  const { webhook } = await addWebhook(context, LOCAL_TARGETS, added);
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
  await close();
});
