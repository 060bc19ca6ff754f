import { expect, it } from 'vitest';

import { SchemaVersionError, StoreUnavailableError } from '../errors.ts';
import {
  isCorruption,
  isCuredByReopening,
  isLocked,
  translateSqliteError,
} from './sqlite-error.ts';

/** Result codes of SQLite that the environment causes (https://www.sqlite.org/rescode.html). */
const CODES = [5, 6, 7, 8, 10, 11, 13, 14, 15, 17, 26];

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
  Object.assign(new Error('x'), { errcode: 5 }),
  Object.assign(new Error('x'), { code: 'ENOENT', errcode: 5 }),
  Object.assign(new Error('near "x": syntax error'), { code: 'ERR_SQLITE_ERROR', errcode: 1 }),
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

it.each(['no such table: wallet', 'no such column: label', 'no such index: wallet_by_due'])(
  'takes a missing object for another version of the schema, which reopening the file may cure: %s',
  (text) => {
    const error = Object.assign(new Error(text), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
    expect((translateSqliteError(error) as Error).message).toMatch(/run `teller migrate`$/);
    expect(isCuredByReopening(error)).toBe(true);
  },
);

it.each([
  [5, true],
  [517, true],
  [6, true],
  [0, true],
  [10, false],
])('says of result code %i whether the database is locked: %s', (errcode, locked) => {
  expect(isLocked(Object.assign(new Error('x'), { errcode }))).toBe(locked);
});

it.each([
  [10, true],
  [11, true],
  [14, true],
  [26, true],
  [5, false],
  [13, false],
])('says of result code %i whether reopening the file may help: %s', (errcode, isCured) => {
  expect(isCuredByReopening(Object.assign(new Error('x'), { errcode }))).toBe(isCured);
});

it('reopens a file with another version of the schema', () => {
  expect(isCuredByReopening(new SchemaVersionError('older'))).toBe(true);
  expect(isCuredByReopening(new StoreUnavailableError('closed'))).toBe(false);
});
