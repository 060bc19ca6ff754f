import { setTimeout as sleep } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { LargePageLane } from './large-pages.ts';

/** A lane whose clock stands still but while a page is made, and how many others asked. */
function makeLane(): { lane: LargePageLane; asked: { count: number }; clock: { nowMs: number } } {
  const asked = { count: 0 };
  const clock = { nowMs: 0 };
  const lane = new LargePageLane({
    countRequests: () => asked.count,
    monotonicMs: () => clock.nowMs,
  });
  return { lane, asked, clock };
}

it('makes one page at a time, in the order in which they were asked for', async () => {
  const { lane, asked } = makeLane();
  const events: string[] = [];
  const pages = ['a', 'b', 'c'].map((name) => {
    asked.count += 1;
    return lane.run(async () => {
      events.push(`${name} begins`);
      await sleep(2);
      events.push(`${name} ends`);
      return name;
    });
  });
  expect(await Promise.all(pages)).toEqual(['a', 'b', 'c']);
  expect(events).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it('rests after a page where others ask, and not where nobody does', async () => {
  const { lane, asked, clock } = makeLane();
  const takeSecond = async (): Promise<void> => {
    clock.nowMs += 1000;
  };
  const next = async (): Promise<'rests' | 'runs'> => {
    asked.count += 1;
    const page = lane.run(async () => 'runs' as const);
    return Promise.race([page, sleep(200, 'rests' as const)]);
  };
  asked.count += 1;
  await lane.run(takeSecond);
  expect(await next()).toBe('runs');
  asked.count += 1;
  await lane.run(takeSecond);
  asked.count += 1;
  expect(await next()).toBe('rests');
});

it('goes on after a page that failed', async () => {
  const { lane, asked } = makeLane();
  asked.count += 2;
  const failed = lane.run(() => Promise.reject(new Error('no')));
  const page = lane.run(async () => 'made');
  await expect(failed).rejects.toThrow('no');
  expect(await page).toBe('made');
});
