/**
 * Writes the pages of `docs/`, and the types of the client, that are generated from the program's own tables:
 * `npm run docs`. With `--check` it writes nothing, and exits with 1 if a page is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describeVariables } from '../src/config/variables.ts';
import { MANAGE_PROBLEMS, PROBLEMS, type ProblemDefinition } from '../src/domain/problem.ts';
import { SYNC_STATES } from '../src/store/records.ts';
import { writeCliPage } from './cli-page.ts';
import { writeClientTypes } from './client-types.ts';
import { writeExchangesPage } from './exchanges-page.ts';

const DOCS = new URL('../docs/', import.meta.url);

/** Functions that return a page from its current text, by the path of the page from `docs/`. */
const PAGES: Readonly<Record<string, (page: string) => string | Promise<string>>> = {
  'errors.md': writeErrorsPage,
  'exchanges.md': writeExchangesPage,
  'cli.md': writeCliPage,
  'concepts.md': writeStates,
  'configuration.md': writeConfiguration,
  '../README.md': writeVariables,
  '../client/src/schemas.ts': writeClientTypes,
};

/** Returns the page with another content between its marks `<!-- NAME: … -->` and `<!-- /NAME -->`. */
function replaceMarked(page: string, name: string, content: string): string {
  const marked = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*(<!-- /${name} -->)`);
  return page.replace(marked, (_section, start: string, end: string) =>
    [start, content, '', end].join('\n'),
  );
}

/** Returns the README with the names of the variables. */
function writeVariables(page: string): string {
  const names = describeVariables().map(({ name }) => `\`${name}\``);
  return replaceMarked(page, 'variables', `${names.join(', ')}.`);
}

/** Returns the page with the table of variables. */
function writeConfiguration(page: string): string {
  const rows = describeVariables().map(
    ({ name, meaning, defaultText }) => `| \`${name}\` | ${meaning}. Default: ${defaultText} |`,
  );
  const table = ['| variable | meaning |', '| --- | --- |', ...rows].join('\n');
  return replaceMarked(page, 'configuration', table);
}

/** Returns the page with the table of the states of a wallet. */
function writeStates(page: string): string {
  const rows = Object.entries(SYNC_STATES).map(
    ([state, meaning]) => `| \`${state}\` | ${meaning} |`,
  );
  const table = ['| state | meaning |', '| --- | --- |', ...rows].join('\n');
  return replaceMarked(page, 'states', table);
}

function writeErrorsPage(): string {
  const sections = Object.entries(PROBLEMS).map(([code, problem]) => writeError(code, problem));
  const ofManagement = Object.entries(MANAGE_PROBLEMS).map(([code, problem]) =>
    writeError(code, problem),
  );
  return `# Errors

Every error of the HTTP service is a problem document (RFC 9457), \`application/problem+json\`, with
\`type\`, \`title\`, \`status\`, \`detail\`, \`code\` and \`requestId\`. A program should look at \`code\`.
If query parameters are wrong, \`errors\` lists them with \`parameter\`, \`code\` and \`message\`: 20 at
most, and \`detail\` says how many more there are.
\`requestId\` is also in the \`x-request-id\` header and in the service's log.

${sections.join('\n')}
# Errors of the management API

The [management API](management.md) has all of these, and the following. An \`errors\` of a body has the path of each field as its
\`parameter\`.

${ofManagement.join('\n')}`;
}

function writeError(code: string, problem: ProblemDefinition): string {
  const retry =
    problem.retryAfterSeconds === undefined
      ? ''
      : ` The response has \`retry-after: ${problem.retryAfterSeconds}\`.`;
  return `## ${code}\n\n${problem.status}: ${problem.title}. ${problem.when} ${problem.action}${retry}\n`;
}

function readPage(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const checkOnly = process.argv.includes('--check');
for (const [name, write] of Object.entries(PAGES)) {
  const path = fileURLToPath(new URL(name, DOCS));
  const present = readPage(path);
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
