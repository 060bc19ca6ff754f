/** The addresses of the names in URLs of webhooks. */
import { expect, it } from 'vitest';

import { addWebhook, changeWebhook, removeWebhook } from '../../src/manage/webhooks.ts';
import { openManageContext } from './manage-context.ts';

const PUBLIC = 'https://receiver.test/hook';
const PRIVATE = 'https://internal.test/hook';
const TARGETS = {
  allowed: { http: false, private: false },
  resolveName: async (hostname: string) => {
    if (hostname === 'unknown.test') throw new Error('no such name');
    if (hostname === 'empty.test') return [];
    const isPrivate = hostname === 'internal.test';
    return [{ address: isPrivate ? '10.0.0.1' : '93.184.216.34', family: 4 }];
  },
};

it('a webhook is neither added nor changed to a name with a private address, or with none', async () => {
  const { store, context, projectId, close } = await openManageContext();
  const add = (url: string) =>
    addWebhook(context, TARGETS, { projectId, url, events: [], walletIds: null });
  // Without the address, which may be one of a private network.
  const message = expect.stringMatching(/^\S*[.]test has a private(?!.*10[.])/);
  const refusal = { code: 'webhook_refused', message };
  await expect(add(PRIVATE)).rejects.toMatchObject(refusal);
  const without = { code: 'webhook_refused', message: expect.stringContaining('no address') };
  await expect(add('https://empty.test/')).rejects.toMatchObject(without);
  const { webhook } = await add(PUBLIC);
  const changed = changeWebhook(context, TARGETS, webhook.id, { url: PRIVATE });
  await expect(changed).rejects.toMatchObject(refusal);
  expect(await store.listWebhooks({ projectId })).toMatchObject([{ url: PUBLIC }]);
  await close();
});

it('a webhook may have a name that does not resolve yet', async () => {
  const { store, context, projectId, close } = await openManageContext();
  const added = { projectId, url: PUBLIC, events: [], walletIds: null };
  const { webhook } = await addWebhook(context, TARGETS, added);
  await changeWebhook(context, TARGETS, webhook.id, { url: 'https://unknown.test/' });
  expect(await store.readWebhook(webhook.id)).toMatchObject({ url: 'https://unknown.test/' });
  await close();
});

it('the name of a webhook is not resolved if it may have any address', async () => {
  const { context, projectId, close } = await openManageContext();
  const resolved: string[] = [];
  const targets = {
    allowed: { http: false, private: true },
    resolveName: async (hostname: string) => {
      resolved.push(hostname);
      return [];
    },
  };
  const { webhook } = await addWebhook(context, targets, {
    projectId,
    url: PRIVATE,
    events: [],
    walletIds: null,
  });
  expect([webhook.url, resolved]).toEqual([PRIVATE, []]);
  await close();
});

it('the audit log has the origin of a URL only: its path and query may have a secret', async () => {
  const { store, context, projectId, close } = await openManageContext();
  const added = { projectId, url: `${PUBLIC}/s3cret?s3cret`, events: [], walletIds: null };
  const { webhook } = await addWebhook(context, TARGETS, added);
  await changeWebhook(context, TARGETS, webhook.id, { url: 'https://next.test/s3cret?s3cret' });
  await removeWebhook(context, webhook.id);
  const entries = await store.listAudit({ limit: 10 });
  const details = Object.fromEntries(entries.map(({ action, detail }) => [action, detail]));
  expect(details).toMatchObject({
    'webhook.create': { origin: 'https://receiver.test' },
    'webhook.change': { origin: 'https://next.test' },
    'webhook.remove': { origin: 'https://next.test' },
  });
  expect(JSON.stringify(entries)).not.toContain('s3cret');
  await close();
});
