import { expect, it } from 'vitest';

import { LargePageQueue, WAITING_MAX, WAITING_OF_TENANT_MAX } from './large-pages.ts';

const TURN_MS = 100;
const never = (): Promise<never> => new Promise(() => undefined);

/** Returns a queue with a stopped clock; `slept` contains its pauses, `endTurn` ends a turn. */
function makeLane() {
  const state = { requests: 0, nowMs: 0, slept: [] as number[] };
  const turnEnd = Promise.withResolvers<void>();
  const queue = new LargePageQueue({
    countRequests: () => state.requests,
    monotonicMs: () => state.nowMs,
    sleep: (durationMs) => {
      if (durationMs === TURN_MS) return turnEnd.promise;
      state.slept.push(durationMs);
      return Promise.resolve();
    },
  });
  /** Requests a page with this duration. */
  const ask = (durationMs = 0, tenant = 'one'): Promise<string> => {
    state.requests += 1;
    return queue.run(tenant, async () => {
      state.nowMs += durationMs;
      return 'made';
    });
  };
  return { queue, state, ask, endTurn: () => turnEnd.resolve() };
}

it('reads one page at a time, tenants in turn', async () => {
  const { queue } = makeLane();
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

it('pauses for four times the duration of a page, only if there are other requests', async () => {
  const { state, ask } = makeLane();
  await ask(3);
  await ask(4);
  expect(state.slept).toEqual([]);
  state.requests += 1;
  await ask(1000);
  expect(state.slept).toEqual([16]);
  state.requests += 1;
  await ask();
  expect(state.slept).toEqual([16, 50]);
  await ask();
  expect(state.slept).toEqual([16, 50]);
});

it('continues after a failed page, and during a page that takes too long', async () => {
  const { queue, ask, endTurn } = makeLane();
  await expect(queue.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const fail = (): never => {
    throw new Error('at once');
  };
  await expect(queue.run('one', fail)).rejects.toThrow('at once');
  void queue.run('one', never);
  const page = ask();
  endTurn();
  expect(await page).toBe('made');
});

it('limits the queued pages of each tenant separately', async () => {
  const { ask, queue, endTurn } = makeLane();
  void queue.run('one', never);
  const waiting = Array.from({ length: WAITING_OF_TENANT_MAX }, () => ask());
  await expect(ask()).rejects.toMatchObject({ code: 'overloaded' });
  const other = ask(0, 'two');
  endTurn();
  expect(await other).toBe('made');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['made']));
});

it('limits the queued pages of all tenants', async () => {
  const { ask, queue, endTurn } = makeLane();
  void queue.run('first', never);
  // The first page runs, so it is not queued.
  const waiting = Array.from({ length: WAITING_MAX }, (_, index) => ask(0, `tenant ${index}`));
  await expect(ask(0, 'another')).rejects.toMatchObject({ code: 'overloaded' });
  endTurn();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['made']));
});
