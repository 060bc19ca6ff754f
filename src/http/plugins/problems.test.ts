import Fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';

import {
  parameterProblem,
  ProblemError,
  PROBLEMS,
  type ProblemCode,
} from '../../domain/problem.ts';
import {
  NodeUnavailableError,
  SchemaVersionError,
  StoreRightMissingError,
  StoreUnavailableError,
} from '../../store/errors.ts';
import { answerProblem, problems, toProblem } from './problems.ts';

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

  it('advises no retry if the user of the database lacks a right', () => {
    expect(toProblem(new StoreRightMissingError('roles')).code).toBe('internal');
  });

  it('says that the schema belongs to another version', () => {
    const { code, detail } = toProblem(new SchemaVersionError('older; run `teller migrate`'));
    expect([code, detail]).toEqual(['store_unavailable', expect.stringMatching(/another version/)]);
    expect(detail).not.toMatch(/respond|retry/);
  });

  it('names the node of a cluster that does not respond', () => {
    const { code, detail } = toProblem(new NodeUnavailableError('worker-1:5432'));
    expect([code, detail]).toEqual(['store_unavailable', expect.stringContaining('worker-1:5432')]);
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
    // A cache would give it to other callers.
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['vary']).toContain('x-svc-api-key');
    expect('retry-after' in headers).toBe('retryAfterSeconds' in PROBLEMS[code]);
    expect('www-authenticate' in headers).toBe(status === 401);
  });

  it('lists the errors of parameters', () => {
    const errors = [{ parameter: 'page', code: 'invalid_parameter', message: 'no' }] as const;
    const { body } = answerProblem(parameterProblem(errors), 'id-1');
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_parameter', errors });
  });
});

it('says when to repeat a request that is still running', () => {
  const problem = new ProblemError('idempotency_running', 'the same request has not ended yet');
  expect(answerProblem(problem, 'id-1').headers).toMatchObject({ 'retry-after': '1' });
});

describe('the log', () => {
  it('has an internal error with a few of its causes, and without API keys', async () => {
    const logged: string[] = [];
    const app = Fastify();
    await app.register(problems, { logger: pino({}, { write: (line) => logged.push(line) }) });
    const key = `key_${'0'.repeat(24)}.${'s'.repeat(43)}`;
    const error: Error = new Error(`key ${key} in the middle, management key m${key}`);
    // Its own cause: an error of a library may be so.
    error.cause = error;
    app.get('/', () => {
      throw error;
    });
    const { statusCode, body } = await app.inject('/');
    expect([statusCode, JSON.parse(body)]).toMatchObject([500, { code: 'internal' }]);
    expect(body).not.toContain('middle');
    expect(logged).toHaveLength(1);
    expect(logged[0]!.split('caused by')).toHaveLength(4);
    expect(logged[0]).toContain('key [API key] in the middle');
    expect(logged[0]).not.toContain('s'.repeat(43));
  });

  it('has a thrown value that is no error', async () => {
    const logged: string[] = [];
    const app = Fastify();
    await app.register(problems, { logger: pino({}, { write: (line) => logged.push(line) }) });
    app.get('/', () => Promise.reject('only text'));
    expect((await app.inject('/')).statusCode).toBe(500);
    expect(logged.join()).toContain('only text');
  });
});
