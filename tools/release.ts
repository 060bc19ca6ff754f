/** Makes a release of the changes in `.changes/`: see `.changes/README.md`. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import {
  addRelease,
  FILES_WITH_VERSION,
  nextVersion,
  parseChange,
  readNotes,
  replaceVersion,
} from './changes.ts';

const HELP = `Usage: npm run release -- [--dry-run]

Checks and builds, writes the version and CHANGELOG.md, commits, and tags. Publishes nothing: .github/workflows/release.yaml
signs and publishes both packages when the tag is pushed.

  --dry-run  only shows the version, its notes and the commands
  --notes    only shows the notes of the current version
`;
const ROOT = join(import.meta.dirname, '..');
/** The folders of the packages, which have one version. */
const PACKAGES = ['.', 'client'];
const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean' },
    notes: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
try {
  if (values.help === true) process.stdout.write(HELP);
  else if (values.notes !== true) release(values['dry-run'] === true);
  else process.stdout.write(readNotes(read('CHANGELOG.md'), readVersion()));
} catch (error) {
  process.stderr.write(`release: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** @throws {Error} if there is nothing to release, or a check fails. */
function release(isDry: boolean): void {
  requireCleanMain();
  const files = globSync('.changes/*', { cwd: ROOT, exclude: ['.changes/README.md'] }).toSorted();
  const changes = files.map((file) => parseChange(file, read(file)));
  const current = readVersion();
  const isReleased = git('tag', '--list', `v${current}`) !== '';
  if (isReleased && changes.length === 0) {
    throw new Error(`${current} is released, and .changes/ has no later change`);
  }
  const version = isReleased ? nextVersion(current, changes) : current;
  const date = new Date().toISOString().slice(0, 10);
  const changelog = addRelease(read('CHANGELOG.md'), { version, date, changes });
  process.stdout.write(`Version ${version}\n\n${readNotes(changelog, version)}\n`);
  // First of all, so that a failed check changes nothing.
  const execute = isDry ? show : call;
  for (const check of ['.ci/run', '.ci/pages', '.ci/documents']) execute(check, []);
  for (const folder of PACKAGES) {
    execute('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], folder);
  }
  if (!isDry) {
    writeFileSync(join(ROOT, 'CHANGELOG.md'), changelog);
    for (const file of files) rmSync(join(ROOT, file));
    for (const file of FILES_WITH_VERSION) {
      writeFileSync(join(ROOT, file), replaceVersion(read(file), current, version));
    }
  }
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

function readVersion(): string {
  return (JSON.parse(read('package.json')) as { version: string }).version;
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
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
