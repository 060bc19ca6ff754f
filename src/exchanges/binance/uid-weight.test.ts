import { expect, it } from 'vitest';

import { UidWeight } from './uid-weight.ts';

/** Returns a weight with a clock that only its waits advance, and the list of its waits. */
function open() {
  let nowMs = 1_000_000;
  const waitsMs: number[] = [];
  const weight = new UidWeight({
    elapsedMs: () => nowMs,
    sleep: async (durationMs) => {
      waitsMs.push(durationMs);
      nowMs += durationMs;
      await Promise.resolve();
    },
  });
  const observe = (used: string) =>
    weight.observe(new Headers({ 'x-sapi-used-uid-weight-1m': used }));
  const pass = (durationMs: number) => {
    nowMs += durationMs;
  };
  return { weight, observe, pass, waitsMs };
}

it('does not wait if the exchange has not counted the weight', async () => {
  const { weight, observe, waitsMs } = open();
  await weight.waitFor(180_000);
  weight.observe(new Headers());
  observe('90000');
  await weight.waitFor(90_000);
  observe('nonsense');
  await weight.waitFor(180_000);
  expect(waitsMs).toEqual([]);
});

it('waits until the end of the minute in which the weight was reported', async () => {
  const { weight, observe, pass, waitsMs } = open();
  observe('162001');
  pass(15_000);
  await weight.waitFor(18_000);
  await weight.waitFor(18_000);
  expect(waitsMs).toEqual([45_000]);
});

it('remembers the weight when a response does not report it', async () => {
  const { weight, observe, waitsMs } = open();
  observe('162001');
  weight.observe(new Headers());
  await weight.waitFor(18_000);
  expect(waitsMs).toEqual([60_000]);
});

it('does not wait if the minute is already over', async () => {
  const { weight, observe, pass, waitsMs } = open();
  observe('180000');
  pass(60_000);
  await weight.waitFor(90_000);
  expect(waitsMs).toEqual([]);
});
