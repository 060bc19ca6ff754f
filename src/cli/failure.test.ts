import { describe, expect, it } from 'vitest';

import { describeCause, describeFailure } from './failure.ts';

describe('the cause of an internal failure', () => {
  it('is its name and the first line of its message', () => {
    const error = new TypeError('x is not a function\n{ a: "dump" }');
    expect(describeCause(error, false)).toBe('TypeError: x is not a function');
  });

  it('has its stack if it is requested', () => {
    const lines = describeCause(new RangeError('too far'), true).split('\n');
    expect(lines[0]).toBe('RangeError: too far');
    expect(lines[1]).toMatch(/^ {4}at /);
  });

  it('is short, and without control characters', () => {
    const cause = describeCause(new Error(`\u001B[2J${'word '.repeat(1000)}`), false);
    expect(cause).toMatch(/^Error: �\[2Jword word /);
    expect(cause.length).toBeLessThan(520);
  });

  it('contains no possible key or signature, with or without the stack', () => {
    const secret = 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy';
    const error = new Error(`"${secret}" is an invalid header value\n${secret}`);
    for (const withStack of [true, false]) {
      expect(describeCause(error, withStack)).not.toContain(secret.slice(0, 10));
    }
    expect(describeCause(secret, true)).not.toContain(secret);
  });
});

it('a failure of the system or of a library has its code in lower case, and one line', () => {
  const error = Object.assign(new Error('ENOSPC: no space left\n{ dump }'), { code: 'ENOSPC' });
  expect(describeFailure(error)).toEqual({
    exitCode: 1,
    code: 'enospc',
    message: 'ENOSPC: no space left',
    details: {},
  });
  expect(describeFailure('odd')).toMatchObject({ exitCode: 1, code: 'internal', message: 'odd' });
});
