import { describe, expect, it } from 'vitest';

import {
  parameterProblem,
  ProblemError,
  PROBLEMS,
  type ProblemCode,
} from '../../domain/problem.ts';
import { StoreUnavailableError } from '../../store/errors.ts';
import { answerProblem, toProblem } from './problems.ts';

describe('toProblem', () => {
  it('returns problems, maps errors of the store and hides all others', () => {
    const problem = new ProblemError('not_found', 'no');
    expect(toProblem(problem)).toBe(problem);
    expect(toProblem(new StoreUnavailableError('disk /a')).code).toBe('store_unavailable');
    for (const error of [new Error('secret'), 'secret', undefined, { code: 'not_found' }]) {
      expect(toProblem(error).code).toBe('internal');
      expect(toProblem(error).detail).not.toContain('secret');
    }
  });
});

describe('answerProblem', () => {
  it.each(Object.keys(PROBLEMS) as ProblemCode[])('writes %s as the table defines it', (code) => {
    const { status, headers, body } = answerProblem(new ProblemError(code, 'why'), 'id-1');
    const { title } = PROBLEMS[code];
    expect(status).toBe(PROBLEMS[code].status);
    expect(JSON.parse(body)).toEqual({
      type: `/docs#${code}`,
      title,
      status,
      detail: 'why',
      code,
      requestId: 'id-1',
    });
    expect(headers['content-type']).toBe('application/problem+json');
    expect('retry-after' in headers).toBe('retryAfterSeconds' in PROBLEMS[code]);
    expect('www-authenticate' in headers).toBe(status === 401);
  });

  it('lists the errors of parameters', () => {
    const errors = [{ parameter: 'page', code: 'invalid_parameter', message: 'no' }] as const;
    const { body } = answerProblem(parameterProblem(errors), 'id-1');
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_parameter', errors });
  });
});
