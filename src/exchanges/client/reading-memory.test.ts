import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';

import type { HistorySource } from '../exchange.ts';
import { LargeReadings, ReadingMemory } from './reading-memory.ts';

const MIB = 1024 * 1024;
const SOURCE = { name: 'deposits', windowMsMin: 1000 } as HistorySource;

/** Opens the memories of several accounts of one exchange. */
function open(count: number, large = new LargeReadings(() => 0)): readonly ReadingMemory[] {
  return Array.from({ length: count }, () => new ReadingMemory(large, 'binance'));
}

it('divides a window whose responses are too long, and refuses one that cannot be divided', async () => {
  const [memory] = open(1);
  const receive = (count: number) => async () => {
    for (let index = 0; index < count; index += 1) await memory!.add(MIB);
    return count;
  };
  expect(await memory!.readWindow(SOURCE, 5000, receive(8))).toBe(8);
  await expect(memory!.readWindow(SOURCE, 5000, receive(9))).rejects.toMatchObject({
    code: 'window_overflow',
  });
  expect(await memory!.readWindow(SOURCE, 1000, receive(64))).toBe(64);
  await expect(memory!.readWindow(SOURCE, 1000, receive(65))).rejects.toMatchObject({
    code: 'exchange_unavailable',
  });
  expect(await memory!.readOther('balances', receive(32))).toBe(32);
  await expect(memory!.readOther('balances', receive(33))).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: 'balances: the responses exceed 33554432 bytes',
  });
});

it('counts the bytes of a reading within another one as bytes of the other one', async () => {
  const [memory] = open(1);
  const reading = memory!.readOther('balances', async () => {
    await memory!.add(16 * MIB);
    await memory!.readOther('balances', () => memory!.add(16 * MIB));
    await memory!.add(1);
  });
  await expect(reading).rejects.toMatchObject({ code: 'exchange_unavailable' });
});

it('reads large windows of an exchange one after the other, and small ones meanwhile', async () => {
  const [first, second, small, balances] = open(4);
  const done: string[] = [];
  const end = Promise.withResolvers<void>();
  const readings = [
    first!.readWindow(SOURCE, 5000, async () => {
      await first!.add(3 * MIB);
      await end.promise;
      done.push('first');
    }),
    second!.readWindow(SOURCE, 5000, async () => {
      await second!.add(3 * MIB);
      done.push('second');
    }),
    small!.readWindow(SOURCE, 5000, async () => {
      await small!.add(2 * MIB);
      done.push('small');
    }),
    balances!.readOther('balances', async () => {
      await balances!.add(4 * MIB);
      done.push('balances');
      end.resolve();
    }),
  ];
  await Promise.all(readings);
  expect(done).toEqual(['small', 'balances', 'first', 'second']);
});

it('limits the bytes of all large readings together', async () => {
  const large = new LargeReadings(() => 0);
  let heldMib = 0;
  let mostMib = 0;
  const read = async (exchange: string): Promise<void> => {
    const memory = new ReadingMemory(large, exchange);
    let ownMib = 0;
    await memory.readWindow(SOURCE, 1000, async () => {
      for (; ownMib < 64; ownMib += 1) {
        await memory.add(MIB);
        heldMib += 1;
        mostMib = Math.max(mostMib, heldMib);
        await turn();
      }
    });
    heldMib -= ownMib;
  };
  const readings = ['binance', 'kraken', 'okx', 'gate', 'htx', 'okx', 'okx'].map(read);
  await Promise.all(readings);
  // Two large readings, and 2 MiB of each that waits.
  expect(mostMib).toBe(2 * 64 + 5 * 2);
});

it('admits large readings in their order, as soon as there is room', async () => {
  const large = new LargeReadings(() => 0);
  const first = await large.enter('binance', 64 * MIB);
  await large.enter('kraken', 32 * MIB);
  const admitted: string[] = [];
  const enter = async (exchange: string, bytes: number): Promise<void> => {
    await large.enter(exchange, bytes);
    admitted.push(exchange);
  };
  const waiting = [enter('okx', 64 * MIB), enter('gate', 8 * MIB)];
  await turn();
  expect(admitted).toEqual([]);
  first.end();
  await Promise.all(waiting);
  expect(admitted).toEqual(['okx', 'gate']);
});

it('ends a large reading that takes too long, so that the next one is admitted', async () => {
  let nowMs = 0;
  const [slow, next] = open(2, new LargeReadings(() => nowMs));
  const begun = Promise.withResolvers<void>();
  const readSlowly = slow!.readOther('balances', async () => {
    await slow!.add(5 * MIB);
    begun.resolve();
    await turn();
    await slow!.add(1);
  });
  await begun.promise;
  const readNext = next!.readOther('balances', () => next!.add(5 * MIB));
  nowMs = 300_001;
  await expect(readSlowly).rejects.toMatchObject({
    code: 'exchange_unavailable',
    message: 'balances: the responses take longer than 300 seconds',
  });
  await readNext;
});

it('passes the turn on if a window fails during its turn, or before it', async () => {
  const [first, second, third] = open(3);
  const release = Promise.withResolvers<void>();
  const failing = first!.readWindow(SOURCE, 5000, async () => {
    await first!.add(3 * MIB);
    await release.promise;
    throw new Error('broken');
  });
  const aborted = second!.readWindow(SOURCE, 5000, async () => {
    void second!.add(3 * MIB);
    throw new Error('aborted');
  });
  await expect(aborted).rejects.toThrow('aborted');
  const last = third!.readWindow(SOURCE, 5000, async () => {
    await third!.add(3 * MIB);
    return 'read';
  });
  release.resolve();
  await expect(failing).rejects.toThrow('broken');
  expect(await last).toBe('read');
});

it('waits for a turn of its own with each large reading of an account', async () => {
  const [first, second] = open(2);
  const end = Promise.withResolvers<void>();
  const done: string[] = [];
  const readLarge = (memory: ReadingMemory | undefined, name: string, until = Promise.resolve()) =>
    memory!.readWindow(SOURCE, 5000, async () => {
      await memory!.add(3 * MIB);
      await until;
      done.push(name);
    });
  await readLarge(first, 'first');
  const readings = [readLarge(second, 'second', end.promise), readLarge(first, 'again')];
  await turn();
  expect(done).toEqual(['first']);
  end.resolve();
  await Promise.all(readings);
  expect(done).toEqual(['first', 'second', 'again']);
});

it('counts nothing outside of a reading', async () => {
  const [memory] = open(1);
  await memory!.add(100 * MIB);
  expect(await memory!.readWindow(SOURCE, 5000, () => Promise.resolve(1))).toBe(1);
  await memory!.add(100 * MIB);
});
