import { writeTable } from '../../tools/markdown.ts';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { listTests, PROMISES, type Promised, SUBJECTS } from './promises.ts';
import { describeMeasured, type Results } from './results.ts';

/** Returns the Markdown of the promises: a table for each subject, and the mutants that its tests catch. */
export function writePromises(results: Results): string {
  const caught = MUTANTS.flatMap(({ does }) => results.mutants[does] ?? []).toSorted();
  const missing = MUTANTS.filter(({ does }) => results.mutants[does] === undefined);
  const summary =
    `${caught.length} of ${MUTANTS.length} mutants were caught when they were last run` +
    (caught.length === 0 ? '.' : `, between ${caught[0]} and ${caught.at(-1)}.`);
  const rest = missing.length === 0 ? '' : ` The results of ${missing.length} are not saved yet.`;
  const subjects = Object.entries(PROMISES).map(([subject, promises]) =>
    writeSubject(subject, promises, results),
  );
  return [`${summary}${rest}`, ...subjects].join('\n\n');
}

function writeSubject(
  subject: string,
  promises: readonly Promised[],
  { promises: measured }: Results,
): string {
  const title = `## ${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`;
  const rows = promises.map(({ promise, tests }) => {
    const result = measured[promise];
    const names = tests.map((test) => `\`${test}\``).join(', ');
    return [promise, names, result === undefined ? 'not saved yet' : describeMeasured(result)];
  });
  const table = writeTable(['promise', 'tests', 'last measured'], rows);
  const caught = MUTANTS.filter((mutant) => findSubject(mutant) === subject);
  if (caught.length === 0) return `${title}\n\n${table}`;
  const list = caught.map(({ does }) => `- ${does}`).join('\n');
  return `${title}\n\n${table}\n\nMutants: a program that\n\n${list}`;
}

/** A mutant belongs to the subject of the first of its tests that a promise names. */
function findSubject({ tests }: Mutant): string | undefined {
  const subjects = tests.map((test) =>
    SUBJECTS.find((subject) => listTests(subject).includes(test)),
  );
  return subjects.find((subject) => subject !== undefined);
}
