/** What `package.json` says of the published package; test/package/ installs and runs it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { ROOT } from './files.ts';

interface Package {
  readonly bin: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<'build', string>>;
}

/** What a build writes: the compiled program, and the pages. */
const BUILT = ['dist', 'explorer/connect/dist', 'explorer/dist'];

const { bin, files, scripts } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
) as Package;

it('the package has the command, the documents, the files of a deployment, and everything that a build writes', () => {
  expect(Object.keys(bin)).toEqual(['teller']);
  expect(Object.values(bin).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const stored = files.filter((path) => !BUILT.includes(path)).map((path) => path.split('/*')[0]!);
  expect(stored.toSorted()).toEqual(['CHANGELOG.md', 'bin', 'deploy', 'docs']);
  expect(stored.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(BUILT));
});

it('a build copies the migrations of both engines, which the compiler does not', () => {
  const engines = readdirSync(join(ROOT, 'src/store'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.split('/')[0]!);
  const copied = /for engine in ([a-z ]+);/.exec(scripts.build)?.[1]?.split(' ');
  expect([...new Set(engines)].toSorted()).toEqual(copied?.toSorted());
  expect(scripts.build).toContain('cp -R src/store/$engine/migrations dist/src/store/$engine');
});
