import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { useScratch } from '../test/scratch.ts';
import { FILES_WITH_VERSION, parseChange, readNotes, replaceVersion } from './changes.ts';

const ROOT = join(import.meta.dirname, '..');
const CHECKS = ['.ci/run', '.ci/pages', '.ci/documents'];
const CHANGELOG = '# Changelog\n\nFor users.\n\n## 0.1.0 (unreleased)\n\n- It reads wallets.\n';
/** The forms in which the files name the version, and a number that is not the version of a package of ours. */
const namesOf = (version: string): string =>
  `wallet-teller-${version}.tgz wallet-teller-client-${version}.tgz wallet-teller:${version}\n` +
  `version: '${version}', OpenMetrics 0.1.0\n`;
const scratch = useScratch();
beforeEach(() => {
  for (const file of ['tools/release.ts', 'tools/changes.ts']) {
    cpSync(join(ROOT, file), join(scratch.folder, file));
  }
  write(
    'package.json',
    JSON.stringify({
      name: 'wallet-teller',
      version: '0.1.0',
      type: 'module',
      scripts: { 'keep:database': 'echo "$npm_package_version" > kept' },
    }),
  );
  write('client/package.json', JSON.stringify({ name: '@wallet-teller/client', version: '0.1.0' }));
  write('CHANGELOG.md', CHANGELOG);
  write('.changes/README.md', '# Changes\n');
  for (const file of FILES_WITH_VERSION) write(file, namesOf('0.1.0'));
  for (const check of CHECKS) write(check, '#!/bin/sh\nexit 0\n', 0o755);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  commit();
});

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(scratch.folder, file)), { recursive: true });
  writeFileSync(join(scratch.folder, file), text, { mode });
}

function read(file: string): string {
  return readFileSync(join(scratch.folder, file), 'utf8');
}

function git(...argv: readonly string[]): string {
  return execFileSync('git', argv, { cwd: scratch.folder, encoding: 'utf8' }).trim();
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
}

function release(...argv: readonly string[]) {
  return spawnSync(process.execPath, ['tools/release.ts', ...argv], {
    cwd: scratch.folder,
    encoding: 'utf8',
    // No request leaves the machine.
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9' },
  });
}

it('shows a release and changes nothing with --dry-run', () => {
  const head = git('rev-parse', 'HEAD');
  const { status, stdout } = release('--dry-run');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Version 0\.1\.0\n\n- It reads wallets\.\n/);
  expect(stdout).toContain(`${CHECKS.join('\n')}\nnpm version 0.1.0`);
  expect(stdout).toContain('git tag --annotate v0.1.0');
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([
    head,
    '',
    '',
  ]);
});

it('releases the version that has no tag, and later the next one of the changes', () => {
  expect(release()).toMatchObject({ status: 0 });
  expect(git('tag')).toBe('v0.1.0');
  expect(read('CHANGELOG.md')).toMatch(/^## 0\.1\.0 \(\d{4}-\d\d-\d\d\)$/m);
  expect(release().stderr).toContain('0.1.0 is released, and .changes/ has no later change');

  write('.changes/status.md', 'minor\n\n`teller status` shows the disk.\nIt is one line.\n');
  write('.changes/wording.md', 'patch\n\nA message is clearer.\n');
  commit();
  expect(release()).toMatchObject({ status: 0 });
  expect(git('tag').split('\n')).toEqual(['v0.1.0', 'v0.2.0']);
  expect(git('status', '--porcelain')).toBe('');
  expect(readdirSync(join(scratch.folder, '.changes'))).toEqual(['README.md']);
  const notes = '- `teller status` shows the disk.\n  It is one line.\n- A message is clearer.\n';
  expect(release('--notes').stdout).toBe(notes);
  expect(JSON.parse(read('client/package.json'))).toMatchObject({ version: '0.2.0' });
  for (const file of FILES_WITH_VERSION) expect(read(file)).toBe(namesOf('0.2.0'));
  expect(read('kept')).toBe('0.2.0\n');
}, 120_000);

it.each<[string, string, () => void]>([
  ['uncommitted changes', 'commit or stash', () => write('README.md', 'new')],
  [
    'another branch',
    'releases are made from main, and this is other',
    () => git('switch', '--quiet', '-c', 'other'),
  ],
  [
    'a change of another form',
    '.changes/a.md: the first line has to be patch, minor, major',
    () => {
      write('.changes/a.md', 'New: a thing\n');
      commit();
    },
  ],
  ...CHECKS.map((check): [string, string, () => void] => [
    `a release whose ${check} fails`,
    `Command failed: ${check}`,
    () => {
      write(check, '#!/bin/sh\nexit 1\n');
      commit();
    },
  ]),
])('refuses %s, and tags nothing', (_what, message, prepare) => {
  prepare();
  const head = git('rev-parse', 'HEAD');
  const { status, stderr } = release();
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect([git('rev-parse', 'HEAD'), git('tag')]).toEqual([head, '']);
});

it('has readable changes, and a changelog with the current version', () => {
  const names = readdirSync(join(ROOT, '.changes')).filter((name) => name !== 'README.md');
  for (const name of names) parseChange(name, readFileSync(join(ROOT, '.changes', name), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(readNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)).not.toBe('');
  for (const file of FILES_WITH_VERSION) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    expect(replaceVersion(text, version, '9.9.9')).toContain('9.9.9');
    // The next release replaces every version of a package.
    const packages = text.match(/(?<=wallet-teller[a-z-]*[-:])\d+\.\d+\.\d+/g) ?? [];
    expect(packages.filter((each) => each !== version)).toEqual([]);
  }
});
