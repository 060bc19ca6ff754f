import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { ROOT } from './files.ts';

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

interface Sbom {
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = readJson<Manifest>('package.json');
const sbom = JSON.parse(
  execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, encoding: 'utf8' }),
) as Sbom;
const components = sbom.components.map((component) => component['bom-ref']);

it('lists exactly the locked packages that are not only for development', () => {
  const { packages } = readJson<{ packages: Readonly<Record<string, LockedPackage>> }>(
    'package-lock.json',
  );
  const locked = Object.entries(packages).filter(
    ([path, { dev = false, link = false }]) =>
      // npm does not install the packages of other platforms.
      path.startsWith('node_modules/') && !dev && !link && existsSync(join(ROOT, path)),
  );
  const expected = locked.map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
  );
  expect(components.toSorted()).toEqual([...new Set(expected)].toSorted());
});

it('lists every dependency of package.json', () => {
  const expected = Object.entries(manifest.dependencies).map(
    ([name, version]) => `${name}@${version}`,
  );
  expect(components).toEqual(expect.arrayContaining(expected));
});

it('names no package in a dependency that it does not list', () => {
  const refs = sbom.dependencies.flatMap(({ ref, dependsOn }) => dependsOn.concat(ref));
  const listed = new Set([`wallet-teller@${manifest.version}`, ...components]);
  expect(refs.filter((ref) => !listed.has(ref))).toEqual([]);
});

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Content;
}
