import { expect, it } from 'vitest';

import { translateSqliteError } from './sqlite-error.ts';

/** Result codes of SQLite that the environment causes (https://www.sqlite.org/rescode.html). */
const CODES = [5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 17, 23, 26];

it.each(CODES)('says for result code %i what happened and what to do', (errcode) => {
  const error = Object.assign(new Error('SELECT secret'), { code: 'ERR_SQLITE_ERROR', errcode });
  const { message } = translateSqliteError(error) as Error;
  expect(message).toMatch(/^(?:the|there|access)[^;]+; [^;]+$/);
  expect(message).not.toContain('secret');
});
