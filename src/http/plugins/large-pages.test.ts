import { expect, it } from 'vitest';

import { LargePageQueue, WAITING_OF_TENANT_MAX } from './large-pages.ts';

const never = (): Promise<never> => new Promise(() => undefined);

it('reads one page at a time, tenants in turn', async () => {
  const queue = new LargePageQueue();
  const events: string[] = [];
  const pages = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
    queue.run(name.slice(0, 1), async () => {
      events.push(`${name} begins`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
      return name;
    }),
  );
  expect(await Promise.all(pages)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'];
  expect(events).toEqual(order.flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it('handles other events of the loop before each page', async () => {
  const queue = new LargePageQueue();
  const events: string[] = [];
  const pages = ['first', 'second'].map((name) =>
    queue.run('one', async () => {
      events.push(name);
      setImmediate(() => events.push('other'));
    }),
  );
  await Promise.all(pages);
  expect(events).toEqual(['first', 'other', 'second']);
});

it('continues after a failed page, and during a page that takes too long', async () => {
  const queue = new LargePageQueue();
  await expect(queue.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const fail = (): never => {
    throw new Error('at once');
  };
  await expect(queue.run('one', fail)).rejects.toThrow('at once');
  void queue.run('one', never);
  expect(await queue.run('two', async () => 'made')).toBe('made');
});

it('limits the queued pages of each tenant separately', async () => {
  const queue = new LargePageQueue();
  const ask = (tenant: string) => queue.run(tenant, async () => 'made');
  void queue.run('one', never);
  const waiting = Array.from({ length: WAITING_OF_TENANT_MAX }, () => ask('one'));
  await expect(ask('one')).rejects.toMatchObject({ code: 'overloaded' });
  expect(await ask('two')).toBe('made');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['made']));
});
