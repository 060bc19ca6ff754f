import { expect, it } from 'vitest';

import type { HistorySource } from '../exchange.ts';
import { LargeWindows, WindowMemory } from './window-memory.ts';

const MIB = 1024 * 1024;
const SOURCE = { name: 'deposits', windowMsMin: 1000 } as HistorySource;

it('divides a window whose responses are too long, and refuses one that cannot be divided', async () => {
  const memory = new WindowMemory(new LargeWindows());
  const receive = (count: number) => async () => {
    for (let index = 0; index < count; index += 1) await memory.add(MIB);
    return count;
  };
  expect(await memory.read(SOURCE, 5000, receive(8))).toBe(8);
  await expect(memory.read(SOURCE, 5000, receive(9))).rejects.toMatchObject({
    code: 'window_overflow',
  });
  expect(await memory.read(SOURCE, 1000, receive(64))).toBe(64);
  await expect(memory.read(SOURCE, 1000, receive(65))).rejects.toMatchObject({
    code: 'exchange_unavailable',
  });
});

it('reads large windows of an exchange one after the other, and small ones meanwhile', async () => {
  const large = new LargeWindows();
  const [first, second, small] = [0, 1, 2].map(() => new WindowMemory(large));
  const done: string[] = [];
  const end = Promise.withResolvers<void>();
  const readings = [
    first!.read(SOURCE, 5000, async () => {
      await first!.add(3 * MIB);
      await end.promise;
      done.push('first');
    }),
    second!.read(SOURCE, 5000, async () => {
      await second!.add(3 * MIB);
      done.push('second');
    }),
    small!.read(SOURCE, 5000, async () => {
      await small!.add(2 * MIB);
      done.push('small');
      end.resolve();
    }),
  ];
  await Promise.all(readings);
  expect(done).toEqual(['small', 'first', 'second']);
});

it('passes the turn on if a window fails during its turn, or before it', async () => {
  const large = new LargeWindows();
  const [first, second, third] = [0, 1, 2].map(() => new WindowMemory(large));
  const release = Promise.withResolvers<void>();
  const failing = first!.read(SOURCE, 5000, async () => {
    await first!.add(3 * MIB);
    await release.promise;
    throw new Error('broken');
  });
  const aborted = second!.read(SOURCE, 5000, async () => {
    void second!.add(3 * MIB);
    throw new Error('aborted');
  });
  await expect(aborted).rejects.toThrow('aborted');
  const last = third!.read(SOURCE, 5000, async () => {
    await third!.add(3 * MIB);
    return 'read';
  });
  release.resolve();
  await expect(failing).rejects.toThrow('broken');
  expect(await last).toBe('read');
});

it('counts nothing outside of a window', async () => {
  const memory = new WindowMemory(new LargeWindows());
  await memory.add(100 * MIB);
  expect(await memory.read(SOURCE, 5000, () => Promise.resolve(1))).toBe(1);
});
