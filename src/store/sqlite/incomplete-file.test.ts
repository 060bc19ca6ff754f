import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { useScratch } from '../../../test/scratch.ts';
import { writeAgedFile } from '../../../test/write-aged-file.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import {
  exchangeFile,
  listAbandonedFiles,
  publishFile,
  withIncompleteFile,
} from './incomplete-file.ts';

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

const scratch = useScratch();

function write(name: string, ageMs: number): string {
  return writeAgedFile(join(scratch.folder, name), ageMs);
}

it('lists the incomplete files that did not change for an hour, and no other file', () => {
  for (const name of OTHERS) write(name, 2 * HOUR_MS);
  write(`.new.db.${ID}.part`, HOUR_MS / 2);
  const suffixes = ['', '-journal', '-shm', '-wal'];
  const abandoned = suffixes.map((suffix) => `.copy.db.${ID}.part${suffix}`);
  const paths = abandoned.map((name) => write(name, 2 * HOUR_MS));
  expect(listAbandonedFiles(scratch.folder).toSorted()).toEqual(paths);
});

it('lists nothing if there is no such folder', () => {
  expect(listAbandonedFiles(join(scratch.folder, 'missing'))).toEqual([]);
});

it('removes only abandoned files when the next file is written into the folder', async () => {
  write('report.pdf', 2 * HOUR_MS);
  write(`.copy.db.${ID}.part`, 2 * HOUR_MS);
  await withIncompleteFile(join(scratch.folder, 'new.db'), async () => undefined);
  expect(readdirSync(scratch.folder)).toEqual(['report.pdf']);
});

it('removes its file and what SQLite has written next to it, also if the process exits meanwhile', async () => {
  const listeners = process.listenerCount('exit');
  for (const exits of [false, true]) {
    await withIncompleteFile(join(scratch.folder, 'new.db'), async (incomplete) => {
      for (const suffix of ['-journal', '-wal', '-shm']) writeFileSync(incomplete + suffix, '');
      expect(readdirSync(scratch.folder)).toHaveLength(4);
      if (exits) process.listeners('exit').at(-1)?.(0);
      expect(readdirSync(scratch.folder)).toHaveLength(exits ? 0 : 4);
    });
    expect(readdirSync(scratch.folder)).toEqual([]);
  }
  expect(process.listenerCount('exit')).toBe(listeners);
});

it('writes a file whose name has the maximum length', async () => {
  const target = join(scratch.folder, 'n'.repeat(255));
  await withIncompleteFile(target, async (incomplete) => publishFile(incomplete, target));
  expect(existsSync(target)).toBe(true);
});

it('moves a database aside with its journal, its log and the index of the log', () => {
  const suffixes = ['', '-journal', '-shm', '-wal'];
  for (const suffix of suffixes) write(`old.db${suffix}`, 0);
  write('new.part', 0);
  exchangeFile(
    join(scratch.folder, 'new.part'),
    join(scratch.folder, 'old.db'),
    join(scratch.folder, 'aside.db'),
  );
  const moved = suffixes.map((suffix) => `aside.db${suffix}`);
  expect(readdirSync(scratch.folder).toSorted()).toEqual([...moved, 'old.db']);
});

it.runIf(existsSync('/proc/self/fd'))('leaves no file and no folder open', async () => {
  const before = readdirSync('/proc/self/fd').length;
  for (const name of ['one.db', 'two.db', 'three.db']) {
    const target = join(scratch.folder, name);
    await withIncompleteFile(target, async (incomplete) => publishFile(incomplete, target));
  }
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 3);
});
