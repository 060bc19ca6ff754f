import { expect, it } from 'vitest';

import { LargePageLane, WAITING_OF_TENANT_MAX } from './large-page-queue.ts';

const TURN_MS = 100;
const never = (): Promise<never> => new Promise(() => undefined);

/** A lane with a clock that stands still; `slept` is what it has rested, a turn ends with `endTurn`. */
function makeLane() {
  const state = { requests: 0, nowMs: 0, slept: [] as number[] };
  const turnEnd = Promise.withResolvers<void>();
  const lane = new LargePageLane({
    countRequests: () => state.requests,
    monotonicMs: () => state.nowMs,
    sleep: (durationMs) => {
      if (durationMs === TURN_MS) return turnEnd.promise;
      state.slept.push(durationMs);
      return Promise.resolve();
    },
  });
  /** Asks for a page that takes so long. */
  const ask = (durationMs = 0, tenant = 'one'): Promise<string> => {
    state.requests += 1;
    return lane.run(tenant, async () => {
      state.nowMs += durationMs;
      return 'made';
    });
  };
  return { lane, state, ask, endTurn: () => turnEnd.resolve() };
}

it('makes one page at a time, the tenants in turn', async () => {
  const { lane } = makeLane();
  const events: string[] = [];
  const pages = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
    lane.run(name.slice(0, 1), async () => {
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

it('rests four times as long as a page took where others ask, and not where nobody does', async () => {
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

it('goes on after a page that failed, and beside one that takes too long', async () => {
  const { lane, ask, endTurn } = makeLane();
  await expect(lane.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const fail = (): never => {
    throw new Error('at once');
  };
  await expect(lane.run('one', fail)).rejects.toThrow('at once');
  void lane.run('one', never);
  const page = ask();
  endTurn();
  expect(await page).toBe('made');
});

it('refuses more pages of a tenant than may wait, and none of another for it', async () => {
  const { ask, lane, endTurn } = makeLane();
  void lane.run('one', never);
  const waiting = Array.from({ length: WAITING_OF_TENANT_MAX }, () => ask());
  await expect(ask()).rejects.toMatchObject({ code: 'overloaded' });
  const other = ask(0, 'two');
  endTurn();
  expect(await other).toBe('made');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['made']));
});
