/**
 * Writes the pages of `docs/`, and the types of the client, that are generated from the program's own tables:
 * `npm run docs`. With `--check` it writes nothing, and exits with 1 if a page is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

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
import { writeCliPage } from './cli-page.ts';
import { writeClientTypes } from './client-types/write-client-types.ts';
import { writeExchangesPage } from './exchanges-page.ts';
import { replaceMarked, writeTable } from './markdown.ts';

const DOCS = new URL('../docs/', import.meta.url);

/** Functions that return a page from its current text, by the path of the page from `docs/`. */
const PAGES: Readonly<Record<string, (page: string) => string | Promise<string>>> = {
  'errors.md': writeErrorsPage,
  'exchanges.md': writeExchangesPage,
  'cli.md': writeCliPage,
  'concepts.md': writeStates,
  'configuration.md': writeConfiguration,
  'reliability.md': (page) => replaceMarked(page, 'promises', writePromises(readResults())),
  'performance.md': (page) => replaceMarked(page, 'floors', writeReport(readReport())),
  'scale.md': (page) => replaceMarked(page, 'costs', writeCosts(readReport())),
  '../README.md': writeVariables,
  '../client/src/openapi.ts': async () => writeClientTypes(await readServiceApi(), true),
  '../client/src/management-openapi.ts': async () =>
    writeClientTypes(await readManagementApi(), false),
};

/** Returns the last measurement that was saved. */
function readReport(): Report {
  const path = new URL('../bench/results.json', import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Report;
}

/** Returns the README with the names of the variables. */
function writeVariables(page: string): string {
  const names = describeVariables().map(({ name }) => `\`${name}\``);
  return replaceMarked(page, 'variables', `${names.join(', ')}.`);
}

/** Returns the page with the table of variables. */
function writeConfiguration(page: string): string {
  const rows = describeVariables().map(({ name, meaning, defaultText }) => [
    `\`${name}\``,
    `${meaning}. Default: ${defaultText}`,
  ]);
  return replaceMarked(page, 'configuration', writeTable(['variable', 'meaning'], rows));
}

/** Returns the page with the table of the states of a wallet. */
function writeStates(page: string): string {
  const rows = Object.entries(SYNC_STATES).map(([state, meaning]) => [`\`${state}\``, meaning]);
  return replaceMarked(page, 'states', writeTable(['state', 'meaning'], rows));
}

/** Returns the page with a section for each problem. */
function writeErrorsPage(page: string): string {
  const parts = {
    errors: PROBLEMS,
    'management errors': MANAGE_PROBLEMS,
    'connect errors': CONNECT_PROBLEMS,
  };
  return Object.entries(parts).reduce((written, [mark, problems]) => {
    const sections = Object.entries(problems).map(([code, problem]) => writeError(code, problem));
    return replaceMarked(written, mark, sections.join('\n\n'));
  }, page);
}

function writeError(code: string, problem: ProblemDefinition): string {
  const { status, title, when, action, retryAfterSeconds } = problem;
  const retry =
    retryAfterSeconds === undefined
      ? ''
      : ` The response has \`retry-after: ${retryAfterSeconds}\`.`;
  return `## ${code}\n\n${status}: ${title}. ${when} ${action}${retry}`;
}

const checkOnly = process.argv.includes('--check');
for (const [name, write] of Object.entries(PAGES)) {
  const path = fileURLToPath(new URL(name, DOCS));
  const present = readFileSync(path, 'utf8');
  const page = await write(present);
  if (present === page) continue;
  if (checkOnly) {
    process.stderr.write(`docs/${name} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, page);
    process.stdout.write(`wrote docs/${name}\n`);
  }
}
