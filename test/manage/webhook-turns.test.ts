/** The requests that wait for names or receivers of webhooks. */
import { beforeEach, expect, it, vi } from 'vitest';

import { createId } from '../../src/domain/id.ts';
import { NOW_MS } from '../http/service-harness.ts';
import { useManageApp } from './manage-app.ts';

const ADDRESSES = [{ address: '93.184.216.34', family: 4 }];
let held: PromiseWithResolvers<void>;
let running: number;
const api = useManageApp({
  webhookTargets: {
    allowed: { http: false, private: false },
    resolveName: async (hostname) => {
      if (hostname !== 'slow.test') return ADDRESSES;
      running += 1;
      await held.promise;
      return ADDRESSES;
    },
  },
});
beforeEach(() => {
  held = Promise.withResolvers<void>();
  running = 0;
});

it('a project with slow names has four lookups at a time, a limited queue, and delays no other project', async () => {
  const [first] = await api.store.listProjects();
  const other = createId('project', (length) => Buffer.alloc(length, 7));
  await api.store.createProject({ ...first!, id: other, name: 'other', createdAtMs: NOW_MS });
  const add = (projectId: string, host: string) =>
    api.call(`POST /v0/projects/${projectId}/webhooks`, { url: `https://${host}/` });
  const slow = Array.from({ length: 40 }, () => add(first!.id, 'slow.test'));
  expect(await waitForRefusals(slow)).toEqual([503, 503, 503, 503]);
  expect((await add(other, 'fast.test')).status).toBe(201);
  expect(running).toBe(4);
  held.resolve();
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(36);
});

/** Returns the statuses of the first four responses. */
async function waitForRefusals(
  answers: readonly Promise<{ readonly status: number }>[],
): Promise<number[]> {
  const statuses: number[] = [];
  for (const answer of answers) void answer.then(({ status }) => statuses.push(status));
  await vi.waitFor(() => expect(statuses).toHaveLength(4), { timeout: 10_000 });
  return statuses;
}
