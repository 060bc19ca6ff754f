/** The packages that an installation contains: `.github/workflows/ci.yaml` asks npm for their known weaknesses. */
import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

/** A package in `package-lock.json`. */
interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly license?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

/** Licences without conditions on a program that uses the package. */
const LICENSES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
]);

/** Node itself, whose packages name no licence. */
const NODE_BINARY = /^node_modules\/node-bin-/;

const lock = readJson<{ packages: Readonly<Record<string, LockedPackage>> }>('package-lock.json');
const installed = Object.entries(lock.packages).filter(
  ([path, { dev = false, devOptional = false, link = false }]) =>
    path.startsWith('node_modules/') && !dev && !devOptional && !link,
);

it('every package has a permissive licence', () => {
  expect(installed.length).toBeGreaterThan(10);
  const others = installed.filter(
    ([path, { license = '' }]) => !LICENSES.has(license) && !NODE_BINARY.test(path),
  );
  expect(others.map(([path, { license }]) => `${path} ${license}`)).toEqual([]);
});

it('every package has a checksum', () => {
  const others = installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
  expect(others.map(([path]) => path)).toEqual([]);
});

// test/package/package.test.ts installs and runs the package without any script.
it('a package that has an install script is not allowed to run it', () => {
  const { allowScripts } = readJson<{ allowScripts: Readonly<Record<string, boolean>> }>(
    'package.json',
  );
  const withScript = installed.filter(([, { hasInstallScript = false }]) => hasInstallScript);
  const names = withScript.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => allowScripts[name] !== false)).toEqual([]);
});

it('the workflow of CI asks npm for known weaknesses of what is installed', () => {
  const steps = readText('.github/workflows/ci.yaml')
    .split('\n')
    .map((line) => line.trim());
  expect(steps).toContain('- run: npm audit --omit=dev --audit-level=high');
});

function readText(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readText(file)) as Content;
}
