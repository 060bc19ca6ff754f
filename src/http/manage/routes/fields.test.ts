import { expect, it } from 'vitest';

import { createBodyReader } from '../body.ts';
import { body, NAME } from './fields.ts';

/** Processor time; a linear check takes some milliseconds, a quadratic one many seconds. */
const CHECK_MS_MAX = 1500;

it('checks a long name that ends with a control character in linear time', () => {
  const read = createBodyReader(body('Named', { name: NAME }));
  const sent = Buffer.from(JSON.stringify({ name: `${'a'.repeat(100_000)}\u0001` }));
  const start = process.threadCpuUsage();
  expect(() => read(sent)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(CHECK_MS_MAX);
});
