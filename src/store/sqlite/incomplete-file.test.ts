import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { writeAgedFile } from '../../../test/write-aged-file.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { listAbandonedFiles, withIncompleteFile } from './incomplete-file.ts';

const ID = '0a1b2c3d-0000-4000-8000-0123456789ab';
/** Files that belong to others, or to the program. */
const OTHERS = [
  'teller.db',
  'teller.db-wal',
  'notes.txt',
  'copy.part',
  '.copy.part',
  `copy.${ID}.part`,
  `.copy.${ID}.part.txt`,
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'teller-incomplete-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, ageMs: number): string {
  return writeAgedFile(join(folder, name), ageMs);
}

it('lists the incomplete files that did not change for an hour, and no other file', () => {
  for (const name of OTHERS) write(name, 2 * HOUR_MS);
  write(`.new.db.${ID}.part`, HOUR_MS / 2);
  const abandoned = [`.copy.db.${ID}.part`, `.copy.db.${ID}.part-wal`];
  const paths = abandoned.map((name) => write(name, 2 * HOUR_MS));
  expect(listAbandonedFiles(folder).toSorted()).toEqual(paths);
});

it('lists nothing if there is no such folder', () => {
  expect(listAbandonedFiles(join(folder, 'missing'))).toEqual([]);
});

it('removes only abandoned files when the next file is written into the folder', async () => {
  write('report.pdf', 2 * HOUR_MS);
  write(`.copy.db.${ID}.part`, 2 * HOUR_MS);
  await withIncompleteFile(join(folder, 'new.db'), async () => undefined);
  expect(readdirSync(folder)).toEqual(['report.pdf']);
});
