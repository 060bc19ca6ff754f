import { expect, it } from 'vitest';

import { FairTurns } from './fair-turns.ts';

const LIMITS = { runningMax: 2, runningOfGroupMax: 1, waitingMax: 5, waitingOfGroupMax: 3 };

/** Works that a test ends, and the order in which they began. */
function openTurns(limits = LIMITS) {
  const turns = new FairTurns(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (group: string, name: string): Promise<void> =>
    turns.run(group, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => void ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { turns, begun, start, end };
}

it('groups take turns, and each runs no more than its part', async () => {
  const { begun, start, end } = openTurns();
  const works = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => start(name[0]!, name));
  await end('none');
  expect(begun).toEqual(['a1', 'b1']);
  const order = ['a1', 'b1', 'a2', 'b2', 'c1', 'a3'];
  for (const name of order) await end(name);
  expect(begun).toEqual(order);
  await Promise.all(works);
});

it('refuses works beyond those that may wait, of a group and of all', async () => {
  const { turns, begun, start, end } = openTurns();
  const works = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3'].map((name) => start(name[0]!, name));
  await expect(start('a', 'a5')).rejects.toMatchObject({ code: 'overloaded' });
  await expect(start('c', 'c1')).rejects.toMatchObject({ code: 'overloaded' });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']) await end(name);
  await Promise.all(works);
  expect(begun).toHaveLength(7);
  expect(turns.isIdle).toBe(true);
});

it('refuses the works of a group that has its part of the places, and not those of others', async () => {
  const { begun, start, end } = openTurns();
  const works = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name[0]!, name));
  const refused = start('a', 'a5').catch((error: unknown) => error);
  works.push(start('b', 'b1'), start('b', 'b2'));
  await end('none');
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5']) await end(name);
  await Promise.all(works);
  expect(await refused).toMatchObject({ code: 'overloaded' });
  expect(begun).toHaveLength(6);
});

it('lets works wait again after those before them have ended', async () => {
  const { begun, start, end } = openTurns();
  for (let round = 1; round <= 3; round += 1) {
    const names = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => `${name} of round ${round}`);
    const works = names.map((name) => start(name[0]!, name));
    await end('none');
    for (const name of names) await end(name);
    await Promise.all(works);
  }
  expect(begun).toHaveLength(15);
});

it('passes the turn of a work that fails on', async () => {
  const { turns, begun, start, end } = openTurns({ ...LIMITS, runningMax: 1 });
  const failing = turns.run('a', () => Promise.reject(new Error('failed')));
  const next = start('a', 'a2');
  await expect(failing).rejects.toThrow('failed');
  await end('a2');
  await next;
  expect([begun, turns.isIdle]).toEqual([['a2'], true]);
});
