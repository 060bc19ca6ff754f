import { writeTable } from '../../tools/markdown.ts';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { listTests, PROMISES, type Promised, SUBJECTS } from './promises.ts';

/** Returns the Markdown of the promises: a table for each subject, and the mutants that its tests catch. */
export function writePromises(): string {
  return Object.entries(PROMISES)
    .map(([subject, promises]) => writeSubject(subject, promises))
    .join('\n\n');
}

function writeSubject(subject: string, promises: readonly Promised[]): string {
  const title = `## ${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`;
  const rows = promises.map(({ promise, tests }) => [
    promise,
    tests.map((test) => `\`${test}\``).join(', '),
  ]);
  const table = writeTable(['promise', 'tests'], rows);
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
