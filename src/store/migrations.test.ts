import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, it } from 'vitest';

import { readMigrationFiles } from './migrations.ts';

it('reads the migrations of a folder by version, and no other file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'teller-migrations-'));
  const names = ['0010-b.sql', '0002-a.sql', '0002-a.sql.orig', 'notes.sql', '.0003-c.sql.swp'];
  for (const name of names) writeFileSync(join(folder, name), 'SELECT 1');
  expect(readMigrationFiles(pathToFileURL(`${folder}/`))).toEqual([
    { version: 2, name: 'a', sql: 'SELECT 1' },
    { version: 10, name: 'b', sql: 'SELECT 1' },
  ]);
  rmSync(folder, { recursive: true });
});
