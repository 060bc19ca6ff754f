/** Makes a release of the changes in `.changes/`: see `.changes/README.md`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import {
  addRelease,
  type Change,
  FILES_WITH_VERSION,
  nextVersion,
  parseChange,
  readNotes,
} from './changes.ts';

const HELP = `Usage: npm run release -- [--dry-run]

Checks and builds, writes the version and CHANGELOG.md, commits, and tags. Publishes nothing: .github/workflows/release.yaml
signs and publishes both packages when the tag is pushed.

  --dry-run  only shows the version, its notes and the commands
  --notes    only shows the notes of the current version
`;
const ROOT = join(import.meta.dirname, '..');
const CHANGES = join(ROOT, '.changes');
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
/** The folders of the packages, which have one version. */
const PACKAGES = ['.', 'client'];
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean' },
    notes: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
run();

function run(): void {
  try {
    if (values.help === true) process.stdout.write(HELP);
    else if (values.notes === true) process.stdout.write(readNotes(readChangelog(), readVersion()));
    else release(values['dry-run'] === true);
  } catch (error) {
    process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** @throws {Error} if there is nothing to release, or a check fails. */
function release(isDry: boolean): void {
  requireCleanMain();
  const changes = readChanges();
  const current = readVersion();
  const version = isTagged(current) ? increase(current, changes) : current;
  const date = new Date().toISOString().slice(0, 10);
  const changelog = addRelease(readChangelog(), { version, date, changes });
  process.stdout.write(`Version ${version}\n\n${readNotes(changelog, version)}\n`);
  // First of all, so that a failed check changes nothing.
  const execute = isDry ? show : call;
  execute('.ci/run', []);
  for (const folder of PACKAGES) {
    execute('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], folder);
  }
  if (!isDry) writeRelease(changelog, current, version);
  // Every later version has to upgrade it.
  execute('npm', ['run', 'keep:database']);
  for (const folder of PACKAGES) {
    const options = ['--dry-run', '--provenance=false', '--fetch-retries=0'];
    execute('npm', ['publish', ...options], folder);
  }
  execute('git', ['add', '--all']);
  execute('git', ['commit', '--message', `chore(release): ${version}`]);
  execute('git', ['tag', '--annotate', `v${version}`, '--message', `wallet-teller ${version}`]);
  process.stdout.write(`\nTo publish it: git push --follow-tags\n`);
}

function requireCleanMain(): void {
  if (git('status', '--porcelain') !== '') throw new Error('commit or stash your changes first');
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new Error(`releases are made from main, and this is ${branch}`);
}

function readChanges(): readonly Change[] {
  const files = existsSync(CHANGES) ? readdirSync(CHANGES).toSorted() : [];
  return files
    .filter((name) => name !== 'README.md')
    .map((name) => parseChange(name, readFileSync(join(CHANGES, name), 'utf8')));
}

function increase(current: string, changes: readonly Change[]): string {
  if (changes.length > 0) return nextVersion(current, changes);
  throw new Error(`${current} is released, and .changes/ has no later change`);
}

/** Writes the changelog, which replaces the files of the changes, and the version. */
function writeRelease(changelog: string, current: string, version: string): void {
  writeFileSync(CHANGELOG, changelog);
  for (const name of readdirSync(CHANGES)) if (name !== 'README.md') rmSync(join(CHANGES, name));
  for (const file of FILES_WITH_VERSION) {
    const path = join(ROOT, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(current, version));
  }
}

function readVersion(): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}

function readChangelog(): string {
  return readFileSync(CHANGELOG, 'utf8');
}

function isTagged(version: string): boolean {
  return git('tag', '--list', `v${version}`) !== '';
}

function git(...argv: readonly string[]): string {
  return execFileSync('git', argv, { cwd: ROOT, encoding: 'utf8' }).trim();
}

function call(command: string, argv: readonly string[], folder = '.'): void {
  show(command, argv, folder);
  execFileSync(command, argv, { cwd: join(ROOT, folder), stdio: 'inherit' });
}

function show(command: string, argv: readonly string[], folder = '.'): void {
  const where = folder === '.' ? '' : `(cd ${folder}) `;
  process.stdout.write(`${where}${[command, ...argv].join(' ')}\n`);
}
