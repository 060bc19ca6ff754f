import { expect, it } from 'vitest';

import { StoreUnavailableError } from '../errors.ts';
import { limitTime } from './time-limit.ts';

it('returns a result and throws an error within the time limit', async () => {
  expect(await limitTime(60_000, () => Promise.resolve(1))).toBe(1);
  const failing = limitTime(60_000, () => Promise.reject(new RangeError('wrong')));
  await expect(failing).rejects.toThrow(RangeError);
});

it('throws after the time limit, and starts no further step', async () => {
  const step = Promise.withResolvers<void>();
  const steps: string[] = [];
  const working = Promise.withResolvers<void>();
  const limited = limitTime(1, async (checkTime) => {
    checkTime();
    steps.push('first');
    try {
      await step.promise;
      checkTime();
      steps.push('second');
    } finally {
      working.resolve();
    }
  });
  await expect(limited).rejects.toThrow(StoreUnavailableError);
  step.resolve();
  await working.promise;
  expect(steps).toEqual(['first']);
});
