import { expect, it } from 'vitest';

import { StoreUnavailableError } from '../errors.ts';
import { isCorruption, translateSqliteError } from './sqlite-error.ts';

/** Result codes of SQLite that the environment causes (https://www.sqlite.org/rescode.html). */
const CODES = [5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 17, 23, 26];

it.each(CODES)('says for result code %i what happened and what to do', (errcode) => {
  const error = Object.assign(new Error('SELECT secret'), { code: 'ERR_SQLITE_ERROR', errcode });
  const { message } = translateSqliteError(error) as Error;
  expect(message).toMatch(/^(?:the|there|access)[^;]+; [^;]+$/);
  expect(message).not.toContain('secret');
});

it.each([
  ['ERR_INVALID_STATE', 'the database is closed'],
  ['ERR_OUT_OF_RANGE', expect.stringMatching(/^the database is corrupted/)],
])('the error %s of Node means that %s', (code, message) => {
  const error = translateSqliteError(Object.assign(new Error('x'), { code }));
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect(error).toMatchObject({ message });
});

it.each([
  'no error',
  new Error('x'),
  Object.assign(new Error('constraint'), { code: 'ERR_SQLITE_ERROR', errcode: 19 }),
  Object.assign(new Error('x'), { code: 'ENOENT' }),
])('another error is a defect of the program, and stays as it is: %s', (error) => {
  expect(translateSqliteError(error)).toBe(error);
});

it.each([
  [11, true],
  [267, true],
  [10, false],
  [522, false],
  [26, false],
])('says of result code %i whether a page is corrupted: %s', (errcode, isCorrupted) => {
  expect(isCorruption(Object.assign(new Error('x'), { errcode }))).toBe(isCorrupted);
});
