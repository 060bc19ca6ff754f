/**
 * Writes the parts of `docs/`, and the types of the client, that are generated from the program's own tables:
 * `npm run docs`. With `--check` it writes nothing, and exits with 1 if a file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeCosts } from '../bench/costs.ts';
import { type Report, writeReport } from '../bench/report.ts';
import { describeVariables } from '../src/config/variables.ts';
import {
  CONNECT_PROBLEMS,
  MANAGE_PROBLEMS,
  PROBLEMS,
  type ProblemDefinition,
} from '../src/domain/problem.ts';
import { SYNC_STATES } from '../src/store/records.ts';
import { readResults } from '../test/prove/results.ts';
import { writePromises } from '../test/prove/write-promises.ts';
import { readManagementApi, readServiceApi } from './api-documents.ts';
import { writeCommands } from './cli-page.ts';
import { writeClientTypes } from './client-types/write-client-types.ts';
import { writeCertified, writeOthers, writeUnsupported } from './exchanges-page.ts';
import { ROOT } from './files.ts';
import { replaceMarked, writeTable } from './markdown.ts';

/** Functions that return the generated parts of a page, by its path and the marks of the part. */
const PARTS: Readonly<Record<string, Readonly<Record<string, () => string | Promise<string>>>>> = {
  'README.md': { variables: listVariables },
  'docs/cli.md': { commands: writeCommands },
  'docs/concepts.md': { states: writeStates },
  'docs/configuration.md': { configuration: writeVariables },
  'docs/errors.md': {
    errors: () => writeErrors(PROBLEMS),
    'management errors': () => writeErrors(MANAGE_PROBLEMS),
    'connect errors': () => writeErrors(CONNECT_PROBLEMS),
  },
  'docs/exchanges.md': {
    certified: writeCertified,
    'best-effort': writeOthers,
    unsupported: writeUnsupported,
  },
  'docs/performance.md': { floors: () => writeReport(readReport()) },
  'docs/reliability.md': { promises: () => writePromises(readResults()) },
  'docs/scale.md': { costs: () => writeCosts(readReport()) },
};

/** Functions that return a generated file, by its path. */
const FILES: Readonly<Record<string, () => Promise<string>>> = {
  'client/src/openapi.ts': async () => writeClientTypes(await readServiceApi(), true),
  'client/src/management-openapi.ts': async () =>
    writeClientTypes(await readManagementApi(), false),
};

/** Returns the last measurement that was saved. */
function readReport(): Report {
  return JSON.parse(readFileSync(join(ROOT, 'bench/results.json'), 'utf8')) as Report;
}

function listVariables(): string {
  return `${describeVariables()
    .map(({ name }) => `\`${name}\``)
    .join(', ')}.`;
}

function writeVariables(): string {
  const rows = describeVariables().map(({ name, meaning, defaultText }) => [
    `\`${name}\``,
    `${meaning}. Default: ${defaultText}`,
  ]);
  return writeTable(['variable', 'meaning'], rows);
}

/** Returns the table of the states of a wallet. */
function writeStates(): string {
  const rows = Object.entries(SYNC_STATES).map(([state, meaning]) => [`\`${state}\``, meaning]);
  return writeTable(['state', 'meaning'], rows);
}

/** Returns a section for each problem. */
function writeErrors(problems: Readonly<Record<string, ProblemDefinition>>): string {
  const sections = Object.entries(problems).map(([code, problem]) => {
    const { status, title, when, action, retryAfterSeconds } = problem;
    const retry =
      retryAfterSeconds === undefined
        ? ''
        : ` The response has \`retry-after: ${retryAfterSeconds}\`.`;
    return `## ${code}\n\n${status}: ${title}. ${when} ${action}${retry}`;
  });
  return sections.join('\n\n');
}

/** Writes a file if its text has changed. */
function update(path: string, present: string, text: string): void {
  if (present === text) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(ROOT, path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}

for (const [path, parts] of Object.entries(PARTS)) {
  const present = readFileSync(join(ROOT, path), 'utf8');
  let page = present;
  for (const [mark, write] of Object.entries(parts)) {
    page = replaceMarked(page, mark, await write());
  }
  update(path, present, page);
}
for (const [path, write] of Object.entries(FILES)) {
  update(path, readFileSync(join(ROOT, path), 'utf8'), await write());
}
