import { readdirSync, readFileSync } from 'node:fs';

import type { Mutant } from './mutant.ts';

/** One text file for each folder of sources; that of `src/http/plugins/` is `http-plugins.txt`. */
const FOLDER = new URL('mutants/', import.meta.url);

/** Every mutant. */
export const MUTANTS: readonly Mutant[] = readdirSync(FOLDER)
  .toSorted()
  .flatMap((name) => parseMutants(readFileSync(new URL(name, FOLDER), 'utf8')));

/**
 * Parses mutants. A mutant is a line `does` with its sentence, the lines of the text to replace behind `- `, and the lines of
 * the new text behind `+ `. Lines `file` and `tests` apply to all mutants below them.
 */
export function parseMutants(text: string): readonly Mutant[] {
  const mutants: Mutant[] = [];
  let file = '';
  let tests: readonly string[] = [];
  const blocks = text.split(/\n+(?=file |tests |does )/);
  for (const block of blocks) {
    const [head = '', ...lines] = block.split('\n');
    const value = head.slice(head.indexOf(' ') + 1);
    if (head.startsWith('file ')) file = value;
    else if (head.startsWith('tests ')) tests = value.split(' ');
    else {
      const [replace, by] = [joinLines(lines, '-'), joinLines(lines, '+')];
      mutants.push({ does: value, file, replace, by, tests });
    }
  }
  return mutants;
}

/** Returns the text of the lines behind a sign. */
function joinLines(lines: readonly string[], sign: '-' | '+'): string {
  return lines
    .filter((line) => line.startsWith(sign))
    .map((line) => line.slice(2))
    .join('\n');
}
