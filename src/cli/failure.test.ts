import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';

import { ProblemError } from '../domain/problem.ts';
import { ManageError } from '../manage/errors.ts';
import { describeCause, describeFailure } from './failure.ts';
import { explainFileProblem } from './file-problem.ts';

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

it('a failure whose code is a number is an internal one', () => {
  const error = Object.assign(new Error('odd'), { code: 5 });
  expect(describeFailure(error)).toMatchObject({ exitCode: 1, code: 'internal', message: 'odd' });
});

it('a refusal has its whole message, its details and what to do', () => {
  const refusal = new ManageError('webhook_changed', 'first line\nsecond line', {
    id: 'webhook_1',
  });
  expect(describeFailure(refusal)).toEqual({
    exitCode: 1,
    code: 'webhook_changed',
    message: 'first line\nsecond line; repeat the command',
    details: { id: 'webhook_1' },
  });
});

it('a problem without wrong parameters is no wrong usage', () => {
  const problem = new ProblemError('overloaded', 'try again later');
  expect(describeFailure(problem)).toMatchObject({ exitCode: 1, message: 'try again later' });
});

it('the message of the parser is one line without its prefix', () => {
  const error = new CommanderError(1, 'commander.x', 'error: unknown\n\n  (did you mean y?)\n');
  expect(describeFailure(error)).toMatchObject({
    exitCode: 2,
    message: 'unknown (did you mean y?)',
  });
});

it('a file that this user may not read has advice without its path', () => {
  const refusal = Object.assign(new Error('EACCES: permission denied, open /x'), {
    code: 'EACCES',
  });
  expect(explainFileProblem(refusal)).toBe(
    'this user has no permission to read the file: change the owner or mode of the file or its folder',
  );
  expect(explainFileProblem(new Error('odd'))).toBeUndefined();
});
