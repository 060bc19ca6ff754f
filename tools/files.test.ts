import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { beforeAll, expect, it } from 'vitest';

import { shareScratch } from '../test/scratch.ts';
import { readFiles, ROOT } from './files.ts';

const scratch = shareScratch();
beforeAll(() => {
  const files = JSON.stringify(pathToFileURL(join(ROOT, 'tools/files.ts')).href);
  const program = `import { isProgram } from ${files};
    process.stdout.write(String(isProgram(import.meta.filename)));`;
  scratch.write('program.mjs', program);
  scratch.write('importer.mjs', "import './program.mjs';");
  symlinkSync('program.mjs', join(scratch.folder, 'link.mjs'));
});

it.each([
  ['program.mjs', 'true'],
  ['link.mjs', 'true'],
  ['importer.mjs', 'false'],
])('a file that Node runs as %s is the program: %s', (file, expected) => {
  const options = { encoding: 'utf8', cwd: scratch.folder } as const;
  expect(execFileSync(process.execPath, [file], options)).toBe(expected);
});

it('no file asks Node itself whether it is the program, which Node 24.0 does not know', () => {
  const property = ['import', 'meta', 'main'].join('.');
  const files = readFiles('{bench,examples,simulator,src,test,tools}/**/*.{ts,js}', [
    'tools/files.ts',
  ]);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(({ text }) => text.includes(property)).map(({ path }) => path)).toEqual([]);
});
