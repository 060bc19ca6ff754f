import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { useScratch } from '../../../test/scratch.ts';
import { StoreUnavailableError } from '../errors.ts';
import { createFile } from './create-file.ts';
import { nameFile, readFileState } from './open-connection.ts';

const scratch = useScratch();

it('says what to do if a link leads to itself', () => {
  const path = join(scratch.folder, 'teller.db');
  symlinkSync(path, path);
  const open = (): unknown => readFileState(path);
  expect(open).toThrow(StoreUnavailableError);
  expect(open).toThrow(/^the database file cannot be opened; check its path/);
});

it('says what to do if a folder is a link that leads nowhere', () => {
  symlinkSync('nowhere', join(scratch.folder, 'data'));
  const path = join(scratch.folder, 'data', 'teller.db');
  expect(() => createFile(path)).toThrow(`${path}: the database file cannot be created (ENOENT);`);
});

it('names the file of an error once, which is the copy if that cannot be written', () => {
  const cause = new Error('full');
  const full = nameFile(new StoreUnavailableError('the disk is full', { cause }), '/copy.db');
  expect(full).toMatchObject({ message: '/copy.db: the disk is full', cause });
  expect(nameFile(full, '/teller.db')).toBe(full);
  expect(nameFile(cause, '/teller.db')).toBe(cause);
});
