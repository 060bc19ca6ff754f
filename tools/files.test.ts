import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { readFiles, ROOT } from './files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'teller-files-'));
  const files = JSON.stringify(pathToFileURL(join(ROOT, 'tools/files.ts')).href);
  const program = `import { isProgram } from ${files};
    process.stdout.write(String(isProgram(import.meta.filename)));`;
  writeFileSync(join(folder, 'program.mjs'), program);
  writeFileSync(join(folder, 'importer.mjs'), "import './program.mjs';");
  symlinkSync('program.mjs', join(folder, 'link.mjs'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['program.mjs', 'true'],
  ['link.mjs', 'true'],
  ['importer.mjs', 'false'],
])('a file that Node runs as %s is the program: %s', (file, expected) => {
  const options = { encoding: 'utf8', cwd: folder } as const;
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
