import { describe, expect, it } from 'vitest';

import { ProblemError } from './problem.ts';
import { parseEmptyQuery, parseTransactionQuery } from './query.ts';
import { TRANSACTION_FIELDS } from './transaction.ts';

function problemOf(read: () => unknown): ProblemError {
  try {
    read();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const codesOf = (raw: string) =>
  problemOf(() => parseTransactionQuery(raw)).parameterErrors.map((error) => [
    error.parameter,
    error.code,
  ]);

describe('parseTransactionQuery', () => {
  it('has defaults', () => {
    expect(parseTransactionQuery('')).toEqual({ page: 0, limit: 10, fields: TRANSACTION_FIELDS });
    expect(parseTransactionQuery('&&')).toEqual({ page: 0, limit: 10, fields: TRANSACTION_FIELDS });
  });

  it('reads every parameter', () => {
    expect(
      parseTransactionQuery(
        'page=3&limit=1000&asset=B%26T+C&type=reward&status=canceled&since=2024-02-29&before=2024-03-01T00:00:00+02:00&fields=txid,+id,txid',
      ),
    ).toEqual({
      page: 3,
      limit: 1000,
      asset: 'B&T C',
      type: 'reward',
      status: 'canceled',
      sinceMs: Date.parse('2024-02-29'),
      beforeMs: Date.parse('2024-02-29T22:00:00Z'),
      fields: ['id', 'txid'],
    });
  });

  it.each([
    '1e2',
    '0x10',
    '+5',
    ' 5',
    '5 ',
    '05',
    '5.0',
    '٣',
    '-1',
    '1001',
    '9'.repeat(400),
    'NaN',
    '',
    '%zz',
  ])('refuses %j as a page and as a limit', (text) => {
    expect(codesOf(`page=${text}`)).toEqual([['page', 'invalid_parameter']]);
    expect(codesOf(`limit=${text}`)).toEqual([['limit', 'invalid_parameter']]);
  });

  it('accepts the ends of the ranges and refuses values outside of them', () => {
    expect(parseTransactionQuery('page=0&limit=1')).toMatchObject({ page: 0, limit: 1 });
    expect(parseTransactionQuery('page=1000&limit=1000')).toMatchObject({
      page: 1000,
      limit: 1000,
    });
    expect(codesOf('limit=0')).toEqual([['limit', 'invalid_parameter']]);
  });

  it('refuses unknown values and lists the known ones', () => {
    const problem = problemOf(() => parseTransactionQuery('type=Deposit&status=ok'));
    expect(problem.parameterErrors[0]?.message).toContain(
      'deposit, withdrawal, transfer_in, transfer_out, reward',
    );
    expect(problem.parameterErrors[1]?.message).toContain('pending, completed, failed');
  });

  it.each(['', ',', 'id,', 'id,,txid', 'ID', 'nope', '__proto__', 'id;txid', 'id,\ttxid'])(
    'refuses %j as fields',
    (fields) => {
      expect(codesOf(`fields=${encodeURIComponent(fields)}`)).toEqual([
        ['fields', 'invalid_parameter'],
      ]);
    },
  );

  it('reports all errors, with the code of the first', () => {
    expect(codesOf('pgae=1&limit=0&type=deposit&type=deposit&constructor=1&asset=')).toEqual([
      ['pgae', 'unknown_parameter'],
      ['limit', 'invalid_parameter'],
      ['type', 'repeated_parameter'],
      ['constructor', 'unknown_parameter'],
      ['asset', 'invalid_parameter'],
    ]);
    const problem = problemOf(() => parseTransactionQuery('pgae=1&limit=0'));
    expect(problem.code).toBe('unknown_parameter');
    expect(problem.parameterErrors[0]?.message).toContain('page');
  });

  it('accepts parameters by their exact name only', () => {
    expect(codesOf('Page=1')).toEqual([['Page', 'unknown_parameter']]);
    expect(codesOf('page%00=1')).toEqual([['page\0', 'unknown_parameter']]);
    expect(parseTransactionQuery('%70age=1')).toMatchObject({ page: 1 });
    expect(codesOf('page=1&%70age=1')).toEqual([['page', 'repeated_parameter']]);
  });
});

it('quotes the beginning of a long name only', () => {
  const long = 'n'.repeat(8000);
  const problem = problemOf(() => parseTransactionQuery(`${long}=1&fields=${long}`));
  expect(problem.parameterErrors).toMatchObject([
    { parameter: 'n'.repeat(64), code: 'unknown_parameter' },
    { parameter: 'fields', message: expect.stringContaining(`contains "${'n'.repeat(64)}";`) },
  ]);
  expect(problem.detail.length).toBeLessThan(1000);
});

describe('parseEmptyQuery', () => {
  it('refuses any parameter', () => {
    expect(() => parseEmptyQuery('')).not.toThrow();
    expect(problemOf(() => parseEmptyQuery('page=1')).code).toBe('unknown_parameter');
  });
});

describe('a query of 8 kB', () => {
  const names = Array.from({ length: 2000 }, (_, index) => `p${index}`);

  it('lists at most 20 errors, and reports the number of the others', () => {
    const problem = problemOf(() => parseTransactionQuery(names.join('&')));
    expect(problem.parameterErrors).toHaveLength(20);
    expect(problem.parameterErrors[19]).toMatchObject({ parameter: 'p19' });
    expect(problem.detail).toMatch(/; and 1980 more parameters$/);
    expect(problem.detail.length).toBeLessThan(4000);
  });

  it('omits the number of others if all errors are listed', () => {
    const problem = problemOf(() => parseTransactionQuery(names.slice(0, 20).join('&')));
    expect(problem.parameterErrors).toHaveLength(20);
    expect(problem.detail).not.toMatch(/more/);
    const next = problemOf(() => parseTransactionQuery(`limit=5&${names.slice(0, 21).join('&')}`));
    expect(next.parameterErrors).toHaveLength(20);
    expect(next.detail).toMatch(/; and 1 more parameters$/);
  });

  it.each([
    ['names that do not exist', names.map((name) => `${name}=`).join('&')],
    ['one name', 'limit=1&'.repeat(1000)],
    ['percent signs', '%=%&'.repeat(2000)],
    ['different percent signs', names.map((name) => `%${name}=%`).join('&')],
    ['bytes that are not UTF-8', '%ff=%ff&'.repeat(1000)],
    ['spaces', `fields=a${'+'.repeat(8000)}a`],
    ['encoded spaces', `fields=a${'%20'.repeat(2700)}a`],
    ['commas', `fields=${','.repeat(8000)}`],
    ['spaces and commas', `fields=${'+,'.repeat(4000)}`],
    ['digits of a time', `since=2024-01-01T00:00:00.${'0'.repeat(8000)}x`],
    ['digits', `page=${'1'.repeat(8000)}`],
  ])('of %s is refused', (_name, query) => {
    expect(() => parseTransactionQuery(query)).toThrow(ProblemError);
  });
});
