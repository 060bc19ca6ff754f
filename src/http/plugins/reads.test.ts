import { expect, it } from 'vitest';

import { LARGE_PAGES_OF_PROJECT_MAX, Reads } from './reads.ts';

it('refuses reads above its limit, until others have ended', async () => {
  const reads = new Reads(2);
  const { promise, resolve } = Promise.withResolvers<number>();
  const running = [reads.run(() => promise), reads.run(() => promise)];
  await expect(reads.run(() => promise)).rejects.toMatchObject({ code: 'overloaded' });
  resolve(1);
  expect(await Promise.all(running)).toEqual([1, 1]);
  expect(await reads.run(async () => 2)).toBe(2);
});

it('handles other work between large pages', async () => {
  const reads = new Reads(100);
  const done: string[] = [];
  const pages = ['a', 'b', 'c'].map((page) =>
    reads.runLarge('project', async () => void done.push(page)),
  );
  setImmediate(() => done.push('other'));
  await Promise.all(pages);
  expect(done.filter((each) => each !== 'other')).toEqual(['a', 'b', 'c']);
  expect([0, 1]).toContain(done.indexOf('other'));
});

it('starts the next large page after a slow one and any number of failed ones', async () => {
  const reads = new Reads(100);
  const slow = Promise.withResolvers<string>();
  const first = reads.runLarge('a', () => slow.promise);
  for (let count = 0; count <= LARGE_PAGES_OF_PROJECT_MAX; count += 1) {
    const failed = reads.runLarge('b', () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
  }
  expect(await reads.runLarge('b', async () => 'page')).toBe('page');
  slow.resolve('slow');
  expect(await first).toBe('slow');
});

it('refuses further large pages of a project, and none of others', async () => {
  const reads = new Reads(100);
  const ask = (project: string) => reads.runLarge(project, async () => project);
  const queued = Array.from({ length: LARGE_PAGES_OF_PROJECT_MAX }, () => ask('a'));
  await expect(ask('a')).rejects.toMatchObject({ code: 'overloaded' });
  expect(await ask('b')).toBe('b');
  expect(await Promise.all(queued)).toHaveLength(LARGE_PAGES_OF_PROJECT_MAX);
  expect(await ask('a')).toBe('a');
});

it('counts the large pages of a project that are still queued when one has ended', async () => {
  const reads = new Reads(100);
  const pages = Array.from({ length: LARGE_PAGES_OF_PROJECT_MAX }, () =>
    Promise.withResolvers<string>(),
  );
  const queued = pages.map(({ promise }) => reads.runLarge('a', () => promise));
  pages[0]!.resolve('first');
  expect(await queued[0]).toBe('first');
  const last = reads.runLarge('a', async () => 'last');
  await expect(reads.runLarge('a', async () => '')).rejects.toMatchObject({ code: 'overloaded' });
  for (const { resolve } of pages) resolve('page');
  await Promise.all(queued);
  expect(await last).toBe('last');
});
