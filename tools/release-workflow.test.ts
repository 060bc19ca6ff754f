/** Runs the last steps of `.github/workflows/release.yaml` in a shell, with an npm and a gh that only write their arguments. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeEach, expect, it } from 'vitest';

import { useScratch } from '../test/scratch.ts';

const ROOT = join(import.meta.dirname, '..');
const WORKFLOW = readFileSync(join(ROOT, '.github/workflows/release.yaml'), 'utf8');
/** The commands of a step: on the line of `run`, or on the lines below it. */
const RUN = /^ +(?:- )?run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm;
const PROGRAM = `#!/bin/sh
echo "\${0##*/} $*" >>"$CALLS"
case "$*" in
  view* | 'release view'*) exit "$VIEW_EXIT_CODE" ;;
esac
`;

const scratch = useScratch();
beforeEach(() => {
  for (const name of ['npm', 'gh']) chmodSync(scratch.write(name, PROGRAM), 0o755);
});

/** Runs the steps that publish something. Returns the calls of npm and gh. */
function publish(viewExitCode: number): readonly string[] {
  const steps = [...WORKFLOW.matchAll(RUN)].map(([, lines, line]) => lines ?? line ?? '');
  const calls = join(scratch.folder, 'calls');
  const env = {
    ...process.env,
    PATH: `${scratch.folder}:${process.env['PATH']}`,
    CALLS: calls,
    VIEW_EXIT_CODE: String(viewExitCode),
    GITHUB_REF_NAME: 'v1.2.3',
    RUNNER_TEMP: scratch.folder,
  };
  for (const step of steps.filter((text) => /npm publish|gh release/.test(text))) {
    // The shell of GitHub's runners.
    execFileSync('bash', ['-e', '-c', step], { cwd: ROOT, env });
  }
  return readFileSync(calls, 'utf8').trim().split('\n');
}

const VIEWS = [
  'npm view wallet-teller@1.2.3 version',
  'npm view @wallet-teller/client@1.2.3 version',
  'gh release view v1.2.3',
];

it('publishes both packages and the notes', () => {
  const [first, second, third] = VIEWS;
  const create = `gh release create v1.2.3 --verify-tag --notes-file ${scratch.folder}/notes.md`;
  expect(publish(1)).toEqual([first, 'npm publish', second, 'npm publish', third, create]);
});

it('skips what a run that failed halfway has published', () => {
  expect(publish(0)).toEqual(VIEWS);
});
